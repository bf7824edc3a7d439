//! What the part of the engine for web pages leaves out of its searches ([`crate::WHOLE`]).

use std::marker::PhantomData;

use crate::puzzle::{Algorithm, Puzzle};
use crate::search::auto::{Choice, Request, Shortcut};
use crate::search::census::{Census, CensusRequest, Refusal};
use crate::search::found::Found;
use crate::watch::Watch;
use crate::{NOT_IN_PAGES, WHOLE};

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

/// A shortcut in the part of the engine for web pages, where games need its solutions and nothing else.
pub(super) struct SolvesOnly<S>(pub S);

impl<P: Puzzle, S: Shortcut<P>> Shortcut<P> for SolvesOnly<S> {
    fn solve(
        &self,
        puzzle: &P,
        start: P::State,
        request: Request,
        watch: &mut Watch,
    ) -> Option<(Found<P>, Choice)> {
        self.0.solve(puzzle, start, request, watch)
    }

    fn census(&self, _: &P, _: CensusRequest, _: &mut Watch) -> Result<Census<P::State>, Refusal> {
        Err(NOT_IN_PAGES.to_owned())
    }
}
