export const TEXTS = {
  slides: {
    en: 'A tile slides until something stops it.',
    fr: 'Une tuile glisse jusqu’à ce que quelque chose l’arrête.',
  },
  edges: { en: 'At the edge', fr: 'Au bord' },
  edgesStop: { en: 'tiles stop', fr: 'les tuiles s’arrêtent' },
  edgesOpen: { en: 'tiles would fall off: not allowed', fr: 'les tuiles tomberaient : interdit' },
  mustTurn: {
    en: 'The tile with a goal must turn on its way',
    fr: 'La tuile qui a un but doit changer de direction en chemin',
  },
  rising: { en: 'diagonal wall, rising', fr: 'mur diagonal montant' },
  falling: { en: 'diagonal wall, falling', fr: 'mur diagonal descendant' },
  anywhere: { en: 'The pattern may be made anywhere', fr: 'Le motif peut être formé n’importe où' },
};
