//! A lower bound on the slides to a goal.
//!
//! A push along a row takes each pebble that it moves one column further, and moves at most as many pebbles as a row
//! has cells besides the hole. A pebble is at least as many columns from home as the nearest plate of its token. So
//! the pushes along rows are at least
//!
//! * the most columns that any one pebble is away from home, and
//! * the sum of these columns over all pebbles, divided by the pebbles that one push can move, rounded up;
//!
//! the same holds for columns. Call the larger numbers A and D. Pushes along rows and columns are different moves, so
//! that a solution has A + D at least.
//!
//! With one hole a shortest solution never pushes along the same line twice in a row: the hole would go along one
//! line twice, and one push or none does the same. After a push along a row, the hole's row is the only one that can
//! be pushed; so in a shortest solution pushes along rows and along columns alternate, and their numbers differ by one
//! at most: it has at least 2 max(A, D) - 1 moves.
//!
//! ```text
//!   3 1 2 -        1, 2 and 3 are one, one and two columns from home, no row away: A = 2, D = 0, and with one
//!                  hole 2 * 2 - 1 = 3 slides at least
//! ```

/// How far the pebbles of each token are from home, along rows and along columns.
#[derive(Clone, Debug)]
pub struct LineBound {
    cells: usize,
    /// By token and cell: columns and rows to the nearest plate of the token.
    away: Vec<[u16; 2]>,
    /// The most pebbles that one push along a row, and along a column, can move.
    most: [u32; 2],
    one_hole: bool,
}

impl LineBound {
    /// `plates` and `counts` (of pebbles, by token; `counts[0]` the holes) in dense tokens.
    pub fn new(plates: &[u16], counts: &[usize], columns: usize) -> Self {
        let (cells, tokens) = (plates.len(), counts.len());
        let mut away = vec![[0; 2]; tokens * cells];
        for token in 1..tokens {
            let homes = || (0..cells).filter(|&home| usize::from(plates[home]) == token);
            for cell in 0..cells {
                let nearest = |apart: &dyn Fn(usize) -> usize| homes().map(apart).min().unwrap_or(0) as u16;
                away[token * cells + cell] = [
                    nearest(&|home| (home % columns).abs_diff(cell % columns)),
                    nearest(&|home| (home / columns).abs_diff(cell / columns)),
                ];
            }
        }
        let most = [columns, cells / columns].map(|cells| (cells as u32 - 1).max(1));
        Self { cells, away, most, one_hole: counts[0] == 1 }
    }

    #[inline]
    pub fn of(&self, tokens: impl Iterator<Item = u16>) -> u32 {
        let (mut farthest, mut sum) = ([0u16; 2], [0u32; 2]);
        for (cell, token) in tokens.enumerate() {
            let away = self.away[usize::from(token) * self.cells + cell];
            for way in 0..2 {
                farthest[way] = farthest[way].max(away[way]);
                sum[way] += u32::from(away[way]);
            }
        }
        let [across, down] =
            std::array::from_fn(|way| sum[way].div_ceil(self.most[way]).max(u32::from(farthest[way])));
        let alternating = if self.one_hole { (2 * across.max(down)).saturating_sub(1) } else { 0 };
        alternating.max(across + down)
    }
}
