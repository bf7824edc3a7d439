import type { PlayTexts } from '$lib/kit/family';
import { heard, heardInVain, heardOf } from './heard';

export const play: PlayTexts = { heard, heardInVain, heardOf };
