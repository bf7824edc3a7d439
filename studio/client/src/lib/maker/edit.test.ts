// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { BoardKeys } from '$lib/api/types';
import type { Tool } from '$lib/kit/family';
import { announcement } from '$lib/state/announcer.svelte';
import { drawn, named, press, shown } from '$lib/ui/testing';
import EditBoard from './EditBoard.svelte';
import Palette from './Palette.svelte';

const keys: BoardKeys = { family: 'blocks', board: ['AA..', '....', '...B', '...B'] };

function editor(tool: Tool) {
  const onstroke = vi.fn<(keys: BoardKeys, joins: boolean) => void>();
  const props = {
    keys,
    side: 'start' as const,
    known: null,
    tool,
    marks: 'letters' as const,
    label: 'board',
  };
  return { onstroke, svg: shown(EditBoard, { ...props, onstroke }).querySelector('svg')! };
}

describe('the board of the maker', () => {
  it('is drawn on with the keyboard: arrows go from cell to cell, Enter paints', () => {
    const { svg, onstroke } = editor({ kind: 'wall' });
    press(svg, 'ArrowRight');
    press(svg, 'ArrowDown');
    press(svg, 'Enter');
    expect(onstroke).toHaveBeenCalledExactlyOnceWith({ ...keys, board: 'AA..\n.#..\n...B\n...B\n' }, false);
  });

  it('says what is on a cell', async () => {
    const { svg } = editor({ kind: 'wall' });
    press(svg, 'ArrowRight');
    await drawn();
    expect(announcement.text).toMatch(/^b1: A/);
    press(svg, 'ArrowRight');
    expect(announcement.text).toMatch(/^c1: /);
  });

  it('carries a piece from one cell to another', () => {
    const { svg, onstroke } = editor({ kind: 'select' });
    press(svg, 'Enter');
    press(svg, 'ArrowDown');
    press(svg, 'Enter');
    expect(onstroke.mock.calls[0]![0].board).toBe('....\nAA..\n...B\n...B\n');
  });

  it('has tools of which one is chosen', () => {
    const onchoose = vi.fn<(tool: Tool) => void>();
    const tools: Tool[] = [{ kind: 'wall' }, { kind: 'erase' }];
    const [chosen] = tools as [Tool];
    const props = { family: 'blocks' as const, tools, chosen, scene: null, marks: 'letters' as const };
    const bar = named(shown(Palette, { ...props, onchoose }), 'toolbar', /./);
    const buttons = [...bar.querySelectorAll('button')];
    expect(buttons.map((node) => node.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false']);
    buttons[2]!.click();
    expect(onchoose).toHaveBeenCalledExactlyOnceWith(tools[1]);
  });
});
