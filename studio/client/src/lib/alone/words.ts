/** The texts of a page without a server that the site does not have. */

export const WORDS = {
  solved: {
    en: '{title}: solved in {n} move|{title}: solved in {n} moves',
    fr: '{title} : résolu en {n} coup|{title} : résolu en {n} coups',
  },
  par: { en: '{words} (par {par})', fr: '{words} (par {par})' },
  copied: { en: 'Copied', fr: 'Copié' },
  distance: { en: 'Show distance to the goal', fr: 'Afficher la distance au but' },
  progress: { en: '{n} of {of} solved', fr: '{n} sur {of} résolus' },
  begun: { en: 'begun', fr: 'commencé' },
  find: { en: 'Find by number or title', fr: 'Chercher par numéro ou titre' },
  none: { en: 'No board has this number or title.', fr: 'Aucun plateau n’a ce numéro ou ce titre.' },
  boards: { en: 'Boards', fr: 'Plateaux' },
  broken: { en: 'This file is damaged', fr: 'Ce fichier est endommagé' },
};
