import { describe, expect, it } from 'vitest';
import { cellName } from '$lib/kit/drafting';
import { maker } from './maker';
import { numbers } from './numbers';

describe('the numbers of a move', () => {
  const { scene, position } = maker.picture(
    { family: 'sokoban', board: '#######/#@$-$.#/#--.--#/#######' },
    'start',
    null,
  )!;
  const named = {
    ...position,
    pieces: position.pieces.map((piece) => ({
      ...piece,
      id: piece.token === 'pusher' ? piece.token : cellName(piece.cells[0]!, 7),
    })),
  };

  it('are a step of the player, which may push', () => {
    const push = numbers.move(scene, named, [1, 8, 1], { metric: 0 });
    expect(push).toMatchObject({ move: 'R', piece: 'pusher', from: 8, to: 9, direction: 'right' });
    expect(push.words).toBe('the box on c2 right');
    expect(push.pushed).toEqual([{ piece: 'c2', piece_after: 'd2', cells: [10] }]);
    const step = numbers.move(scene, named, [2, 8, 0], { metric: 0 });
    expect(step).toMatchObject({ move: 'd', piece: 'pusher', to: 15, words: 'the player down' });
    expect(step.pushed).toBeUndefined();
    expect(numbers.hint!(step)[0]).toBe('Move the player.');
  });

  it('are a push of a box, behind which the player then stands', () => {
    const push = numbers.move(scene, named, [1, 9, 1], { metric: 1 });
    expect(push).toMatchObject({ move: 'c2R', piece: 'c2', piece_after: 'd2', from: 9, to: 10, cells: [10] });
    expect(push.pushed).toEqual([{ piece: 'pusher', piece_after: 'pusher', cells: [9] }]);
    expect(numbers.hint!(push)).toEqual([
      'Push the box on c2.',
      'Push the box on c2 right.',
      'Push the box on c2 right: c2R.',
    ]);
  });
});
