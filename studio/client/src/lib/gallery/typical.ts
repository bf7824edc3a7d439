/** How long a board takes a typical person, as a card shows it. */

import type { Forecast } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A time without more digits than a forecast deserves: 40 s, 3 min, 2 h. */
export function roughly(seconds: number): string {
  const fives = Math.max(5, 5 * Math.round(seconds / 5));
  if (fives < MINUTE) return t('time_s', { n: fives });
  const minutes = Math.max(1, Math.round(seconds / MINUTE));
  if (minutes < 90) return t('time_min', { n: minutes });
  return t('time_h', { n: Math.round(seconds / HOUR) });
}

/** What a card shows, and what it says in full. */
export function typical({ seconds, players }: Forecast): { short: string; full: string } {
  const time = roughly(seconds);
  return {
    short: t('typical_time', { time }),
    full: players ? t('typical_played', { time, n: players }) : t('typical_forecast', { time }),
  };
}
