//! Moves in order: lists of about ten, each sorted by a number.
//!
//! The sorts of the standard library are made for long lists, and are compiled once for every type and every order:
//! they were a twelfth of the engine. Short lists need no more than an insertion sort; of long ones only the numbers
//! are sorted, by a sort that all types share.

/// Longer lists than this are sorted by their numbers apart.
const SHORT: usize = 32;

/// Sorts moves, each with a value of its own, by a number; equal ones stay in order.
pub fn sort_by_number<M: Copy, T>(moves: &mut [(M, T)], number: impl Fn(M) -> u64) {
    if moves.len() > SHORT {
        return arrange(moves, moves.iter().map(|&(mv, _)| number(mv)).zip(0..).collect());
    }
    for next in 1..moves.len() {
        let (here, mut place) = (number(moves[next].0), next);
        while place > 0 && number(moves[place - 1].0) > here {
            moves.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// Arranges a list by the numbers of its items, each with its place.
fn arrange<T>(list: &mut [T], mut numbers: Vec<(u64, usize)>) {
    numbers.sort_unstable();
    for place in 0..list.len() {
        // What belongs here may have been swapped away, to where something that is in place now came from.
        let mut from = numbers[place].1;
        while from < place {
            from = numbers[from].1;
        }
        list.swap(place, from);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_of_any_length_are_sorted_stably(numbers in prop::collection::vec(0u64..9, 0..80)) {
            let mut moves: Vec<(u64, usize)> = numbers.into_iter().zip(0..).collect();
            let mut sorted = moves.clone();
            sorted.sort();
            sort_by_number(&mut moves, |number| number);
            prop_assert_eq!(moves, sorted);
        }
    }
}
