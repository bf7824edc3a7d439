export const TEXTS = {
  level: { en: 'Level', fr: 'Niveau' },
  write: {
    en: 'Write games and paint their levels',
    fr: 'Écrire des jeux et dessiner leurs niveaux',
  },
};
