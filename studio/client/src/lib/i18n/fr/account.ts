import type { account as english } from '../en/account';

export const account: Record<keyof typeof english, string> = {
  second_step: 'Seconde étape',
  second_step_text:
    'Après votre mot de passe, le site peut aussi demander un code d’une application de votre téléphone. Personne n’entre alors avec votre seul mot de passe.',
  second_step_off: 'Désactivée',
  second_step_since: 'Activée depuis le {date}',
  recovery_left: '{n} code de secours restant|{n} codes de secours restants',
  step_turn_on: 'Activer',
  step_turn_off: 'Désactiver',
  step_cancel: 'Annuler',
  step_continue: 'Continuer',
  step_scan: 'Scannez cette image avec une application d’authentification :',
  step_picture: 'La clé sous forme de code QR',
  step_type: 'Ou saisissez cette clé dans l’application :',
  step_first_code: 'Code que l’application affiche maintenant',
  step_code: 'Code de votre application, ou code de secours',
  recovery_new: 'Nouveaux codes de secours',
  recovery_of: 'Codes de secours de {name} sur {site}',
  recovery_text:
    'Si vous perdez votre téléphone, chacun de ces codes en remplace un de l’application, une fois. Ils ne s’affichent que maintenant : imprimez-les ou gardez-les en lieu sûr.',
  recovery_print: 'Imprimer',
  recovery_copied: 'Codes de secours copiés',
  recovery_kept: 'Je les ai gardés',
};
