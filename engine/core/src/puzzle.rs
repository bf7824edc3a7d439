//! The one abstraction: what a search has to know about a puzzle.
//!
//! Every search, map and hint is written once, against [`Puzzle`]. A family describes its rule here
//! and nowhere else; `families/null.rs` is the smallest complete example and the template for new ones.

use std::sync::Arc;

use crate::packed::Packed;
use crate::trouble::Trouble;

/// "No goal can be reached from here", as a heuristic value.
pub const DEAD_END: u32 = u32::MAX;

/// A cost in tenths, as far as they can be counted; [`DEAD_END`] only for itself.
pub fn tenths(cost: u32) -> u32 {
    match cost {
        DEAD_END => DEAD_END,
        _ => cost.saturating_mul(10).min(DEAD_END - 1),
    }
}

/// Solutions that cost more than this are not searched for: so sums of costs, and of a cost and a bound, fit 32 bits.
/// A search that leaves out more expensive paths reports that it reached the limit on moves.
pub const FARTHEST: u32 = 1 << 31;

/// How a search may walk backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backward {
    /// Not at all: only forward searches apply.
    No,
    /// Every move can be undone by a move of the same cost: the predecessors of a state are its successors.
    Reversible,
    /// [`Puzzle::predecessors`] gives the states from which one move leads here.
    Predecessors,
}

/// The searches that a caller may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    Bfs,
    Bidirectional,
    AStar,
    IdaStar,
}

impl Algorithm {
    pub const ALL: [Self; 4] = [Self::Bfs, Self::Bidirectional, Self::AStar, Self::IdaStar];

    /// Its name in the interface.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Bfs => "bfs",
            Algorithm::Bidirectional => "bidirectional",
            Algorithm::AStar => "astar",
            Algorithm::IdaStar => "ida_star",
        }
    }

    /// The algorithm of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.name() == name)
    }
}

/// What a player writes for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Numbers that are equal where the same is written.
    pub words: Vec<u16>,
    /// The place of the piece before and after the move, where its letter is written, which the piece keeps from move to
    /// move, and `words` say the rest; `None` where `words` say everything.
    pub moved: Option<[u16; 2]>,
}

/// A number of its own for every position that [`Puzzle::pack`] accepts, without a table of those met (a perfect hash).
pub trait PerfectHash<S>: Send + Sync {
    /// All numbers are below this.
    fn size(&self) -> usize;
    /// Bytes of its tables.
    fn bytes(&self) -> usize;
    /// Appends the numbers of these states, in their order.
    fn number_all(&self, states: &[S], numbers: &mut Vec<u32>);
}

/// A move puzzle: states, legal moves, goals.
///
/// States are packed words ([`Packed`]); they are always *canonical*, that is, of several states that are
/// the same to a player (identical tiles exchanged) the family packs one representative.
///
/// Laws that every family keeps, and that `clew_search::laws` checks for each of them:
/// * `moves` gives the legal moves in an order that depends on the state alone;
/// * `successors` visits exactly `moves`, in that order, each with `apply`'s state;
/// * `heuristic` never exceeds the true cost to a goal, is 0 at goals, and [`DEAD_END`] only where no goal
///   can be reached;
/// * predecessors and successors are inverse to each other;
/// * a perfect hash gives different states different numbers, below its size.
pub trait Puzzle: Sync + Send {
    type State: Packed;
    type Move: Copy + Eq + Send + Sync + std::fmt::Debug;

    /// The start state.
    fn initial(&self) -> Self::State;

    /// Appends the legal moves, always in the same order.
    fn moves(&self, state: Self::State, out: &mut Vec<Self::Move>);

    /// Sounds and messages that a move asks for beside where it leads, as numbers of the family; `code` as in
    /// [`Puzzle::describe`], and it need not be legal. Searches never ask.
    fn asked(&self, _state: Self::State, _code: &[u16]) -> Vec<u16> {
        Vec::new()
    }

    /// The state after a legal move. Unchecked: an illegal move gives a wrong state, or panics.
    fn apply(&self, state: Self::State, mv: Self::Move) -> Self::State;

    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: Self::State) -> bool;

    /// The cost of a legal move.
    fn cost(&self, _state: Self::State, _mv: Self::Move) -> u32 {
        1
    }

    /// Whether every move costs 1. Searches by layers rely on it.
    fn unit_cost(&self) -> bool {
        true
    }

    /// A lower bound on the cost from `state` to a goal, or [`DEAD_END`].
    fn heuristic(&self, _state: Self::State) -> u32 {
        0
    }

    /// A guess of the cost from `state` to a goal, in tenths, for searches that prove nothing: it may be too high. But
    /// [`DEAD_END`], as always, only where no goal can be reached.
    fn estimate(&self, state: Self::State) -> u32 {
        tenths(self.heuristic(state))
    }

    /// Visits every legal move with the state after it, in the order of `moves`. This is the hot path of
    /// all searches; families override it to share work between moves and to allocate nothing.
    #[inline]
    fn successors(&self, state: Self::State, mut visit: impl FnMut(Self::Move, Self::State))
    where
        Self: Sized,
    {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        for mv in moves {
            visit(mv, self.apply(state, mv));
        }
    }

    /// The same for some states, one after the other: `visit` is told first which of them it is. Families override it to
    /// share work between states.
    #[inline]
    fn successors_of(&self, states: &[Self::State], mut visit: impl FnMut(usize, Self::Move, Self::State))
    where
        Self: Sized,
    {
        for (number, &state) in states.iter().enumerate() {
            self.successors(state, |mv, after| visit(number, mv, after));
        }
    }

    /// Of how many states the successors are best asked for together, where they might all be needed.
    const TOGETHER: usize = 1;

    /// Sorts legal moves, each with a value of its own, into the order in which they are shown to people: by
    /// [`Puzzle::describe`], unless the family defines another.
    fn sort_moves<T>(&self, state: Self::State, moves: &mut [(Self::Move, T)])
    where
        Self: Sized,
    {
        moves.sort_by_cached_key(|&(mv, _)| self.describe(state, mv));
    }

    /// The searches that [`Puzzle::preferred`] chooses from. The engine in a page has no others for this puzzle.
    const CHOICE: &'static [Algorithm] = &Algorithm::ALL;

    /// The search that suits this puzzle best, and a short reason for people to read.
    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::Bfs, "breadth-first search: this puzzle has no heuristic that could guide another search")
    }

    /// Whether searches may walk backwards, and how.
    fn backward(&self) -> Backward {
        Backward::No
    }

    /// Visits the states from which one legal move leads to `state`, with that move's cost; a state may be
    /// visited more than once. Overridden exactly by families whose [`Puzzle::backward`] is
    /// [`Backward::Predecessors`]; for reversible families it is their successors.
    #[inline]
    fn predecessors(&self, state: Self::State, mut visit: impl FnMut(Self::State, u32))
    where
        Self: Sized,
    {
        debug_assert_eq!(self.backward(), Backward::Reversible);
        self.successors(state, |mv, other| visit(other, self.cost(state, mv)));
    }

    /// Appends every goal state, including those that cannot be reached from the start, if the family can list them
    /// and there are at most `limit`; otherwise leaves `out` unchanged and returns `false`.
    fn goals(&self, _limit: usize, _out: &mut Vec<Self::State>) -> bool {
        false
    }

    /// The same for lists that may be long: `go_on`, called now and then, may end it, which counts as more than
    /// `limit`. Overridden by families that need more than a moment to list their goals.
    fn goals_while(
        &self,
        limit: usize,
        _go_on: &mut dyn FnMut() -> bool,
        out: &mut Vec<Self::State>,
    ) -> bool {
        self.goals(limit, out)
    }

    /// How many positions there are, reachable or not: every placement of the pieces that [`Puzzle::pack`] accepts.
    /// `None` where the family cannot tell, where there are more than `most`, or where `go_on`, called now and then,
    /// returns `false`.
    fn positions(&self, _most: u64, _go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        None
    }

    /// The numbers of all positions, if there are at most `most` and the family can tell them at the cost of a look-up.
    fn perfect_hash(&self, _most: usize) -> Option<Arc<dyn PerfectHash<Self::State>>> {
        None
    }

    /// Packs a position given as plain numbers (each family documents their meaning), checking that it belongs to
    /// this puzzle. The error says in words what is wrong.
    fn pack(&self, position: &[u16]) -> Result<Self::State, String>;

    /// The plain numbers of a state: `pack(unpack(s)) == s`.
    fn unpack(&self, state: Self::State) -> Vec<u16>;

    /// What the tables, one for each of a state's plain numbers, say of their values, together; 0 where one says nothing.
    fn sums<'a>(&'a self, tables: &'a [Vec<u8>]) -> Box<dyn Fn(Self::State) -> u32 + 'a> {
        Box::new(move |state| {
            let numbers = self.unpack(state);
            let said = numbers.iter().zip(tables).filter_map(|(&value, table)| table.get(usize::from(value)));
            said.map(|&number| u32::from(number)).sum()
        })
    }

    /// Appends what a state is made of, each part as a number that is the same in every state: what stands where, by
    /// default.
    fn parts(&self, state: Self::State, out: &mut Vec<u64>) {
        let numbers = self.unpack(state);
        out.extend((0..).zip(numbers).map(|(place, number): (u64, u16)| place << 16 | u64::from(number)));
    }

    /// A legal move as plain numbers (each family documents their meaning), from which a caller can name it
    /// and follow the piece that it moves.
    fn describe(&self, state: Self::State, mv: Self::Move) -> Vec<u16>;

    /// That of every legal move, in their order.
    fn describe_all(&self, state: Self::State) -> Vec<Vec<u16>> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.into_iter().map(|mv| self.describe(state, mv)).collect()
    }

    /// The same puzzle for one run, if runs must share nothing: what goes wrong in the rules of one is no matter of
    /// another, and states that are numbered as they are met are freed with the run.
    fn afresh(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Where the rules report what goes wrong in them, if they come with the board and can go wrong at all.
    fn trouble(&self) -> Option<Arc<Trouble>> {
        None
    }

    /// What a player writes for a legal move: two moves that are written alike are the same move to a player, whatever the
    /// states in which they are made.
    fn written(&self, state: Self::State, mv: Self::Move) -> Written {
        Written { words: self.describe(state, mv), moved: None }
    }

    /// A legal move seen from where it ends: what kind of piece stops where. Interchangeable pieces
    /// are one kind; a kind is named by the first of its pieces (each family documents the numbers).
    fn landing(&self, state: Self::State, mv: Self::Move) -> [u16; 2];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two long ways, one after the other, to state 2; no way leads there from state 3.
    struct Far;

    const WAY: u32 = 300_000_000;

    impl Puzzle for Far {
        type State = u64;
        type Move = u8;

        fn initial(&self) -> u64 {
            0
        }
        fn moves(&self, state: u64, out: &mut Vec<u8>) {
            out.extend((state < 2).then_some(0));
        }
        fn apply(&self, state: u64, _mv: u8) -> u64 {
            state + 1
        }
        fn is_goal(&self, state: u64) -> bool {
            state == 2
        }
        fn cost(&self, _state: u64, _mv: u8) -> u32 {
            WAY
        }
        fn unit_cost(&self) -> bool {
            false
        }
        fn heuristic(&self, state: u64) -> u32 {
            if state > 2 { DEAD_END } else { WAY * (2 - state as u32) }
        }
        fn pack(&self, position: &[u16]) -> Result<u64, String> {
            Ok(u64::from(position[0]))
        }
        fn unpack(&self, state: u64) -> Vec<u16> {
            vec![state as u16]
        }
        fn describe(&self, _state: u64, mv: u8) -> Vec<u16> {
            vec![u16::from(mv)]
        }
        fn landing(&self, state: u64, _mv: u8) -> [u16; 2] {
            [0, state as u16 + 1]
        }
    }

    #[test]
    fn what_is_far_is_not_lost() {
        assert_eq!([0, 1, 2, 3].map(|state| Far.estimate(state) == DEAD_END), [false, false, false, true]);
        assert_eq!(Far.estimate(1), 10 * WAY);
    }
}
