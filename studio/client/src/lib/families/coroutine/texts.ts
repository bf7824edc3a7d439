export const TEXTS = {
  moves: { en: 'Coin {coin} moves', fr: 'La pièce {coin} joue' },
  reads: {
    en: 'It follows the arrows under coin {coin}.',
    fr: 'Elle suit les flèches sous la pièce {coin}.',
  },
  readsOwn: { en: 'It follows the arrows under itself.', fr: 'Elle suit les flèches sous elle-même.' },
  passes: {
    en: 'None of them can be followed, so it passes.',
    fr: 'Aucune ne peut être suivie : elle passe.',
  },
  turns: { en: 'every turn', fr: 'chaque tour' },
  steps: { en: 'only actual steps', fr: 'les pas effectifs seulement' },
  rule: { en: 'A coin reads the square', fr: 'Une pièce lit la case' },
  ruleOther: { en: 'under the other coin', fr: 'sous l’autre pièce' },
  ruleOwn: { en: 'under itself', fr: 'sous elle-même' },
  direction: { en: 'Arrow {direction}', fr: 'Flèche {direction}' },
  coin: { en: 'Coin {coin}', fr: 'Pièce {coin}' },
  target: { en: 'Target', fr: 'Cible' },
};
