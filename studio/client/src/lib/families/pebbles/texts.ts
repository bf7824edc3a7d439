export const TEXTS = {
  layout: { en: 'Layout', fr: 'Disposition' },
  single: { en: 'one pebble', fr: 'un galet' },
  slides: { en: 'a line of pebbles', fr: 'une ligne de galets' },
  ownGraph: { en: 'custom graph', fr: 'graphe personnalisé' },
};
