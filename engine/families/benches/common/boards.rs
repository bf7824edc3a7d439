//! Block boards for the benches.

use clew_families::blocks::{Metric, Setup};

/// 60 moves, the most of any 6x6 board with 13 pieces and no wall that is known.
pub const SIXTY_MOVES: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
pub const HUARONG_DAO: &str = "BAACBAACDEEFDGHFIooJ";

/// A block board from text, row by row: `o` empty, `x` wall, letters pieces in order, piece A first.
pub fn blocks(board: &str, columns: usize, free: bool, metric: Metric, anchors: Vec<usize>) -> Setup {
    let cells = board.as_bytes();
    let of = |letter: u8| -> Vec<usize> { (0..cells.len()).filter(|&cell| cells[cell] == letter).collect() };
    Setup {
        rows: cells.len() / columns,
        columns,
        walls: of(b'x'),
        pieces: (b'A'..=b'Z').map(of).filter(|piece| !piece.is_empty()).collect(),
        free,
        metric,
        goals: vec![(0, anchors)],
    }
}

/// A 6x6 board of pieces that keep to their line, A to the right edge.
pub fn rush(board: &str) -> Setup {
    let cells = board.as_bytes();
    let of_a: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == b'A').collect();
    let goal = of_a[0] / 6 * 6 + 6 - of_a.len();
    blocks(board, 6, false, Metric::Slide, vec![goal])
}

/// Huarong Dao, by pieces moved: 81.
pub fn huarong_dao() -> Setup {
    blocks(HUARONG_DAO, 4, true, Metric::Piece, vec![13])
}
