export const TEXTS = {
  slides: {
    en: 'A tile slides until something stops it.',
    fr: 'Une tuile glisse jusqu’à ce que quelque chose l’arrête.',
  },
  edges: { en: 'At the rim', fr: 'Au bord' },
  edgesStop: { en: 'tiles stop', fr: 'les tuiles s’arrêtent' },
  edgesOpen: { en: 'tiles fall off: not allowed', fr: 'les tuiles tomberaient : interdit' },
  anywhere: { en: 'The goal counts anywhere', fr: 'Le but compte partout' },
};
