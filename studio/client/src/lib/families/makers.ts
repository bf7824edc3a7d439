/** How the boards of each family are drawn in the maker. */

import type { Component } from 'svelte';
import type { IconProps, Maker, OptionsProps } from '$lib/kit/family';
import { offered } from './names';
import { byFolder } from './folders';

const MAKERS = byFolder(import.meta.glob<Maker>('./*/maker.ts', { eager: true, import: 'maker' }));
const OPTIONS = byFolder(
  import.meta.glob<Component<OptionsProps>>('./*/Options.svelte', { eager: true, import: 'default' }),
);
const ICONS = byFolder(
  import.meta.glob<Component<IconProps>>('./*/ToolIcon.svelte', { eager: true, import: 'default' }),
);

/** The families whose boards can be drawn. */
export const MAKEABLE = offered(Object.keys(MAKERS));

export const FIRST_MADE = MAKEABLE.find((family) => MAKERS[family]!.first) ?? MAKEABLE[0]!;

export const isMakeable = (family: string): boolean => family in MAKERS;

/** For a family without a maker: its boards are shown as the server sees them, and cannot be changed. */
const unchangeable = (family: string): Maker => ({
  sides: ['start'],
  blank: () => ({ family }),
  size: () => null,
  resize: (keys) => keys,
  tools: () => [],
  stroke: (keys, { token }) => ({ keys, token }),
  picture: (_keys, _side, known) => known,
});

export const makerOf = (family: string): Maker => MAKERS[family] ?? unchangeable(family);

export const optionsOf = (family: string): Component<OptionsProps> | null => OPTIONS[family] ?? null;

export const toolIconOf = (family: string): Component<IconProps> | null => ICONS[family] ?? null;
