import type { PlayTexts } from '$lib/kit/family';
import { heard, heardAtEnd } from './heard';

export const play: PlayTexts = { heard, heardAtEnd };
