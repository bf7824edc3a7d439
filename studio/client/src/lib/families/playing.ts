/** What the page of a game shows beside the board. */

import type { Component } from 'svelte';
import type { GoalProps, PlayTexts } from '$lib/kit/family';
import { byFolder } from './folders';

const TEXTS = byFolder(import.meta.glob<PlayTexts>('./*/play.ts', { eager: true, import: 'play' }));
const GOALS = byFolder(
  import.meta.glob<Component<GoalProps>>('./*/Goal.svelte', { eager: true, import: 'default' }),
);

export const playTextsOf = (family: string): PlayTexts => TEXTS[family] ?? {};

export const goalOf = (family: string): Component<GoalProps> | null => GOALS[family] ?? null;
