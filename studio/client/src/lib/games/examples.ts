/** Small games to begin with, which the repository has as files. */

const SOURCES = import.meta.glob<string>('$games/*.txt', {
  eager: true,
  query: '?raw',
  import: 'default',
});

export interface Example {
  title: string;
  text: string;
}

export const EXAMPLES: readonly Example[] = Object.values(SOURCES)
  .map((text) => ({ title: /^title (.+)$/m.exec(text)?.[1] ?? '', text }))
  .sort((a, b) => a.title.localeCompare(b.title, 'en'));
