/** What a reader chose for this browser: theme, marks, meters. Kept in localStorage. */

import type { Marks } from '$lib/board/colours';

export type Theme = 'auto' | 'light' | 'dark';

interface Settings {
  theme: Theme;
  marks: Marks;
  meters: boolean;
}

const KEY = 'clew.settings';
const PLAIN: Settings = { theme: 'auto', marks: 'letters', meters: false };

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

export const theme = {
  get isDark() {
    return settings.theme === 'dark' || (settings.theme === 'auto' && systemIsDark);
  },
};

/** Writes what changes back, and tells the page its theme. Called once, within the app. */
export function keepSettings(): void {
  night.addEventListener('change', ({ matches }) => (systemIsDark = matches));
  $effect(() => {
    document.documentElement.dataset.theme = theme.isDark ? 'dark' : 'light';
  });
  $effect(() => {
    const text = JSON.stringify(settings);
    try {
      localStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing still plays.
    }
  });
}
