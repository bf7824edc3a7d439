/** Dates of assignments: as readers see them, and as forms hold them. */

import { regional, t } from '$lib/i18n/index.svelte';
import type { Assignment } from '$lib/api/types';

/** "Monday 3 March, 08:30" */
export const moment = (iso: string): string =>
  new Date(iso).toLocaleString(regional(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });

/** As a field for a local date and time has it. */
export function toField(iso: string | null): string {
  if (!iso) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export const fromField = (value: string): string | null => (value ? new Date(value).toISOString() : null);

/** From when, or until when, an assignment can be played; empty if at any time. */
export function dates({ state, opens, closes }: Pick<Assignment, 'state' | 'opens' | 'closes'>): string {
  if (state === 'coming') return t('task_coming', { time: moment(opens!) });
  if (state === 'closed') return t('task_closed', { time: moment(closes!) });
  return closes ? t('task_until', { time: moment(closes) }) : '';
}
