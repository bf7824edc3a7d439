import { describe, expect, it } from 'vitest';
import { maker } from './maker';
import { route } from './route';

describe('a press on a cell', () => {
  const { scene, position } = maker.picture(
    { family: 'sokoban', board: '#######/#@-$-.#/#-----#/#######' },
    'start',
    null,
  )!;
  const byKeys = { ...scene, keys: ['up', 'left', 'down', 'right'] };

  it('is a walk around what is in the way, or a push of the box beside the player', () => {
    expect(route(byKeys, position, null, 11)).toEqual(['right', 'down', 'right', 'right', 'up']);
    expect(route(byKeys, position, null, 10)).toEqual([]);
    const beside = maker.picture({ family: 'sokoban', board: '######/#@$.-#/######' }, 'start', null)!;
    expect(route({ ...beside.scene, keys: ['up'] }, beside.position, null, 8)).toEqual(['right']);
  });

  it('takes a picked-up box there by the fewest pushes', () => {
    const box = position.pieces.find(({ token }) => token === 'box')!;
    expect(route(scene, position, box, 12)).toEqual(['d2R', 'e2R']);
    expect(route(scene, position, box, 19)).toEqual([]);
    expect(route(scene, position, null, 12)).toEqual([]);
  });
});
