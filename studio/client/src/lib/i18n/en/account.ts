/** The second step of signing in. */
export const account = {
  second_step: 'Second step',
  second_step_text:
    'After your password, the site can also ask for a code from an app on your phone. Then nobody gets in with your password alone.',
  second_step_off: 'Off',
  second_step_since: 'On since {date}',
  recovery_left: '{n} recovery code left|{n} recovery codes left',
  step_turn_on: 'Turn it on',
  step_turn_off: 'Turn it off',
  step_cancel: 'Cancel',
  step_continue: 'Continue',
  step_scan: 'Scan this picture with an authenticator app:',
  step_picture: 'The key as a QR code',
  step_type: 'Or type this key into the app:',
  step_first_code: 'Code that the app shows now',
  step_code: 'Code from your app, or a recovery code',
  recovery_new: 'New recovery codes',
  recovery_of: 'Recovery codes for {name} on {site}',
  recovery_text:
    'If you lose your phone, each of these codes replaces one from the app, once. They are shown only now: print them, or keep them in a safe place.',
  recovery_print: 'Print',
  recovery_copied: 'Recovery codes copied',
  recovery_kept: 'I have kept them',
};
