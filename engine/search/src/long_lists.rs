//! Sorting of lists that are too long to be sorted between two checks of the limits.

use clew_core::packed::Packed;
use clew_core::watch::{Limit, Watch};

/// States that are sorted in one go: some milliseconds.
const SORTED_AT_ONCE: usize = 1 << 16;

/// Sorts a list of any length, checking the limits on the way: in parts, split at states sampled from it.
pub fn sort<S: Packed>(states: &mut Vec<S>, watch: &mut Watch) -> Result<(), Limit> {
    let parts = states.len() / SORTED_AT_ONCE;
    if parts < 2 {
        states.sort_unstable();
        return Ok(());
    }
    let mut drawn: Vec<S> = states.iter().copied().step_by(SORTED_AT_ONCE / 64).collect();
    drawn.sort_unstable();
    let borders: Vec<S> = drawn.into_iter().step_by(64).skip(1).collect();
    let mut sorted: Vec<Vec<S>> = vec![Vec::new(); borders.len() + 1];
    for &state in &*states {
        watch.tick()?;
        sorted[borders.partition_point(|&border| border <= state)].push(state);
    }
    states.clear();
    for mut part in sorted {
        watch.look()?;
        part.sort_unstable();
        states.append(&mut part);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_sorted_like_short_ones() {
        let number = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 44; // many of them twice
        let mut states: Vec<u64> = (0..5 * SORTED_AT_ONCE as u64).map(number).collect();
        let mut plain = states.clone();
        plain.sort_unstable();
        assert_eq!(sort(&mut states, &mut Watch::unlimited()), Ok(()));
        assert_eq!(states, plain);
    }
}
