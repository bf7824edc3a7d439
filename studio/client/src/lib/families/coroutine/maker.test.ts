import { describe, expect, it } from 'vitest';
import type { BoardKeys } from '$lib/api/types';
import { stroke } from '$lib/kit/testing';
import { maker } from './maker';

describe('coroutine', () => {
  const squares = (keys: BoardKeys) => keys.squares as string[][];

  it('arrows come and go, in the order of the compass', () => {
    const blank = maker.blank();
    const on = maker.stroke(blank, stroke({ kind: 'own', name: 'direction S' }, 0)).keys;
    expect(squares(on)[0]![0]).toBe('N S');
    const off = maker.stroke(on, stroke({ kind: 'own', name: 'direction N' }, 0)).keys;
    expect(squares(off)[0]![0]).toBe('S');
    expect(squares(blank)[0]![0]).toBe('N');
  });

  it('each tool of its own has a name of its own, and others have none', () => {
    const names = maker
      .tools(maker.blank(), 'start')
      .flatMap((tool) => (tool.kind === 'own' ? [tool.name] : []));
    expect(new Set(names.map((name) => maker.toolLabel!(name))).size).toBe(names.length);
    for (const other of ['select', 'erase']) expect(maker.toolLabel!(other)).toBeNull();
  });

  it('coins and target have names of cells', () => {
    const keys = maker.stroke(maker.blank(), stroke({ kind: 'own', name: 'coin 1' }, 5)).keys;
    expect(keys.coins).toEqual(['a1', 'c2']);
    expect(maker.stroke(keys, stroke({ kind: 'own', name: 'target' }, 2)).keys.target).toBe('c1');
  });
});
