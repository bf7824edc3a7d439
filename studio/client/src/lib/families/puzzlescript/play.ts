import type { PlayTexts } from '$lib/kit/family';
import { heard } from './heard';

export const play: PlayTexts = { heard };
