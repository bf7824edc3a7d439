/** Announces each move, hint and answer to screen readers, politely. */

let text = $state('');
let turn = false;

export const announcement = {
  get text() {
    return text;
  },
};

/** Repeated words are announced again: an inaudible mark makes them differ. */
export function announce(words: string): void {
  turn = !turn;
  text = turn ? words : `${words}\u00a0`;
}
