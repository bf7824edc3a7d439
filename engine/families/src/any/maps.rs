//! Maps of puzzles of any family: positions as plain numbers.

use std::sync::Arc;

use super::erased::Erased;
use super::plain::Position;
use clew_core::puzzle::{Backward, Puzzle};
use clew_core::watch::{Watch, Work};
use clew_search::census::{self, Census};
use clew_space::partitions::{self, Block, Expanded, Joined, Way, push_words, words_a_state};
use clew_space::{Map, MapOptions, Places, Rows, Unmapped};

/// Finds the positions of a map by number, and their numbers by position.
pub trait AnyPlaces: Send + Sync {
    fn position(&self, number: u32) -> Position;
    /// `None` for a position of the puzzle that is not on the map; `Err`, in words, for any other.
    fn number(&self, position: &[u16]) -> Result<Option<u32>, String>;
    fn bytes(&self) -> usize;
    /// The number of words per state, and the words of all states in the order of their numbers: what
    /// [`AnyMapped::position_of`] reads.
    fn words(&self) -> (usize, Vec<u64>);
}

/// A map with its positions in plain numbers; the rest is as in [`Map`].
pub struct AnyMap {
    pub places: Box<dyn AnyPlaces>,
    pub states: usize,
    pub start: u32,
    pub rows: Option<Rows>,
    pub edges: u64,
    pub distance: Vec<u16>,
    pub depth: Vec<u16>,
    pub goal: Vec<bool>,
    pub cut: bool,
    pub work: Work,
}

/// A puzzle that can be mapped.
pub trait AnyMapped {
    /// Maps what can be reached from a position; `Err(Ok(..))` if that is impossible, `Err(Err(..))`, in words, for a
    /// wrong position.
    fn explore(
        &self,
        position: &[u16],
        options: MapOptions,
        watch: &mut Watch,
    ) -> Result<AnyMap, Result<Unmapped, String>>;
    /// How many of all positions need how many moves.
    fn census(
        &self,
        request: census::CensusRequest,
        watch: &mut Watch,
    ) -> Result<Census<Position>, census::Refusal>;
    /// The words of a state, as in [`AnyPlaces::words`].
    fn words_of(&self, position: &[u16]) -> Result<Vec<u64>, String>;
    /// The position of these words; `Err`, in words, if they do not encode a state.
    fn position_of(&self, words: &[u64]) -> Result<Position, String>;
    /// Whether searches may walk backwards, and how.
    fn backward(&self) -> Backward;
    /// Whether every move costs 1.
    fn unit_cost(&self) -> bool;
    /// See [`partitions::partition_of`].
    fn partition_of(&self, position: &[u16], partitions: usize) -> Result<usize, String>;
    /// See [`partitions::expand`].
    fn expand(&self, words: &[u64], way: Way) -> Expanded;
    /// See [`partitions::goals_among`].
    fn goals_among(&self, words: &[u64]) -> Vec<u64>;
    /// See [`partitions::moves`].
    fn moves_of_all(&self, words: &[u64]) -> (Vec<u32>, Vec<u64>, Vec<u32>);
    /// See [`partitions::fresh`].
    fn fresh(&self, new: &[Block], seen: &[Block], within: Option<&[Block]>) -> (Vec<u64>, Vec<usize>);
    /// See [`partitions::join`].
    fn join(&self, depths: &[(Block, u16)], distances: &[(Block, u16)]) -> (Joined, Vec<usize>);
}

struct Numbered<P: Puzzle> {
    puzzle: Arc<P>,
    places: Box<dyn Places<P::State>>,
    states: u32,
}

impl<P: Puzzle> AnyPlaces for Numbered<P> {
    fn position(&self, number: u32) -> Position {
        self.puzzle.unpack(self.places.state(number))
    }

    fn number(&self, position: &[u16]) -> Result<Option<u32>, String> {
        Ok(self.places.number(self.puzzle.pack(position)?))
    }

    fn bytes(&self) -> usize {
        self.places.bytes()
    }

    fn words(&self) -> (usize, Vec<u64>) {
        let states = (0..self.states).map(|number| self.places.state(number));
        (words_a_state::<P::State>(), partitions::all_words(states))
    }
}

impl<P: Puzzle + 'static> AnyMapped for Erased<P> {
    fn explore(
        &self,
        position: &[u16],
        options: MapOptions,
        watch: &mut Watch,
    ) -> Result<AnyMap, Result<Unmapped, String>> {
        let puzzle = &self.0.puzzle;
        let start = puzzle.pack(position).map_err(Err)?;
        let Map { places, start, rows, edges, distance, depth, goal, cut, work } =
            self.0.map(start, options, watch).map_err(Ok)?;
        let states = distance.len();
        let places = Box::new(Numbered { puzzle: Arc::clone(puzzle), places, states: states as u32 });
        Ok(AnyMap { places, states, start, rows, edges, distance, depth, goal, cut, work })
    }

    fn census(
        &self,
        request: census::CensusRequest,
        watch: &mut Watch,
    ) -> Result<Census<Position>, census::Refusal> {
        Ok(self.0.census(request, watch)?.map(|state| self.0.puzzle.unpack(state)))
    }

    fn words_of(&self, position: &[u16]) -> Result<Vec<u64>, String> {
        let mut words = Vec::new();
        push_words(self.0.puzzle.pack(position)?, &mut words);
        Ok(words)
    }

    fn position_of(&self, words: &[u64]) -> Result<Position, String> {
        let each = words_a_state::<P::State>();
        if words.len() != each {
            return Err(format!("{words:?} is not a state of this puzzle, whose states have {each} words"));
        }
        Ok(self.0.puzzle.unpack(partitions::state_of(words)))
    }

    fn backward(&self) -> Backward {
        self.0.puzzle.backward()
    }

    fn unit_cost(&self) -> bool {
        self.0.puzzle.unit_cost()
    }

    fn partition_of(&self, position: &[u16], partitions: usize) -> Result<usize, String> {
        Ok(partitions::partition_of(self.0.puzzle.pack(position)?, partitions))
    }

    fn expand(&self, words: &[u64], way: Way) -> Expanded {
        partitions::expand(&*self.0.puzzle, words, way)
    }

    fn goals_among(&self, words: &[u64]) -> Vec<u64> {
        partitions::goals_among(&*self.0.puzzle, words)
    }

    fn moves_of_all(&self, words: &[u64]) -> (Vec<u32>, Vec<u64>, Vec<u32>) {
        partitions::moves(&*self.0.puzzle, words)
    }

    fn fresh(&self, new: &[Block], seen: &[Block], within: Option<&[Block]>) -> (Vec<u64>, Vec<usize>) {
        partitions::fresh::<P::State>(new, seen, within)
    }

    fn join(&self, depths: &[(Block, u16)], distances: &[(Block, u16)]) -> (Joined, Vec<usize>) {
        partitions::join::<P::State>(depths, distances)
    }
}
