export const TEXTS = {
  start: { en: 'Count down from', fr: 'Compter à rebours à partir de' },
};
