import type { Family } from '$lib/api/types';
import type { Renderer } from '../look';
import { blocks } from './Blocks.svelte';
import { coroutine } from './Coroutine.svelte';
import { pebbles } from './Pebbles.svelte';
import { ricochet } from './Ricochet.svelte';

export const RENDERERS: Record<Family, Renderer> = { pebbles, blocks, ricochet, coroutine };
