import type { LevelAnswer, SourceLevel } from '$lib/api/types';
import { t } from '$lib/i18n/index.svelte';
import { lackingOf } from './lacking';

/** In how few moves a level can be won, in words, or what else is known of that. */
export function answered(one: SourceLevel, answer: LevelAnswer | undefined, isSearching: boolean): string {
  const lacks = lackingOf(one, answer);
  if (lacks.length) return t('game_lacks', { what: lacks.join(', ') });
  if (isSearching) return t('game_searching');
  if (!answer) return t('checking_now');
  if (answer.error) return answer.error;
  if (answer.known) return answer.par === null ? t('game_unsolvable') : t('game_fewest', { n: answer.par });
  if (!answer.searched) return t('not_known');
  const atLeast = t('game_at_least', { n: answer.atLeast ?? 0 });
  if (answer.best == null) return `${t('game_not_known')} ${atLeast}`;
  return `${t('game_or_fewer', { n: answer.best })} ${atLeast}`;
}
