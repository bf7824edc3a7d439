export const TEXTS = {
  layout: { en: 'Layout', fr: 'Disposition' },
  ownGraph: { en: 'custom graph', fr: 'graphe personnalisé' },
};
