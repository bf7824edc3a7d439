import { describe, expect, it } from 'vitest';
import { drawingIn, isDrawing, linkOf } from './link';

const drawing = { keys: { family: 'blocks', board: 'AAo\nooo' }, title: 'Écluse n° 1 ✓' };

describe('a drawing as a link', () => {
  it('comes back as it was, whatever its title', () => {
    const [page, hash] = linkOf(drawing).split('#');
    expect(page).toBe('/maker');
    expect(hash).toMatch(/^board=[\w-]+$/);
    expect(isDrawing(hash!)).toBe(true);
    expect(drawingIn(hash!)).toEqual(drawing);
  });

  it('is nothing if it is damaged', () => {
    const hash = linkOf(drawing).split('#')[1]!;
    for (const bad of [hash.slice(0, -9), 'board=', 'board=%%%', 'board=e30', `x${hash}`, '']) {
      expect(drawingIn(bad)).toBeNull();
    }
  });
});
