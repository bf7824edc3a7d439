//! Sets of cells as consecutive numbers: the combinatorial number system.
//!
//! A set of cells `c0 < c1 < c2 < ...` has the number `C(c0, 1) + C(c1, 2) + C(c2, 3) + ...`, and every number below
//! `C(cells, size)` is that of one set (Knuth, *The Art of Computer Programming* 4A, 7.2.1.3).
//!
//! ```text
//!   cells 1 4 6 of 8     C(1, 1) + C(4, 2) + C(6, 3) = 1 + 6 + 20 = 27 of C(8, 3) = 56
//! ```

/// How many subsets of `size` elements a set of `of` elements has; `u64::MAX` where that is more.
#[must_use]
pub fn subsets(of: usize, size: usize) -> u64 {
    if size > of {
        return 0;
    }
    let mut ways: u128 = 1;
    for taken in 0..size.min(of - size) {
        // Exact at each step: the product of n consecutive numbers is a multiple of n!.
        ways = ways * (of - taken) as u128 / (taken + 1) as u128;
        if ways > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    ways as u64
}

/// In how many ways groups of interchangeable things can be put on `free` cells; `u64::MAX` where more.
#[must_use]
pub fn placements(mut free: usize, groups: impl Iterator<Item = usize>) -> u64 {
    groups.fold(1, |ways: u64, size| {
        let here = subsets(free, size);
        free = free.saturating_sub(size);
        ways.saturating_mul(here)
    })
}

/// `C(cell, k)` for each cell and k = 1 ..= `deepest`, in rows of equal k. Terms beyond a `u32` belong to no set that is
/// numbered, and are cut.
#[must_use]
pub fn terms(cells: usize, deepest: usize) -> Vec<u32> {
    let mut terms: Vec<u32> = Vec::with_capacity(cells * deepest);
    for row in 0..deepest {
        for cell in 0..cells {
            terms.push(match (cell, row) {
                (0, _) => 0,
                (_, 0) => cell as u32,
                // Pascal's rule.
                _ => terms[row * cells + cell - 1].saturating_add(terms[(row - 1) * cells + cell - 1]),
            });
        }
    }
    terms
}

/// The next set of the same size in the order of their numbers; `false` after the last.
pub fn next_set(set: &mut [usize], cells: usize) -> bool {
    for i in 0..set.len() {
        let ceiling = set.get(i + 1).copied().unwrap_or(cells);
        if set[i] + 1 < ceiling {
            set[i] += 1;
            for (low, value) in set[..i].iter_mut().enumerate() {
                *value = low;
            }
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_and_placements_are_counted() {
        assert_eq!((subsets(54, 6), subsets(5, 0), subsets(3, 4)), (25_827_165, 1, 0));
        assert_eq!(subsets(256, 128), u64::MAX);
        assert_eq!(placements(5, [2, 1].into_iter()), 30);
        assert_eq!(placements(1, [1, 1].into_iter()), 0);
        assert_eq!(placements(256, [60, 60].into_iter()), u64::MAX);
    }

    #[test]
    fn terms_number_the_sets_in_their_order() {
        let (cells, size) = (8, 3);
        let (terms, mut set) = (terms(cells, size), vec![0, 1, 2]);
        for number in 0..subsets(cells, size) as u32 {
            let sum: u32 = set.iter().enumerate().map(|(place, &cell)| terms[place * cells + cell]).sum();
            assert_eq!(sum, number, "{set:?}");
            assert_eq!(next_set(&mut set, cells), u64::from(number) + 1 < subsets(cells, size));
        }
    }
}
