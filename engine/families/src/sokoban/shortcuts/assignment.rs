//! The cheapest way to give each box a goal of its own, and what becomes of it when one box moves.
//!
//! ```text
//!            goal a  goal b                       box 1 is pushed: its row is another
//!   box 1      3*      5                          box 1      4       4*
//!   box 2      4       6*     3 + 6 = 9           box 2      4*      6      4 + 4 = 8
//! ```
//!
//! The Hungarian method (Kuhn 1955; [`clew_core::matching`]) leaves a potential for each row and column,
//! under which no pair costs less than nothing and those matched cost nothing. They stay right for all rows
//! but the pushed box's. Taking that box out of the matching leaves one goal free, and the cheapest matching
//! with its new row is one shortest path, in reduced costs, from the box to that goal. So a push costs n²
//! steps at most, in place of n³, and mostly far fewer, because the path is short.
//!
//! Where there are fewer boxes than goals or the other way round, boxes or goals that cost nothing fill up
//! the square.

use super::super::distances::NO_WAY;

/// The cost of a pair that cannot be: more than all others together.
const NEVER: i32 = 1 << 22;

/// A cheapest matching.
#[derive(Default)]
pub struct Assignment {
    size: usize,
    /// By row, then by column.
    costs: Vec<i32>,
    row_potential: Vec<i32>,
    column_potential: Vec<i32>,
    row_of: Vec<usize>,
    column_of: Vec<usize>,
    total: i32,
    slack: Vec<i32>,
    reached: Vec<bool>,
    before: Vec<usize>,
}

impl Assignment {
    /// Finds the cheapest matching of these rows in a square of that size; what is not given costs nothing.
    pub fn solve<'a>(&mut self, size: usize, rows: impl Iterator<Item = &'a [u16]>) {
        self.size = size;
        for list in [&mut self.row_potential, &mut self.column_potential, &mut self.slack] {
            list.resize(size, 0);
        }
        for list in [&mut self.row_of, &mut self.column_of, &mut self.before] {
            list.clear();
            list.resize(size, usize::MAX);
        }
        self.reached.resize(size, false);
        self.costs.clear();
        self.costs.resize(size * size, 0);
        for (row, costs) in rows.enumerate() {
            for (cost, &pushes) in self.costs[row * size..].iter_mut().zip(costs) {
                *cost = if pushes == NO_WAY { NEVER } else { i32::from(pushes) };
            }
        }
        // A start that many rows keep: the least of each column, then of each row.
        for column in 0..size {
            self.column_potential[column] =
                (0..size).map(|row| self.costs[row * size + column]).min().unwrap_or_default();
        }
        for row in 0..size {
            let reduced = |column: usize| self.costs[row * size + column] - self.column_potential[column];
            let (mut least, mut place) = (i32::MAX, 0);
            for column in 0..size {
                let cost = reduced(column);
                if cost < least
                    || cost == least && self.row_of[place] != usize::MAX && self.row_of[column] == usize::MAX
                {
                    (least, place) = (cost, column);
                }
            }
            self.row_potential[row] = least;
            if self.row_of[place] == usize::MAX {
                (self.row_of[place], self.column_of[row]) = (row, place);
            }
        }
        for row in 0..size {
            if self.column_of[row] == usize::MAX {
                self.augment(row);
            }
        }
        self.total = (0..size).map(|row| self.costs[row * size + self.column_of[row]]).sum();
    }

    /// Its cost; `None` if some row has no column.
    pub fn total(&self) -> Option<u32> {
        (self.total < NEVER).then_some(self.total as u32)
    }

    /// Gives a row a column, on the cheapest path to a free one.
    fn augment(&mut self, row: usize) {
        let size = self.size;
        let (end, far) =
            self.path(row, self.row_potential[row], None, |this, column| this.costs[row * size + column]);
        self.row_potential[row] += far;
        for column in (0..size).filter(|&column| self.reached[column] && column != end) {
            let less = far - self.slack[column];
            self.column_potential[column] -= less;
            self.row_potential[self.row_of[column]] += less;
        }
        let mut column = end;
        loop {
            let before = self.before[column];
            if before == usize::MAX {
                (self.row_of[column], self.column_of[row]) = (row, column);
                return;
            }
            let moved = self.row_of[before];
            (self.row_of[column], self.column_of[moved]) = (moved, column);
            column = before;
        }
    }

    /// The nearest column from a row by reduced costs (Dijkstra): a free one, or the given one. Leaves the
    /// columns reached.
    #[inline(always)]
    fn path(
        &mut self,
        row: usize,
        potential: i32,
        end: Option<usize>,
        cost: impl Fn(&Self, usize) -> i32,
    ) -> (usize, i32) {
        let size = self.size;
        for column in 0..size {
            self.slack[column] = cost(self, column) - potential - self.column_potential[column];
        }
        self.before.fill(usize::MAX);
        self.reached.fill(false);
        loop {
            let (mut far, mut nearest) = (i32::MAX, 0);
            for column in 0..size {
                if !self.reached[column] && self.slack[column] < far {
                    (far, nearest) = (self.slack[column], column);
                }
            }
            self.reached[nearest] = true;
            let next = self.row_of[nearest];
            if Some(nearest) == end || next == usize::MAX {
                return (nearest, far);
            }
            debug_assert_ne!(next, row);
            let base = far - self.row_potential[next];
            for column in 0..size {
                let through = base + self.costs[next * size + column] - self.column_potential[column];
                if !self.reached[column] && through < self.slack[column] {
                    (self.slack[column], self.before[column]) = (through, nearest);
                }
            }
        }
    }

    /// What the cheapest matching would cost if this row were another; `None` if some row then has no column.
    pub fn total_with(&mut self, row: usize, costs: &[u16]) -> Option<u32> {
        let column = self.column_of[row];
        let price = |_: &Self, column: usize| match costs.get(column) {
            None => 0,
            Some(&NO_WAY) => NEVER,
            Some(&pushes) => i32::from(pushes),
        };
        let (_, far) = self.path(row, 0, Some(column), price);
        let total = self.total - self.costs[row * self.size + column] + far + self.column_potential[column];
        (total < NEVER).then_some(total as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_core::matching::{FORBIDDEN, min_cost};
    use proptest::prelude::*;

    fn least(rows: &[Vec<u16>], goals: usize) -> Option<u32> {
        let cost = |row: usize, goal: usize| match rows[row][goal] {
            NO_WAY => FORBIDDEN,
            pushes => u32::from(pushes),
        };
        min_cost(rows.len(), goals, cost)
    }

    proptest! {
        #[test]
        fn a_new_row_costs_what_a_new_matching_costs(
            boxes in 1usize..7,
            goals in 1usize..7,
            pushes in prop::collection::vec(prop_oneof![3 => 0u16..9, 1 => Just(NO_WAY)], 49),
            moved in 0usize..7,
        ) {
            let row = |row: usize| pushes[7 * row..7 * row + goals].to_vec();
            let mut rows: Vec<Vec<u16>> = (0..boxes).map(row).collect();
            let mut assignment = Assignment::default();
            assignment.solve(boxes.max(goals), rows.iter().map(|row| &row[..]));
            prop_assert_eq!(assignment.total(), least(&rows, goals));
            if assignment.total().is_some() {
                let (moved, pushes) = (moved % boxes, row(6));
                let total = assignment.total_with(moved, &pushes);
                rows[moved] = pushes;
                prop_assert_eq!(total, least(&rows, goals));
            }
        }
    }
}
