import type { Move, Position } from '$lib/api/types';

/** Where the pieces stand after a move, before it is known what is legal there or what keys ask for. */
export function moved({ asked: _, ...position }: Position, move: Move): Position {
  const pushed = new Map((move.pushed ?? []).map((part) => [part.piece, part]));
  return {
    ...position,
    state: move.state,
    moves: [],
    refused: [],
    pieces: position.pieces.map((piece) => {
      const isMover = piece.id === move.piece && move.from !== move.to;
      const part = isMover ? { piece_after: move.piece_after!, cells: move.cells } : pushed.get(piece.id);
      if (!part) return piece;
      const name = piece.name === piece.label ? piece.name : `${piece.label} ${part.piece_after}`;
      return { ...piece, id: part.piece_after, name, cells: part.cells, home: false };
    }),
  };
}
