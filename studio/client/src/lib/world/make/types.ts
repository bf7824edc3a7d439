/** What the server offers to make levels with, and what it finds in them; docs/studio-api.md explains each key. */

import type { Cell, Level } from '../types';

export type Keys = Record<string, unknown>;

export interface FieldOffer {
  key: string;
  label: string;
  shape: 'number' | 'whole' | 'flag' | 'text' | 'choice' | 'kind' | 'script' | 'doors' | 'kinds' | 'point';
  needed: boolean;
  usual: unknown;
  /** The default depends on the kind of character. */
  by_kind: boolean;
  /** The property whose value is the default. */
  like: string | null;
  low: number;
  /** A number, or a side of the world. */
  high: number | 'width' | 'height';
  signed: boolean;
  unit: string;
  options: [value: string, label: string][];
}

export interface PartOffer {
  key: string;
  name: string;
  /** The point of its box that x and y give. */
  anchor: 'top left' | 'bottom left' | 'foot';
  single: boolean;
  most: number;
  sizes: string[];
  fresh: Keys;
  /** The size of a part that has none of its own. */
  box: [width: number, height: number] | null;
  fields: FieldOffer[];
}

export interface EntryOffer {
  fresh: Keys;
  fields: FieldOffer[];
}

export interface Scene {
  sky: string;
  earth: string;
  turf: string;
  stone: string;
  stone_dark: string;
  plank: string;
  plank_dark: string;
  rail: string;
  rung: string;
}

export interface Offer {
  parts: PartOffer[];
  settings: FieldOffer[];
  size: { low: number; high: number; unit: string };
  most: number;
  things: string[];
  kinds: Record<string, Keys>;
  other_kind: string;
  eats: Record<string, string[]>;
  /** What a kind of character takes by touch. */
  diet: FieldOffer;
  /** What scripts may add, by kind. */
  spawn: { kinds: string[]; item: EntryOffer; animal: EntryOffer };
  words: Record<string, string>;
  themes: Record<string, Scene>;
  /** How the pictures of characters and items are laid out. */
  sheet: { units: number; cells: number; under: number; item: Cell };
  levels: [level: string, title: string][];
  blank: Keys;
}

export interface Finding {
  sort: 'error' | 'unreachable' | 'unsure' | 'hint';
  message: string;
  part: [kind: string, index: number] | null;
  name: string | null;
  key: string | null;
}

export interface Check {
  found: Finding[];
  reached: number;
  playable: boolean;
}

export interface Trial {
  world: { id: string };
  level: Level;
}

/** A draft on the server. */
export interface Saved {
  id: string;
  title: string;
  version: number;
  changed: string;
}
