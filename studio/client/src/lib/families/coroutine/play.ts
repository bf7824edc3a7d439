import type { Position } from '$lib/api/types';
import { local } from '$lib/i18n/index.svelte';
import type { PlayTexts } from '$lib/kit/family';
import { TEXTS } from './texts';

export const play: PlayTexts = { oneWay: true, turn };

/** The coin that moves, and which square tells it where it may go. */
function turn(position: Position): { title: string; text: string } | null {
  const coin = position.turn;
  if (coin === null || position.solved) return null;
  const readsOwn = position.pieces.find(({ id }) => id === String(coin))?.cells[0] === position.reading;
  const reads = readsOwn ? local(TEXTS.readsOwn) : local(TEXTS.reads, { coin: coin === 0 ? 1 : 0 });
  const passes = position.moves.some((move) => move.pass);
  return {
    title: local(TEXTS.moves, { coin }),
    text: passes ? `${reads} ${local(TEXTS.passes)}` : reads,
  };
}
