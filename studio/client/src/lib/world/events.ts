/** What happened between two frames, in words: for readers who cannot see the canvas, and for the line below it. */

import type { Key } from '$lib/i18n/index.svelte';
import type { Description, Frame } from './types';
import { own, wordOf } from './words';

export interface WorldEvent {
  key: Key;
  values: Record<string, string>;
}

export function eventsOf(
  before: Frame,
  after: Frame,
  who: Description,
  words: Record<string, string>,
): WorldEvent[] {
  if (before.round !== after.round) return [{ key: 'world_restarted', values: {} }];
  return [
    ...taken(before, after, who, words),
    ...opened(before, after),
    ...lost(before, after, who),
    ...said(before, after, who),
    ...answered(before, after),
    ...ended(before, after),
  ];
}

function taken(before: Frame, after: Frame, who: Description, words: Record<string, string>): WorldEvent[] {
  const left = new Set(after.items);
  const mine = new Map<string, number>();
  return before.items
    .filter((number) => !left.has(number))
    .map((number) => {
      const kind = who.items[number]![0];
      const more = () => (own(after.collected, kind) ?? 0) - (own(before.collected, kind) ?? 0);
      const mineLeft = mine.get(kind) ?? more();
      mine.set(kind, mineLeft - 1);
      return { key: mineLeft > 0 ? 'world_took' : 'world_taken', values: { what: wordOf(words, kind) } };
    });
}

function opened(before: Frame, after: Frame): WorldEvent[] {
  return after.shut.length < before.shut.length ? [{ key: 'world_opened', values: {} }] : [];
}

function lost(before: Frame, after: Frame, who: Description): WorldEvent[] {
  const left = new Set(after.characters.map((one) => one[0]));
  return before.characters
    .filter((one) => !left.has(one[0]))
    .map((one) => ({ key: 'world_caught', values: { name: who.characters[one[0]]!.name } }));
}

function said(before: Frame, after: Frame, who: Description): WorldEvent[] {
  return Object.entries(after.words)
    .filter(([number, text]) => before.words[number] !== text)
    .map(([number, text]) => ({ key: 'world_says', values: { name: who.characters[number]!.name, text } }));
}

const ANSWERS: Partial<Record<Frame['answer'], Key>> = {
  'on the way': 'world_on_the_way',
  arrived: 'world_arrived',
  'cannot get there': 'world_no_way',
};

function answered(before: Frame, after: Frame): WorldEvent[] {
  const again = after.target !== null && `${before.target}` !== `${after.target}`;
  const key = before.answer !== after.answer || again ? ANSWERS[after.answer] : undefined;
  return key ? [{ key, values: {} }] : [];
}

function ended(before: Frame, after: Frame): WorldEvent[] {
  if (before.status === after.status || after.status === 'playing') return [];
  return [{ key: after.status === 'won' ? 'world_won' : 'world_lost', values: {} }];
}
