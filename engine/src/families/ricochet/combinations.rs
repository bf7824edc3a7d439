//! Numbers of subsets.

/// How many subsets of `size` elements a set of `of` elements has; `u64::MAX` where that is more.
pub fn choose(of: usize, size: usize) -> u64 {
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

/// In how many ways groups of interchangeable tiles can stand on `free` cells; `u64::MAX` where more.
pub fn placements(mut free: usize, groups: impl Iterator<Item = usize>) -> u64 {
    groups.fold(1, |ways: u64, size| {
        let here = choose(free, size);
        free = free.saturating_sub(size);
        ways.saturating_mul(here)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_and_placements_are_counted() {
        assert_eq!((choose(54, 6), choose(5, 0), choose(3, 4)), (25_827_165, 1, 0));
        assert_eq!(choose(256, 128), u64::MAX);
        assert_eq!(placements(5, [2, 1].into_iter()), 30);
        assert_eq!(placements(1, [1, 1].into_iter()), 0);
        assert_eq!(placements(256, [60, 60].into_iter()), u64::MAX);
    }
}
