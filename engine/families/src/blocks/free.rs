//! Pieces of any connected shape that move in any direction.
//!
//! A state holds an anchor for each *slot*. Interchangeable pieces share a group of neighbouring slots, whose
//! anchors stand in increasing order: of all states that look the same, only that one is ever packed.
//!
//! ```text
//!   B A A C      B C D F are one group of four slots, G H I J another. When G moves past H, the two
//!   B A A C      anchors change slots, and the state is the one in which H had moved instead.
//!   D E E F
//!   D G H F      A table gives for each shape and anchor the cells covered and the four anchors one step
//!   I . . J      away, so that walls and the rim need no checks later.
//! ```
//!
//! No two moves from one state lead to the same state: a move takes one anchor out of a group and puts
//! another in, and these two determine the piece and its destination.

use super::geometry::{CheckedSetup, DIRECTIONS, Grid, checked_anchors};
use super::goals::{Choice, count, placements};
use super::setup::{Metric, REASON, Setup, check_fit};
use super::spots::{Spot, flood, path, spots, step};
use clew_core::ordering::sort_by_number;
use clew_core::packed::{CellSet, Fields, Packed};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle, Written};

#[derive(Clone, Copy, Debug)]
struct Slot {
    shift: u32,
    /// Where the entries of its shape begin.
    spots: u32,
    /// The slots of its group: `first..end`.
    first: u16,
    end: u16,
}

/// The piece of a slot moves to another anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeMove {
    pub slot: u8,
    pub to: u8,
}

#[derive(Clone, Debug)]
struct Goal<C> {
    slot: usize,
    allowed: C,
    /// Fewest moves of the piece, alone on the board, from each anchor.
    distance: Vec<u32>,
}

/// Blocks that move freely; see the [module](super) for positions and moves.
#[derive(Clone, Debug)]
pub struct Free<W, C> {
    slots: Vec<Slot>,
    /// The piece of each slot.
    pieces: Vec<usize>,
    groups: Vec<Vec<usize>>,
    fields: Fields,
    /// One entry per cell for each group.
    spots: Vec<Spot<C>>,
    walls: C,
    grid: Grid,
    metric: Metric,
    goals: Vec<Goal<C>>,
    /// Cells that goal pieces cover in every goal.
    goal_cells: C,
    initial: W,
}

/// One anchor per piece.
pub(super) fn fields(layout: &CheckedSetup) -> Fields {
    Fields::new(layout.grid.cells(), layout.shapes.len())
}

impl<W: Packed, C: CellSet> Free<W, C> {
    /// Checks a board whose pieces move in any direction. `W` and `C` must be as large as [`Setup::needs`]
    /// says.
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let layout = CheckedSetup::new(setup)?;
        let fields = fields(&layout);
        check_fit::<W, C>(layout.grid.cells(), fields.bits())?;
        let groups = layout.groups(|_, _| true);
        let mut slots = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let (first, end) = (slots.len(), slots.len() + group.len());
            slots.extend((first..end).map(|slot| Slot {
                shift: fields.shift(slot),
                spots: (number * layout.grid.cells()) as u32,
                first: first as u16,
                end: end as u16,
            }));
        }
        let mut free = Self {
            slots,
            pieces: groups.concat(),
            spots: groups.iter().flat_map(|group| spots(&layout, group[0])).collect(),
            groups,
            fields,
            walls: layout.wall_set(),
            grid: layout.grid,
            metric: setup.metric,
            goals: Vec::new(),
            goal_cells: C::NONE,
            initial: W::ZERO,
        };
        free.set_goals(&layout);
        let start: Vec<u16> = layout.anchors.iter().map(|&anchor| anchor as u16).collect();
        free.initial = free.pack(&start)?;
        Ok(free)
    }

    fn set_goals(&mut self, layout: &CheckedSetup) {
        for (slot, &piece) in self.pieces.iter().enumerate() {
            let Some(wanted) = &layout.wanted[piece] else { continue };
            let spots = self.shape(slot);
            let wanted: Vec<usize> =
                wanted.iter().copied().filter(|&anchor| spots[anchor].cells != C::NONE).collect();
            let covers = |cell: usize| wanted.iter().all(|&anchor| spots[anchor].cells.has(cell));
            let always = C::of((0..self.grid.cells()).filter(|&cell| !wanted.is_empty() && covers(cell)));
            let distance = self.lone_distances(slot, &wanted);
            self.goal_cells = self.goal_cells.or(always);
            self.goals.push(Goal { slot, allowed: C::of(wanted), distance });
        }
    }

    /// Fewest moves from each anchor to one of `wanted` if no other piece were there. Moves can be undone,
    /// so that a search from the goals gives them.
    fn lone_distances(&self, slot: usize, wanted: &[usize]) -> Vec<u32> {
        let mut distance = vec![DEAD_END; self.grid.cells()];
        let mut queue = wanted.to_vec();
        for &anchor in wanted {
            distance[anchor] = 0;
        }
        let mut next = 0;
        while let Some(&from) = queue.get(next) {
            next += 1;
            self.destinations(slot, from, self.walls, |to| {
                if distance[to] == DEAD_END {
                    distance[to] = distance[from] + 1;
                    queue.push(to);
                }
            });
        }
        distance
    }

    #[inline(always)]
    fn anchor(&self, state: W, slot: usize) -> usize {
        state.field(self.slots[slot].shift, self.fields.width) as usize
    }

    /// The entries of a slot's shape, by anchor.
    #[inline(always)]
    fn shape(&self, slot: usize) -> &[Spot<C>] {
        let begin = self.slots[slot].spots as usize;
        &self.spots[begin..begin + self.grid.cells()]
    }

    fn occupied(&self, state: W) -> C {
        (0..self.slots.len())
            .fold(self.walls, |occupied, slot| occupied.or(self.shape(slot)[self.anchor(state, slot)].cells))
    }

    /// Everything that blocks the piece in `slot`.
    fn others(&self, state: W, slot: usize) -> C {
        self.occupied(state).minus(self.shape(slot)[self.anchor(state, slot)].cells)
    }

    /// Visits the anchors that one move takes a piece to, with `others` in its way.
    fn destinations(&self, slot: usize, from: usize, others: C, mut visit: impl FnMut(usize)) {
        let shape = self.shape(slot);
        if self.metric == Metric::Piece {
            return flood(shape, from, others, visit);
        }
        for direction in 0..DIRECTIONS.len() {
            self.along(shape, from, direction, others, &mut visit);
        }
    }

    /// Those in one direction, under the metrics of straight moves.
    #[inline(always)]
    fn along(
        &self,
        shape: &[Spot<C>],
        from: usize,
        direction: usize,
        others: C,
        visit: &mut impl FnMut(usize),
    ) {
        let mut at = from;
        while let Some(to) = step(shape, at, direction, others) {
            visit(to);
            if self.metric == Metric::Step {
                break;
            }
            at = to;
        }
    }

    /// Visits every move: by slot, then by direction, short before long; under [`Metric::Piece`] by slot,
    /// near before far. The steps that are possible at all are collected first, without a branch, four bits per slot.
    #[inline(always)]
    fn each_move(&self, state: W, mut visit: impl FnMut(FreeMove)) {
        const SLOTS: usize = 16;
        let occupied = self.occupied(state);
        for first in (0..self.slots.len()).step_by(SLOTS) {
            let mut possible = 0u64;
            for slot in first..self.slots.len().min(first + SLOTS) {
                let spot = &self.shape(slot)[self.anchor(state, slot)];
                for (direction, &entered) in spot.entered.iter().enumerate() {
                    possible |= u64::from(!occupied.meets(entered)) << (4 * (slot - first) + direction);
                }
            }
            while possible != 0 {
                let bit = possible.trailing_zeros() as usize;
                let slot = first + bit / 4;
                let from = self.anchor(state, slot);
                let shape = self.shape(slot);
                let others = occupied.minus(shape[from].cells);
                let mut visit = |to: usize| visit(FreeMove { slot: slot as u8, to: to as u8 });
                if self.metric == Metric::Piece {
                    flood(shape, from, others, visit);
                    possible &= !(0b1111 << (bit & !3));
                } else {
                    self.along(shape, from, bit % 4, others, &mut visit);
                    possible &= possible - 1;
                }
            }
        }
    }

    /// Where pieces may stand at all, or in goals: those that the goal names first.
    fn choices(&self, in_goals: bool) -> Vec<Choice<C>> {
        let goals = if in_goals { &self.goals[..] } else { &[] };
        let named = |slot: usize| goals.iter().find(|goal| goal.slot == slot);
        let mut order: Vec<usize> = (0..self.slots.len()).collect();
        order.sort_by_key(|&slot| named(slot).is_none());
        let choice = |slot: usize| {
            let spots = self.shape(slot).iter().map(|spot| spot.cells).enumerate();
            let stands = |&(anchor, cells): &(usize, C)| {
                cells != C::NONE && named(slot).is_none_or(|goal| goal.allowed.has(anchor))
            };
            let after = (slot > usize::from(self.slots[slot].first)).then(|| slot - 1);
            Choice { piece: slot, places: spots.filter(stands).collect(), after }
        };
        order.into_iter().map(choice).collect()
    }

    fn pack_slots(&self, anchors: impl Iterator<Item = usize>) -> W {
        anchors.enumerate().fold(W::ZERO, |state, (slot, at)| self.fields.set(state, slot, at as u32))
    }
}

impl<W: Packed, C: CellSet> Puzzle for Free<W, C> {
    type State = W;
    type Move = FreeMove;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<FreeMove>) {
        self.each_move(state, |mv| out.push(mv));
    }

    /// The new anchor goes to its place in the order of the group, those between move up by one slot.
    #[inline(always)]
    fn apply(&self, mut state: W, mv: FreeMove) -> W {
        let (mut slot, to) = (usize::from(mv.slot), usize::from(mv.to));
        let width = self.fields.width;
        let Slot { first, end, .. } = self.slots[slot];
        while slot > usize::from(first) && self.anchor(state, slot - 1) > to {
            state = state.with_field(self.slots[slot].shift, width, self.anchor(state, slot - 1) as u32);
            slot -= 1;
        }
        while slot + 1 < usize::from(end) && self.anchor(state, slot + 1) < to {
            state = state.with_field(self.slots[slot].shift, width, self.anchor(state, slot + 1) as u32);
            slot += 1;
        }
        state.with_field(self.slots[slot].shift, width, to as u32)
    }

    #[inline(always)]
    fn successors(&self, state: W, mut visit: impl FnMut(FreeMove, W)) {
        self.each_move(state, |mv| visit(mv, self.apply(state, mv)));
    }

    /// By piece, then by path: directions and cells.
    fn sort_moves<T>(&self, state: W, moves: &mut [(FreeMove, T)]) {
        let piece = |mv: FreeMove| self.pieces[usize::from(mv.slot)];
        if self.metric == Metric::Piece {
            moves.sort_by_cached_key(|&(mv, _)| (piece(mv), self.describe(state, mv).split_off(2)));
        } else {
            sort_by_number(moves, |mv| piece(mv) as u64); // each piece's own are in order
        }
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        self.goals.iter().all(|goal| goal.allowed.has(self.anchor(state, goal.slot)))
    }

    /// **Proof.** A move of a named piece is one that it could make alone on the board too, so that it needs
    /// at least as many as there. Every other piece that now stands on a cell that named pieces cover in
    /// every goal must move at least once. These are different pieces, and a move moves one. At a goal all
    /// distances are 0 and such cells are covered by named pieces alone.
    fn heuristic(&self, state: W) -> u32 {
        let mut bound = 0;
        let mut named = C::NONE;
        for goal in &self.goals {
            let anchor = self.anchor(state, goal.slot);
            if goal.distance[anchor] == DEAD_END {
                return DEAD_END;
            }
            bound += goal.distance[anchor];
            named = named.or(self.shape(goal.slot)[anchor].cells);
        }
        let wanted = self.goal_cells.minus(named);
        let stands_there =
            |&slot: &usize| wanted.meets(self.shape(slot)[self.anchor(state, slot)].cells.minus(named));
        bound + (0..self.slots.len()).filter(stands_there).count() as u32
    }

    const CHOICE: &'static [Algorithm] = &[Algorithm::Bfs];

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::Bfs, REASON)
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn goals(&self, limit: usize, out: &mut Vec<W>) -> bool {
        self.goals_while(limit, &mut || true, out)
    }

    fn goals_while(&self, limit: usize, go_on: &mut dyn FnMut() -> bool, out: &mut Vec<W>) -> bool {
        let before = out.len();
        let complete = placements(&self.choices(true), limit, go_on, |anchors| {
            out.push(self.pack_slots(anchors.iter().copied()));
        });
        if !complete {
            out.truncate(before);
        }
        complete
    }

    fn positions(&self, most: u64, go_on: &mut dyn FnMut() -> bool) -> Option<u64> {
        count(&self.choices(false), most, go_on)
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let mut slot_of = vec![0; self.pieces.len()];
        for (slot, &piece) in self.pieces.iter().enumerate() {
            slot_of[piece] = slot;
        }
        let anchors = checked_anchors(position, &self.groups, self.pieces.len(), |piece, anchor| {
            let cells = self.shape(slot_of[piece]).get(anchor)?.cells;
            (cells != C::NONE).then_some(cells)
        })?;
        Ok(self.pack_slots(self.pieces.iter().map(|&piece| anchors[piece])))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        let mut position = vec![0; self.pieces.len()];
        for (slot, &piece) in self.pieces.iter().enumerate() {
            position[piece] = self.anchor(state, slot) as u16;
        }
        position
    }

    fn describe(&self, state: W, mv: FreeMove) -> Vec<u16> {
        let (slot, to) = (usize::from(mv.slot), usize::from(mv.to));
        let from = self.anchor(state, slot);
        let mut code = vec![from as u16, to as u16];
        match self.metric {
            Metric::Piece => code.extend(path(self.shape(slot), from, to, self.others(state, slot))),
            Metric::Slide | Metric::Step => code.extend(self.grid.straight(from, to)),
        }
        code
    }

    // The letter of the piece, the ways and the distances.
    fn written(&self, state: W, mv: FreeMove) -> Written {
        let mut words = self.describe(state, mv);
        let moved = [words[0], words[1]];
        words.drain(..2);
        Written { words, moved: Some(moved) }
    }

    // The first piece of the group, at the anchor after.
    fn landing(&self, _state: W, mv: FreeMove) -> [u16; 2] {
        let slot = usize::from(mv.slot);
        [self.pieces[usize::from(self.slots[slot].first)] as u16, mv.to.into()]
    }
}
