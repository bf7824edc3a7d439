export const TEXTS = {
  layout: { en: 'Layout', fr: 'Disposition' },
  ownGraph: { en: 'own graph', fr: 'graphe personnalisé' },
};
