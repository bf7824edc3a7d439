/** The puzzle of the day, and what I have done with it. */

import type { Daily } from '$lib/api/schema';
import { clock, day, t } from '$lib/i18n/index.svelte';

const MOST_SIGNS = 30;

/** A result to share: the moves as knots, with a ring where par is, and nothing of the solution. */
export function shareText(daily: Daily, address: string): string {
  const { done, board } = daily;
  if (!done) return '';
  const par = board.par ?? done.length;
  const knots = Array.from({ length: Math.min(done.length, MOST_SIGNS) }, (_, index) =>
    index + 1 === par ? '◯' : index < par ? '●' : '○',
  ).join('');
  const more = done.length > MOST_SIGNS ? '…' : '';
  return [
    t('daily_share_title', { date: day(daily.date) }),
    t('daily_share_result', { n: done.length, par, time: clock(done.time_ms) }),
    knots + more,
    ...(daily.streak.days > 1 ? [t('daily_streak', { n: daily.streak.days })] : []),
    address,
  ].join('\n');
}

/** The weeks of a month, from Monday to Sunday; null before its first day and after its last. */
export function weeksOf(year: number, month: number): (number | null)[][] {
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const cells = [...Array<null>(first).fill(null), ...Array.from({ length: count }, (_, index) => index + 1)];
  while (cells.length % 7) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

/** The month before or after, as [year, month]. */
export const monthBy = (year: number, month: number, by: number): [number, number] => {
  const date = new Date(Date.UTC(year, month - 1 + by, 1));
  return [date.getUTCFullYear(), date.getUTCMonth() + 1];
};
