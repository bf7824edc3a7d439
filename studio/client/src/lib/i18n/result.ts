/** What was achieved on the puzzle of the day, as a text to share. */

import type { Daily } from '$lib/api/schema';
import { clock, day, t } from './index.svelte';

const MOST_SIGNS = 30;

/** A result to share: the moves as knots, with a ring where par is, and nothing of the solution. */
export function resultText(daily: Daily, address: string): string {
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
