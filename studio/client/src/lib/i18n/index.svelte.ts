/** Every text of the site, in the reader's language. French is loaded only by those who read it. */

import { cookie } from '$lib/api/client';
import { en, type Catalogue } from './en';

export type Key = keyof Catalogue;
export type Language = 'en' | 'fr';
type Values = Record<string, string | number>;
/** Something in every language, for texts that are kept next to what they describe, not in the catalogue. */
export type Translated<T = string> = Record<Language, T>;

let language = $state<Language>('en');
let texts = $state.raw<Catalogue>(en);

export const speech = {
  get language() {
    return language;
  },
};

export async function speak(wanted: string): Promise<void> {
  const next: Language = wanted.startsWith('fr') ? 'fr' : 'en';
  texts = next === 'fr' ? (await import('./fr')).fr : en;
  language = next;
}

export const preferred = (): string => cookie('language') ?? navigator.language;

/** The text of a key. `{n}` takes a value; `one|many` is chosen by the value `n`. */
export function t(key: Key, values: Values = {}): string {
  return fill(texts[key], values, language);
}

/** The same for a text that carries its own translations. */
export const local = (text: Translated, values: Values = {}): string =>
  fill(text[language], values, language);

export function fill(text: string, values: Values, locale: string): string {
  const forms = text.split('|');
  const n = Number(values.n ?? 0);
  const form = forms.length > 1 && !isOne(n, locale) ? forms[1]! : forms[0]!;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatted(value, locale) : value;
  });
}

/** Whether a number takes the singular. Making the browser's own rules ready costs a phone 50 ms. */
const isOne = (n: number, locale: string): boolean => (locale === 'fr' ? Math.abs(n) < 2 : n === 1);

/** A number with the separators of a language, which small whole numbers do not have. */
const formatted = (value: number, locale: string): string =>
  Number.isInteger(value) && Math.abs(value) < 1000 ? String(value) : separated(locale).format(value);

/** Making one takes a phone some milliseconds. */
const made = new Map<string, Intl.NumberFormat>();

function separated(locale: string): Intl.NumberFormat {
  const found = made.get(locale) ?? new Intl.NumberFormat(locale);
  made.set(locale, found);
  return found;
}

/** As it begins a line: "Banana". */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

export const number = (value: number): string => formatted(value, language);

/** An exact count of any size, with the separators of the language. */
export const bigNumber = (value: string): string => BigInt(value).toLocaleString(language);

/** 57,400,000 as "57.4 M". */
export const compact = (value: number): string =>
  new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 }).format(value);

/** The language as the reader's region writes it: 24 November in Britain, November 24 in America. */
export const regional = (): string =>
  navigator.language.startsWith(language) ? navigator.language : language;

export const day = (iso: string): string =>
  new Date(iso).toLocaleDateString(regional(), { day: 'numeric', month: 'long', year: 'numeric' });

/** 1:05, 1:02:03 */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** 23rd, 23e */
export function ordinal(n: number): string {
  if (language === 'fr') return n === 1 ? '1er' : `${n}e`;
  const ending: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
  return `${n}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(n)]}`;
}
