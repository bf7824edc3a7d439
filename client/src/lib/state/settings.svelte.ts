/** The settings of this browser: theme, marks, meters. Kept in localStorage. */

export type Marks = 'letters' | 'shapes';
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

/** Saves changes, and sets the theme of the page. Called once, in the app. */
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
      // Playing works without storage, too.
    }
  });
}
