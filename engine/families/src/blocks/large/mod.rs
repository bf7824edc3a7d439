//! Blocks of either movement on boards beyond 16 by 16 cells.
//!
//! The tables of [`super::Axis`] and [`super::Free`] hold sets of cells for every piece and place, which on 64 by 64
//! cells would be hundreds of megabytes. Here a shape is a list of offsets from its anchor, and a step looks at the
//! cells that it newly covers:
//!
//! ```text
//!   A A .      one step to the right covers only the cells marked `x`: the offsets of the shape that are not
//!   . A x      offsets of the shape moved back by one
//! ```
//!
//! A state holds an anchor for each *slot*, as in [`super::Free`]; where pieces keep to their axis, they have two
//! directions instead of four.

mod form;

use self::form::Form;
use super::geometry::{CheckedSetup, DIRECTIONS, Grid, checked_anchors};
use super::setup::{Metric, REASON, Setup, check_fit};
use super::tracks::Lines;
use clew_core::packed::{CellSet, Cells4096, Fields, Packed};
use clew_core::puzzle::{Algorithm, Backward, DEAD_END, Puzzle, Written};

#[derive(Clone, Copy, Debug)]
struct Slot {
    shift: u32,
    /// The number of its shape.
    form: usize,
    /// The slots of its group: `first..end`.
    first: usize,
    end: usize,
}

/// The piece of a slot moves to another anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargeMove {
    pub slot: u8,
    pub to: u16,
}

#[derive(Clone, Debug)]
struct Goal {
    slot: usize,
    allowed: Cells4096,
    /// Fewest moves of the piece, alone on the board, from each anchor.
    distance: Vec<u32>,
}

/// Blocks on a large board; see the [module](super) for positions and moves.
#[derive(Clone, Debug)]
pub struct Large<W> {
    slots: Vec<Slot>,
    /// The piece of each slot.
    pieces: Vec<usize>,
    groups: Vec<Vec<usize>>,
    forms: Vec<Form>,
    fields: Fields,
    walls: Cells4096,
    grid: Grid,
    metric: Metric,
    free: bool,
    goals: Vec<Goal>,
    /// Cells that goal pieces cover in every goal.
    goal_cells: Cells4096,
    /// The anchors that each slot's piece can have at all: those on its line, where it keeps to one.
    reach: Vec<Cells4096>,
    initial: W,
}

impl<W: Packed> Large<W> {
    /// `W` must be as large as [`bits`] says.
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let layout = CheckedSetup::new(setup)?;
        let groups = if setup.free { layout.groups(|_, _| true) } else { Lines::new(&layout)?.groups };
        let fields = fields(&layout);
        check_fit::<W, Cells4096>(layout.grid.cells(), fields.bits())?;
        let mut slots: Vec<Slot> = Vec::new();
        for (form, group) in groups.iter().enumerate() {
            let (first, end) = (slots.len(), slots.len() + group.len());
            slots.extend((first..end).map(|slot| Slot { shift: fields.shift(slot), form, first, end }));
        }
        let mut large = Self {
            slots,
            pieces: groups.concat(),
            forms: groups.iter().map(|group| Form::new(&layout, group[0])).collect(),
            groups,
            fields,
            walls: layout.wall_set(),
            grid: layout.grid,
            metric: setup.metric,
            free: setup.free,
            goals: Vec::new(),
            goal_cells: Cells4096::NONE,
            reach: Vec::new(),
            initial: W::ZERO,
        };
        let slots = 0..large.slots.len();
        large.reach = slots.map(|slot| large.reach_from(slot, layout.anchors[large.pieces[slot]])).collect();
        large.set_goals(&layout);
        let start: Vec<u16> = layout.anchors.iter().map(|&anchor| anchor as u16).collect();
        large.initial = large.pack(&start)?;
        Ok(large)
    }

    /// Where a piece can get if it is alone between the walls; if it moves freely, anywhere that its shape fits.
    fn reach_from(&self, slot: usize, anchor: usize) -> Cells4096 {
        let form = self.form(slot);
        if self.free {
            return form.fits;
        }
        let mut reach = Cells4096::NONE.with(anchor);
        for direction in self.directions(slot) {
            let mut at = anchor;
            while let Some(to) = self.step(form, at, direction, &self.walls) {
                reach = reach.with(to);
                at = to;
            }
        }
        reach
    }

    fn set_goals(&mut self, layout: &CheckedSetup) {
        for (slot, &piece) in self.pieces.iter().enumerate() {
            let Some(wanted) = &layout.wanted[piece] else { continue };
            let form = self.form(slot);
            let wanted: Vec<usize> = wanted.iter().copied().filter(|&anchor| form.fits.has(anchor)).collect();
            let sets = wanted.iter().map(|&anchor| form.set(anchor));
            let always = sets.reduce(Cells4096::and).unwrap_or(Cells4096::NONE);
            let distance = self.lone_distances(slot, &wanted);
            self.goal_cells = self.goal_cells.or(always);
            self.goals.push(Goal { slot, allowed: Cells4096::of(wanted), distance });
        }
    }

    /// Fewest moves from each anchor to one of `wanted` if no other piece were there. Moves can be undone.
    fn lone_distances(&self, slot: usize, wanted: &[usize]) -> Vec<u32> {
        let mut distance = vec![DEAD_END; self.grid.cells()];
        let mut queue = wanted.to_vec();
        for &anchor in wanted {
            distance[anchor] = 0;
        }
        let mut next = 0;
        while let Some(&from) = queue.get(next) {
            next += 1;
            self.destinations(slot, from, &self.walls, |to| {
                if distance[to] == DEAD_END {
                    distance[to] = distance[from] + 1;
                    queue.push(to);
                }
            });
        }
        distance
    }

    fn form(&self, slot: usize) -> &Form {
        &self.forms[self.slots[slot].form]
    }

    fn anchor(&self, state: W, slot: usize) -> usize {
        state.field(self.slots[slot].shift, self.fields.width) as usize
    }

    /// The directions of a slot's piece: all, or those of its axis.
    fn directions(&self, slot: usize) -> std::ops::Range<usize> {
        match (self.free, self.form(slot).cells.last()) {
            (true, _) | (_, None) => 0..4,
            (_, Some(&last)) if last < self.grid.columns as isize => 0..2,
            _ => 2..4,
        }
    }

    fn occupied(&self, state: W) -> Cells4096 {
        let mut occupied = self.walls;
        for slot in 0..self.slots.len() {
            for cell in self.form(slot).covered(self.anchor(state, slot)) {
                occupied = occupied.with(cell);
            }
        }
        occupied
    }

    /// Everything that blocks the piece in `slot`.
    fn others(&self, occupied: &Cells4096, slot: usize, anchor: usize) -> Cells4096 {
        self.form(slot).covered(anchor).fold(*occupied, Cells4096::without)
    }

    /// The anchor one step away, if the piece may go there.
    fn step(&self, form: &Form, at: usize, direction: usize, others: &Cells4096) -> Option<usize> {
        let next = self.grid.away(at, DIRECTIONS[direction]).filter(|&next| form.fits.has(next))?;
        let enters = |&by: &isize| others.has(at.wrapping_add_signed(by));
        (!form.entered[direction].iter().any(enters)).then_some(next)
    }

    /// Visits the anchors that one move takes a piece to, with `others` in its way: by direction, short before long;
    /// under [`Metric::Piece`] near before far.
    fn destinations(&self, slot: usize, from: usize, others: &Cells4096, mut visit: impl FnMut(usize)) {
        let form = self.form(slot);
        if self.metric == Metric::Piece {
            let mut seen = Cells4096::NONE.with(from);
            let mut queue = vec![from];
            let mut next = 0;
            while let Some(&at) = queue.get(next) {
                next += 1;
                for to in self.directions(slot).filter_map(|direction| self.step(form, at, direction, others))
                {
                    if !seen.has(to) {
                        seen = seen.with(to);
                        queue.push(to);
                        visit(to);
                    }
                }
            }
            return;
        }
        for direction in self.directions(slot) {
            let mut at = from;
            while let Some(to) = self.step(form, at, direction, others) {
                visit(to);
                if self.metric == Metric::Step {
                    break;
                }
                at = to;
            }
        }
    }

    fn each_move(&self, state: W, mut visit: impl FnMut(LargeMove)) {
        let occupied = self.occupied(state);
        for slot in 0..self.slots.len() {
            let from = self.anchor(state, slot);
            let others = self.others(&occupied, slot, from);
            self.destinations(slot, from, &others, |to| visit(LargeMove { slot: slot as u8, to: to as u16 }));
        }
    }

    /// Directions and cells of the shortest path between two anchors, the first one in the order of directions at
    /// each step.
    fn path(&self, state: W, slot: usize, from: usize, to: usize) -> Vec<u16> {
        let (form, others) = (self.form(slot), self.others(&self.occupied(state), slot, from));
        let mut distance = vec![DEAD_END; self.grid.cells()];
        let mut queue = vec![to];
        distance[to] = 0;
        let mut next = 0;
        while let Some(&at) = queue.get(next) {
            next += 1;
            for before in self.directions(slot).filter_map(|way| self.step(form, at, way, &others)) {
                if distance[before] == DEAD_END {
                    distance[before] = distance[at] + 1;
                    queue.push(before);
                }
            }
        }
        let (mut pairs, mut at): (Vec<u16>, usize) = (Vec::new(), from);
        while at != to {
            let nearer = |direction: usize| {
                let after = self.step(form, at, direction, &others)?;
                (distance[after] < distance[at]).then_some((direction as u16, after))
            };
            let found = self.directions(slot).find_map(nearer);
            let (direction, after) = found.expect("a legal move has a path to its end");
            match pairs.as_mut_slice() {
                [.., last, cells] if *last == direction => *cells += 1,
                _ => pairs.extend([direction, 1]),
            }
            at = after;
        }
        pairs
    }
}

/// One anchor per piece.
fn fields(layout: &CheckedSetup) -> Fields {
    Fields::new(layout.grid.cells(), layout.shapes.len())
}

/// Bits of a state of a large board.
pub fn bits(setup: &Setup) -> Result<u32, String> {
    Ok(fields(&CheckedSetup::new(setup)?).bits())
}

impl<W: Packed> Puzzle for Large<W> {
    type State = W;
    type Move = LargeMove;

    fn initial(&self) -> W {
        self.initial
    }

    fn moves(&self, state: W, out: &mut Vec<LargeMove>) {
        self.each_move(state, |mv| out.push(mv));
    }

    /// The new anchor goes to its place in the order of the group, those between move up by one slot.
    fn apply(&self, mut state: W, mv: LargeMove) -> W {
        let (mut slot, to) = (usize::from(mv.slot), usize::from(mv.to));
        let width = self.fields.width;
        let Slot { first, end, .. } = self.slots[slot];
        while slot > first && self.anchor(state, slot - 1) > to {
            state = state.with_field(self.slots[slot].shift, width, self.anchor(state, slot - 1) as u32);
            slot -= 1;
        }
        while slot + 1 < end && self.anchor(state, slot + 1) < to {
            state = state.with_field(self.slots[slot].shift, width, self.anchor(state, slot + 1) as u32);
            slot += 1;
        }
        state.with_field(self.slots[slot].shift, width, to as u32)
    }

    fn successors(&self, state: W, mut visit: impl FnMut(LargeMove, W)) {
        self.each_move(state, |mv| visit(mv, self.apply(state, mv)));
    }

    /// By piece, then by path: directions and cells.
    fn sort_moves<T>(&self, state: W, moves: &mut [(LargeMove, T)]) {
        moves.sort_by_cached_key(|&(mv, _)| {
            (self.pieces[usize::from(mv.slot)], self.describe(state, mv).split_off(2))
        });
    }

    fn is_goal(&self, state: W) -> bool {
        self.goals.iter().all(|goal| goal.allowed.has(self.anchor(state, goal.slot)))
    }

    /// The bound of [`super::Free`], with its proof: moves of named pieces alone on the board, and one for every other
    /// piece on a cell that named pieces cover in every goal.
    fn heuristic(&self, state: W) -> u32 {
        let (mut bound, mut named) = (0, Cells4096::NONE);
        for goal in &self.goals {
            let anchor = self.anchor(state, goal.slot);
            if goal.distance[anchor] == DEAD_END {
                return DEAD_END;
            }
            bound += goal.distance[anchor];
            named = named.or(self.form(goal.slot).set(anchor));
        }
        let wanted = self.goal_cells.minus(named);
        if wanted.is_empty() {
            return bound;
        }
        let stands_there = |&slot: &usize| {
            let mut cells = self.form(slot).covered(self.anchor(state, slot));
            cells.any(|cell| wanted.has(cell))
        };
        bound + (0..self.slots.len()).filter(stands_there).count() as u32
    }

    fn preferred(&self) -> (Algorithm, &'static str) {
        (Algorithm::Bfs, REASON)
    }

    fn backward(&self) -> Backward {
        Backward::Reversible
    }

    fn pack(&self, position: &[u16]) -> Result<W, String> {
        let mut slot_of = vec![0; self.pieces.len()];
        for (slot, &piece) in self.pieces.iter().enumerate() {
            slot_of[piece] = slot;
        }
        let anchors = checked_anchors(position, &self.groups, self.pieces.len(), |piece, anchor| {
            let slot = slot_of[piece];
            (anchor < self.grid.cells() && self.reach[slot].has(anchor)).then(|| self.form(slot).set(anchor))
        })?;
        let slots = self.pieces.iter().map(|&piece| anchors[piece]).enumerate();
        Ok(slots.fold(W::ZERO, |state, (slot, at)| self.fields.set(state, slot, at as u32)))
    }

    fn unpack(&self, state: W) -> Vec<u16> {
        let mut position = vec![0; self.pieces.len()];
        for (slot, &piece) in self.pieces.iter().enumerate() {
            position[piece] = self.anchor(state, slot) as u16;
        }
        position
    }

    fn describe(&self, state: W, mv: LargeMove) -> Vec<u16> {
        let (slot, to) = (usize::from(mv.slot), usize::from(mv.to));
        let from = self.anchor(state, slot);
        let mut code = vec![from as u16, mv.to];
        match self.metric {
            Metric::Piece => code.extend(self.path(state, slot, from, to)),
            Metric::Slide | Metric::Step => code.extend(self.grid.straight(from, to)),
        }
        code
    }

    // The letter of the piece, the ways and the distances.
    fn written(&self, state: W, mv: LargeMove) -> Written {
        let mut words = self.describe(state, mv);
        let moved = [words[0], words[1]];
        words.drain(..2);
        Written { words, moved: Some(moved) }
    }

    // The first piece of the group, or the piece itself where each keeps to its line, at the anchor after.
    fn landing(&self, _state: W, mv: LargeMove) -> [u16; 2] {
        let slot = usize::from(mv.slot);
        let kind = if self.free { self.slots[slot].first } else { slot };
        [self.pieces[kind] as u16, mv.to]
    }
}
