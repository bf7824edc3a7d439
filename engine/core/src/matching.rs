//! Cheapest matchings between two small sets, for lower bounds: which tile goes to which target?
//!
//! The Hungarian method in its shortest-augmenting-path form: rows enter one by one, and each search
//! for a free column keeps all reduced costs non-negative by shifting the potentials of rows and columns
//! (Kuhn 1955; Jonker and Volgenant 1987). O(rows² · columns) for rows <= columns.

/// The cost of a pair that may not be matched.
pub const FORBIDDEN: u32 = u32::MAX;

/// Up to this many rows and columns the working memory is on the stack.
const SMALL: usize = 16;

/// The cost of a forbidden pair inside the method: more than a million allowed ones together.
const BIG: i64 = 1 << 52;

/// The least total cost of matching every element of the smaller side to one of its own on the larger side,
/// or `None` if some element must stay alone because its pairs are [`FORBIDDEN`].
///
/// `cost(row, column)` is asked for `row < rows` and `column < columns`; either side may be larger.
/// A total beyond `u32` is given as the largest value that is not [`FORBIDDEN`]. Nothing is allocated up to
/// 16 x 16.
#[must_use]
pub fn min_cost(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> u32) -> Option<u32> {
    if rows <= columns {
        with_memory(rows, columns, cost)
    } else {
        with_memory(columns, rows, |row, column| cost(column, row))
    }
}

fn with_memory(rows: usize, columns: usize, cost: impl Fn(usize, usize) -> u32) -> Option<u32> {
    let cost = |row, column| match cost(row, column) {
        FORBIDDEN => BIG,
        allowed => i64::from(allowed),
    };
    let total = if columns <= SMALL {
        let mut memory = [Column::FREE; SMALL + 1];
        hungarian(rows, &mut memory[..=columns], &mut [0; SMALL + 1], cost)
    } else {
        hungarian(rows, &mut vec![Column::FREE; columns + 1], &mut vec![0; rows + 1], cost)
    };
    (total < BIG).then(|| u32::try_from(total).unwrap_or(FORBIDDEN - 1))
}

/// What the method keeps for a column. Column 0 stands for "nowhere": the row that is being placed.
#[derive(Clone, Copy)]
struct Column {
    /// The row matched to it, from 1; 0: free.
    row: usize,
    potential: i64,
    /// Least reduced cost of an edge into it from the rows reached so far, and the column before on that path.
    slack: i64,
    before: usize,
    reached: bool,
}

impl Column {
    const FREE: Column = Column { row: 0, potential: 0, slack: i64::MAX, before: 0, reached: false };
}

/// `columns[0]` is spare; rows, too, are numbered from 1 in here.
fn hungarian(
    rows: usize,
    columns: &mut [Column],
    row_potential: &mut [i64],
    cost: impl Fn(usize, usize) -> i64,
) -> i64 {
    for row in 1..=rows {
        columns[0].row = row;
        for column in columns.iter_mut() {
            (column.slack, column.reached) = (i64::MAX, false);
        }
        let mut free = shortest_path(columns, row_potential, &cost);
        while free != 0 {
            let before = columns[free].before;
            columns[free].row = columns[before].row;
            free = before;
        }
    }
    let matched = columns.iter().enumerate().skip(1).filter(|(_, column)| column.row != 0);
    matched.map(|(index, column)| cost(column.row - 1, index - 1)).sum()
}

/// Walks from column 0 along edges of least reduced cost to the nearest free column, and returns it.
fn shortest_path(
    columns: &mut [Column],
    row_potential: &mut [i64],
    cost: &impl Fn(usize, usize) -> i64,
) -> usize {
    let mut here = 0;
    loop {
        columns[here].reached = true;
        let row = columns[here].row;
        let (mut step, mut nearest) = (i64::MAX, 0);
        for (index, column) in columns.iter_mut().enumerate().skip(1).filter(|(_, column)| !column.reached) {
            let reduced = cost(row - 1, index - 1) - row_potential[row] - column.potential;
            if reduced < column.slack {
                (column.slack, column.before) = (reduced, here);
            }
            if column.slack < step {
                (step, nearest) = (column.slack, index);
            }
        }
        for column in columns.iter_mut() {
            if column.reached {
                row_potential[column.row] += step;
                column.potential -= step;
            } else if column.slack != i64::MAX {
                column.slack -= step;
            }
        }
        here = nearest;
        if columns[here].row == 0 {
            return here;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries every way to place the rows `from..`; needs `rows <= columns`.
    fn brute(from: usize, table: &[Vec<u32>], taken: &mut Vec<usize>) -> Option<u32> {
        if from == table.len() {
            return Some(0);
        }
        let mut best = None;
        for (column, &cost) in table[from].iter().enumerate() {
            if cost != FORBIDDEN && !taken.contains(&column) {
                taken.push(column);
                let total = brute(from + 1, table, taken).map(|rest| rest + cost);
                taken.pop();
                best = best.into_iter().chain(total).min();
            }
        }
        best
    }

    fn tables() -> impl Strategy<Value = Vec<Vec<u32>>> {
        (1usize..=5, 0usize..=2).prop_flat_map(|(rows, more)| {
            let entry = prop_oneof![3 => 0u32..9, 1 => Just(FORBIDDEN), 1 => Just(1_000_000_000)];
            prop::collection::vec(prop::collection::vec(entry, rows + more), rows)
        })
    }

    proptest! {
        #[test]
        fn no_other_matching_is_cheaper(table in tables()) {
            let (rows, columns) = (table.len(), table[0].len());
            let expected = brute(0, &table, &mut Vec::new());
            prop_assume!(expected.is_none_or(|total| total < 4_000_000_000));
            prop_assert_eq!(min_cost(rows, columns, |r, c| table[r][c]), expected);
            prop_assert_eq!(min_cost(columns, rows, |c, r| table[r][c]), expected, "transposed");
        }

        /// On a line the sorted order is a cheapest matching, however many points there are.
        #[test]
        fn points_on_a_line_are_matched_in_order(
            pairs in prop::collection::vec((0u32..1000, 0u32..1000), 1..60),
        ) {
            let (mut from, mut to): (Vec<_>, Vec<_>) = pairs.iter().copied().unzip();
            let found = min_cost(from.len(), to.len(), |r, c| from[r].abs_diff(to[c]));
            from.sort_unstable();
            to.sort_unstable();
            prop_assert_eq!(found, Some(from.iter().zip(&to).map(|(a, b)| a.abs_diff(*b)).sum()));
        }
    }

    #[test]
    fn nothing_to_match_costs_nothing() {
        assert_eq!(min_cost(0, 0, |_, _| unreachable!()), Some(0));
        assert_eq!(min_cost(0, 3, |_, _| unreachable!()), Some(0));
        assert_eq!(min_cost(3, 0, |_, _| unreachable!()), Some(0));
    }
}
