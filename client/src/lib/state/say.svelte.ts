/** What is said to screen readers, politely: each move, each hint, each answer. */

let text = $state('');
let turn = false;

export const spoken = {
  get text() {
    return text;
  },
};

/** The same words twice are said twice: a mark that nobody hears makes them differ. */
export function say(words: string): void {
  turn = !turn;
  text = turn ? words : `${words}\u00a0`;
}
