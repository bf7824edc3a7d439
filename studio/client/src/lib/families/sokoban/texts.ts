export const TEXTS = {
  opening: {
    en: 'Push every box onto a goal. Boxes cannot be pulled.',
    fr: 'Poussez chaque caisse sur un but. Une caisse ne se tire pas.',
  },
  moves: { en: 'each step', fr: 'chaque pas' },
  pushes: { en: 'each push', fr: 'chaque poussée' },
  movesThenPushes: { en: 'steps, then pushes', fr: 'les pas, puis les poussées' },
  pushesThenMoves: { en: 'pushes, then steps', fr: 'les poussées, puis les pas' },
  goal: { en: 'Goal', fr: 'But' },
  box: { en: 'Box', fr: 'Caisse' },
  pusher: { en: 'Player', fr: 'Joueur' },
  floor: { en: 'Floor', fr: 'Sol' },
};
