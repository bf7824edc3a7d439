/** The texts of experiments: beside the catalogue, so that only their pages load them. */

import { local, type Translated } from './index.svelte';

export const WORDS = {
  // the way of a participant
  begin: { en: 'Begin', fr: 'Commencer' },
  go_on: { en: 'Continue', fr: 'Continuer' },
  next: { en: 'Next', fr: 'Suivant' },
  submit: { en: 'Send answers', fr: 'Envoyer les réponses' },
  consent: { en: 'Before you begin', fr: 'Avant de commencer' },
  consent_agree: {
    en: 'I have read this and agree to take part',
    fr: 'J’ai lu ce texte et j’accepte de participer',
  },
  consent_version: { en: 'Version {version} of this text', fr: 'Version {version} de ce texte' },
  instructions: { en: 'Instructions', fr: 'Consignes' },
  instructions_again: {
    en: 'One of your answers was not right. Please read the instructions again.',
    fr: 'Une de vos réponses n’était pas juste. Veuillez relire les consignes.',
  },
  no_instructions: { en: 'A few questions follow.', fr: 'Quelques questions suivent.' },
  comprehension: { en: 'Is everything clear?', fr: 'Tout est-il clair\u00a0?' },
  questions: { en: 'Questions', fr: 'Questions' },
  attention: { en: 'A question in between', fr: 'Une question entre deux' },
  level: { en: 'Level {n} of {of}', fr: 'Niveau {n} sur {of}' },
  practice: { en: 'Practice {n} of {of}', fr: 'Essai {n} sur {of}' },
  practice_text: { en: 'This one does not count yet.', fr: 'Celui-ci ne compte pas encore.' },
  level_ready: {
    en: 'The clock starts when you begin: you have {time}.',
    fr: 'Le chronomètre démarre avec le niveau\u00a0: vous avez {time}.',
  },
  give_up: { en: 'Give up', fr: 'Abandonner' },
  give_up_in: { en: 'You can give up in {time}', fr: 'Vous pourrez abandonner dans {time}' },
  give_up_sure: { en: 'Give up this level?', fr: 'Abandonner ce niveau\u00a0?' },
  give_up_text: {
    en: 'You cannot come back to it. The next step follows.',
    fr: 'Vous ne pourrez pas y revenir. La suite vient après.',
  },
  keep_trying: { en: 'Keep trying', fr: 'Continuer d’essayer' },
  given_up: { en: 'You gave up this level', fr: 'Vous avez abandonné ce niveau' },
  saved: { en: 'Everything is saved.', fr: 'Tout est enregistré.' },
  required: { en: 'required', fr: 'obligatoire' },
  optional: { en: 'optional', fr: 'facultatif' },
  several: { en: 'Several answers are possible.', fr: 'Plusieurs réponses sont possibles.' },
  missing: {
    en: 'Some answers are missing or not as they should be.',
    fr: 'Certaines réponses manquent ou ne conviennent pas.',
  },
  waiting: {
    en: 'The server cannot be reached. Your answers are kept here, and are sent as soon as it answers.',
    fr: 'Le serveur ne répond pas. Vos réponses sont gardées ici et partiront dès qu’il répondra.',
  },
  progress: { en: 'Step {n} of {of}', fr: 'Étape {n} sur {of}' },
  thanks: { en: 'Thank you', fr: 'Merci' },
  thanks_text: {
    en: 'You have reached the end. Your answers are saved, and you can close this page.',
    fr: 'Vous êtes arrivé à la fin. Vos réponses sont enregistrées\u00a0; vous pouvez fermer cette page.',
  },
  screened_out_text: {
    en: 'Thank you for your interest. The experiment ends here for you.',
    fr: 'Merci de votre intérêt. L’expérience s’arrête ici pour vous.',
  },
  completion_code: { en: 'Your completion code', fr: 'Votre code de fin' },
  completion_link: { en: 'Complete and go back', fr: 'Terminer et revenir' },
  copy: { en: 'Copy', fr: 'Copier' },
  copied: { en: 'Copied', fr: 'Copié' },
  withdraw: { en: 'Withdraw from the experiment', fr: 'Se retirer de l’expérience' },
  withdraw_sure: { en: 'Withdraw?', fr: 'Se retirer\u00a0?' },
  withdraw_delete: {
    en: 'Your answers and moves are deleted at once, for good.',
    fr: 'Vos réponses et vos coups sont effacés aussitôt, définitivement.',
  },
  withdraw_keep: {
    en: 'What you have done so far is kept, and marked as withdrawn, as the text that you agreed to says.',
    fr: 'Ce que vous avez fait jusqu’ici est gardé, avec la mention de votre retrait, comme le dit le texte que vous avez accepté.',
  },
  withdraw_stay: { en: 'Stay', fr: 'Rester' },
  withdrawn: { en: 'You have withdrawn', fr: 'Vous vous êtes retiré' },
  withdrawn_delete: {
    en: 'Your answers and moves have been deleted.',
    fr: 'Vos réponses et vos coups ont été effacés.',
  },
  withdrawn_keep: {
    en: 'What you did before is kept and marked as withdrawn.',
    fr: 'Ce que vous avez fait avant est gardé, avec la mention de votre retrait.',
  },
  not_open: { en: 'This experiment is not open', fr: 'Cette expérience n’est pas ouverte' },
  not_open_text: {
    en: 'It has not begun yet, or it is over. Ask who sent you the link.',
    fr: 'Elle n’a pas encore commencé, ou elle est finie. Demandez à la personne qui vous a envoyé le lien.',
  },
  elsewhere: { en: 'You went on in another browser', fr: 'Vous avez continué dans un autre navigateur' },
  elsewhere_text: {
    en: 'Go on there, or reload this page to go on here.',
    fr: 'Continuez là-bas, ou rechargez cette page pour continuer ici.',
  },
  preview: {
    en: 'Preview: nothing of this is in the data.',
    fr: 'Aperçu\u00a0: rien de ceci n’entre dans les données.',
  },
  preview_condition: { en: 'Condition: {name}', fr: 'Condition\u00a0: {name}' },
  preview_again: { en: 'Start over', fr: 'Recommencer' },
  preview_back: { en: 'Back to the design', fr: 'Revenir au plan' },
} satisfies Record<string, Translated>;

export type Word = keyof typeof WORDS;

/** The text of a key, as `t` gives those of the catalogue. */
export const w = (key: Word, values: Record<string, string | number> = {}): string =>
  local(WORDS[key], values);
