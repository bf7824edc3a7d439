export const TEXTS = {
  moves: { en: 'Coin {coin} moves', fr: 'La pièce {coin} joue' },
  reads: { en: 'It goes by the square under coin {coin}.', fr: 'Elle suit la case sous la pièce {coin}.' },
  readsOwn: { en: 'It goes by the square under itself.', fr: 'Elle suit la case où elle est.' },
  passes: {
    en: 'No arrow leads anywhere: it passes.',
    fr: 'Aucune flèche ne mène quelque part : elle passe.',
  },
  turns: { en: 'every turn', fr: 'chaque tour' },
  steps: { en: 'real steps only', fr: 'seulement les vrais pas' },
  rule: { en: 'A coin reads the square', fr: 'Une pièce lit la case' },
  ruleOther: { en: 'under the other coin', fr: 'sous l’autre pièce' },
  ruleOwn: { en: 'under itself', fr: 'sous elle-même' },
  direction: { en: 'Arrow {direction}', fr: 'Flèche {direction}' },
  coin: { en: 'Coin {coin}', fr: 'Pièce {coin}' },
  target: { en: 'Target', fr: 'Cible' },
};
