import type { Move, Position } from '$lib/api/types';

/** Where the pieces stand after a move, before the server has said what is legal there. */
export function moved(position: Position, move: Move): Position {
  const pushed = new Map((move.pushed ?? []).map((part) => [part.piece, part]));
  return {
    ...position,
    state: move.state,
    moves: [],
    refused: [],
    pieces: position.pieces.map((piece) => {
      if (piece.id === move.piece && move.from !== move.to) {
        return { ...piece, id: move.piece_after!, cells: move.cells, home: false };
      }
      const part = pushed.get(piece.id);
      return part ? { ...piece, id: part.piece_after, cells: part.cells, home: false } : piece;
    }),
  };
}
