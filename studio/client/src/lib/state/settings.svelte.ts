/** The settings of this browser: theme, marks, meters, what comes next. Kept in localStorage. */

import { flushSync } from 'svelte';
import type { Difficulty, Family } from '$lib/api/types';
import { speech } from '$lib/i18n/index.svelte';

export type Marks = 'letters' | 'shapes';
export type Theme = 'auto' | 'light' | 'dark';

interface Settings {
  theme: Theme;
  marks: Marks;
  meters: boolean;
  /** Sound and vibration. */
  sound: boolean;
  /** What the next board should be; empty: any family, the player's level. */
  next: { family: Family | null; difficulties: Difficulty[] };
}

const KEY = 'clew.settings';
const PLAIN: Settings = {
  theme: 'auto',
  marks: 'letters',
  meters: false,
  sound: false,
  next: { family: null, difficulties: [] },
};

function kept(): Settings {
  try {
    return { ...PLAIN, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...PLAIN };
  }
}

export const settings = $state<Settings>(kept());

const night = matchMedia('(prefers-color-scheme: dark)');
let systemIsDark = $state(night.matches);

const paper = matchMedia('print');
let isPrinting = $state(paper.matches);

export const theme = {
  get isDark() {
    if (isPrinting) return false;
    return settings.theme === 'dark' || (settings.theme === 'auto' && systemIsDark);
  },
};

/** Follows the theme of the system. */
export function followSystem(): void {
  night.addEventListener('change', ({ matches }) => (systemIsDark = matches));
  paper.addEventListener('change', ({ matches }) => flushSync(() => (isPrinting = matches)));
}

/** Saves changes, and sets the theme and the language of the page. Called once, in the app. */
export function keepSettings(): void {
  followSystem();
  $effect(() => {
    document.documentElement.lang = speech.language;
  });
  $effect(() => {
    document.documentElement.dataset.theme = theme.isDark ? 'dark' : 'light';
  });
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // Playing works without storage, too.
    }
  });
}
