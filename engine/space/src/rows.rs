//! What can be computed from rows alone, wherever they are: in memory, or in a memory-mapped file.

use clew_core::watch::{Limit, Watch};

/// Distinct pairs of different states with a move between them, either way.
pub fn undirected(indptr: &[u64], indices: &[u32], watch: &mut Watch) -> Result<u64, Limit> {
    let row = |state: usize| &indices[indptr[state] as usize..indptr[state + 1] as usize];
    let mut pairs = 0;
    for state in 0..indptr.len().saturating_sub(1) {
        watch.tick()?;
        let moves = row(state);
        for (place, &to) in moves.iter().enumerate() {
            let repeated = moves[..place].contains(&to);
            // The pair is counted at its lower end, or at the upper one if only that has the move.
            let counted = match (to as usize).cmp(&state) {
                std::cmp::Ordering::Greater => true,
                std::cmp::Ordering::Equal => false,
                std::cmp::Ordering::Less => !row(to as usize).contains(&(state as u32)),
            };
            pairs += u64::from(counted && !repeated);
        }
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_counts_once_whichever_way_its_moves_go() {
        // 0 <-> 1, 0 -> 2 twice, 3 -> 1, 3 -> 3.
        let (indptr, indices) = ([0, 3, 4, 4, 6], [1, 2, 2, 0, 1, 3]);
        assert_eq!(undirected(&indptr, &indices, &mut Watch::unlimited()), Ok(3));
        assert_eq!(undirected(&[0], &[], &mut Watch::unlimited()), Ok(0));
    }
}
