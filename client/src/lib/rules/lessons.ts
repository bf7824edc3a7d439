/** Small boards to learn each family on, the easiest first. The last one is also the animation of its page. */

import type { Family } from '$lib/api/types';

export const LESSONS: Record<Family, string[]> = {
  pebbles: [
    'pebbles[grid 2x2]:RBG-/RB-G',
    'pebbles[grid 2x3]:RGBYC-/RCGY-B',
    'pebbles[triangle 3]:RRBBG-/-RBGRB',
  ],
  blocks: [
    'blocks:oooo/AAoo/oooo/oooo',
    'blocks:ooBo/AABo/oooo/oooo',
    'blocks:ooBoo/AABoo/ooBoo/oCCoo/ooooo',
  ],
  ricochet: [
    'ricochet:R.../..../..../....>..../..../..../...R',
    'ricochet:R..../...../..#../...../....B>...../...../...../R..../.....',
    'ricochet:.R../..../.#../...B>..../..../R.../....',
  ],
  coroutine: ['coroutine:N,W,N/N+W,,W/N,E+W,N+E', 'coroutine:N+S,N+S,N+W/E+S,,N+E/N,S+W,S'],
};
