//! What the part of the engine for web pages leaves out of its searches ([`clew_core::whole`]).

use std::marker::PhantomData;

use clew_core::puzzle::{Algorithm, Puzzle};
use clew_core::whole::WHOLE;

/// Which searches of a puzzle are compiled.
pub(super) struct Has<P>(PhantomData<P>);

impl<P: Puzzle> Has<P> {
    pub const BFS: bool = Self::has(Algorithm::Bfs);
    pub const BIDIRECTIONAL: bool = Self::has(Algorithm::Bidirectional);
    pub const A_STAR: bool = Self::has(Algorithm::AStar);
    pub const IDA_STAR: bool = Self::has(Algorithm::IdaStar);

    const fn has(algorithm: Algorithm) -> bool {
        let mut number = 0;
        while number < P::CHOICE.len() {
            if P::CHOICE[number] as u8 == algorithm as u8 {
                return true;
            }
            number += 1;
        }
        WHOLE
    }
}
