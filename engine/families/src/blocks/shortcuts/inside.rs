//! The inner pieces, whose arrangements are the bits of a word, and the outer pieces that move among them.

use super::AxisLayers;
use clew_core::packed::Packed;

pub(super) const MOST_ARRANGEMENTS: u64 = 64;

/// An inner piece.
#[derive(Clone, Copy, Debug)]
struct Inner {
    shift: u32,
    offsets: u32,
    /// Bits from an offset to the next.
    stride: u32,
    /// Steps that a move has at most.
    steps: u32,
    /// Arrangements to which a step back, or forth, can lead.
    enter: [u64; 2],
}

/// An outer piece.
#[derive(Clone, Copy, Debug)]
struct Outer {
    shift: u32,
    /// Its stands are from here.
    first: u32,
}

/// An outer piece at one of its offsets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub cells: u64,
    /// The cell that a step back, or forth, enters; none at the end of its track.
    pub ahead: [u64; 2],
    /// The arrangements that leave it clear.
    pub clear: [u64; 2],
    /// The arrangements that overlap none of its cells.
    pub leaves: u64,
    /// The piece's field of a state, and what is in it here.
    fields: u64,
    place: u64,
}

impl Stand {
    /// The outer pieces with this one here.
    #[inline(always)]
    pub fn put(&self, outer: u64) -> u64 {
        outer & !self.fields | self.place
    }
}

/// A choice of inner pieces.
pub(super) struct Inside<'a> {
    pub layers: &'a AxisLayers,
    inners: Vec<Inner>,
    outers: Vec<Outer>,
    stands: Vec<Stand>,
    /// The fields of the inner pieces.
    fields: u64,
    /// For each cell the arrangements that leave it clear.
    clear: [u64; 64],
    /// Cells that inner pieces can cover.
    tracks: u64,
    /// Arrangements in which no two overlap.
    all: u64,
    /// Those in which the inner pieces that the goal names are where they should be.
    goal: u64,
    /// Shift and allowed offsets of the outer pieces that the goal names.
    outer_goals: Vec<(u32, u32)>,
}

impl<'a> Inside<'a> {
    pub fn new(layers: &'a AxisLayers, set: u64) -> Self {
        let mut inside = Self {
            layers,
            inners: Vec::new(),
            outers: Vec::new(),
            stands: Vec::with_capacity(layers.stands.len()),
            fields: 0,
            clear: [u64::MAX; 64],
            tracks: 0,
            all: 1,
            goal: u64::MAX,
            outer_goals: Vec::new(),
        };
        let is_inner = |number: usize| set >> number & 1 != 0;
        let numbers = 0..layers.runners.len();
        let mut count = 1;
        for number in numbers.clone().filter(|&number| is_inner(number)) {
            count = inside.take_in(number, count);
        }
        for number in numbers.filter(|&number| !is_inner(number)) {
            inside.leave_out(number);
        }
        inside
    }

    /// Makes a piece an inner one, besides others with `count` arrangements; returns the new number of arrangements.
    fn take_in(&mut self, number: usize, count: u32) -> u32 {
        let layers = self.layers;
        let runner = layers.runners[number];
        let offsets = runner.last + 1;
        let whole = count * offsets;
        // One with the piece at offset 0 for each arrangement of the pieces before, whether they overlap or not.
        let first = u64::MAX >> (64 - count);
        let at = |offset: u32| first << (offset * count);
        let mut covered = [0u64; 64];
        let stands = &layers.stands[runner.first..][..offsets as usize];
        for (offset, stand) in (0..).zip(stands) {
            for cell in bits(stand.cells) {
                covered[cell] |= at(offset);
            }
        }
        let tracks = stands.iter().fold(0, |cells, stand| cells | stand.cells);
        // What holds for the pieces before holds wherever this one stands.
        let spread = |set: u64| (0..offsets).fold(0, |all, offset| all | (set & first) << (offset * count));
        self.all = spread(self.all);
        for cell in bits(self.tracks | tracks) {
            let clear = spread(self.clear[cell]);
            self.all &= clear | !covered[cell];
            self.clear[cell] = clear & !covered[cell];
        }
        self.tracks |= tracks;
        for inner in &mut self.inners {
            inner.enter = inner.enter.map(spread);
        }
        self.goal = spread(self.goal);
        if let Some(&(_, allowed)) = layers.goals.iter().find(|goal| goal.0 == runner.shift) {
            self.goal &= (0..offsets)
                .filter(|offset| allowed >> offset & 1 != 0)
                .fold(0, |all, offset| all | at(offset));
        }
        let any = spread(u64::MAX);
        let enter = [any & !at(runner.last), any & !at(0)];
        let steps = if layers.single { 1 } else { runner.last };
        self.inners.push(Inner { shift: runner.shift, offsets, stride: count, steps, enter });
        self.fields |= field(runner.shift, layers.width);
        whole
    }

    /// Makes a piece an outer one; the inner ones are known.
    fn leave_out(&mut self, number: usize) {
        let layers = self.layers;
        let runner = layers.runners[number];
        self.outers.push(Outer { shift: runner.shift, first: self.stands.len() as u32 });
        for offset in 0..=u64::from(runner.last) {
            let stand = layers.stands[runner.first + offset as usize];
            let clear = |ahead: u64| bits(ahead).fold(u64::MAX, |clear, cell| clear & self.clear[cell]);
            self.stands.push(Stand {
                cells: stand.cells,
                ahead: stand.ahead,
                clear: stand.ahead.map(clear),
                leaves: clear(stand.cells),
                fields: field(runner.shift, layers.width),
                place: offset << runner.shift,
            });
        }
        self.outer_goals.extend(layers.goals.iter().filter(|goal| goal.0 == runner.shift));
    }

    /// A state without what is inner.
    pub fn outer(&self, state: u64) -> u64 {
        state & !self.fields
    }

    /// The numbers of the stands of the outer pieces.
    #[inline(always)]
    pub fn standing(&self, outer: u64) -> impl Iterator<Item = usize> {
        let width = self.layers.width;
        self.outers.iter().map(move |piece| (piece.first + outer.field(piece.shift, width)) as usize)
    }

    #[inline(always)]
    pub fn stand(&self, number: usize) -> &Stand {
        &self.stands[number]
    }

    /// Arrangements in which no two inner pieces overlap.
    pub fn all(&self) -> u64 {
        self.all
    }

    /// Edges of a plane at most, and one that is tried.
    pub fn most_edges(&self) -> usize {
        self.stands.len() + 1
    }

    /// Arrangements that are goals, the outer pieces standing so.
    pub fn goals(&self, outer: u64) -> u64 {
        let allows =
            |&(shift, allowed): &(u32, u32)| allowed >> outer.field(shift, self.layers.width) & 1 != 0;
        if self.outer_goals.iter().all(allows) { self.goal } else { 0 }
    }

    /// Where a move of an inner piece leads from these arrangements.
    #[inline(always)]
    pub fn moved(&self, states: u64, possible: u64) -> u64 {
        let mut met = 0;
        for inner in &self.inners {
            let (mut back, mut forth) = (states, states);
            let enter = inner.enter.map(|enter| enter & possible);
            for _ in 0..inner.steps {
                back = back >> inner.stride & enter[0];
                forth = forth << inner.stride & enter[1];
                met |= back | forth;
            }
        }
        met
    }

    /// The inner fields of a state in this arrangement.
    pub fn state(&self, arrangement: u64) -> u64 {
        let bit = arrangement.trailing_zeros();
        let field = |inner: &Inner| u64::from(bit / inner.stride % inner.offsets) << inner.shift;
        self.inners.iter().map(field).sum()
    }

    pub fn arrangement(&self, state: u64) -> u64 {
        let width = self.layers.width;
        1 << self.inners.iter().map(|inner| state.field(inner.shift, width) * inner.stride).sum::<u32>()
    }
}

fn field(shift: u32, width: u32) -> u64 {
    ((1 << width) - 1) << shift
}

/// The numbers of the bits that are set, in order.
#[inline(always)]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        bit
    })
}
