//! The planes of one search, and its layers.

mod bytes;
mod line;

use super::inside::Inside;
use crate::blocks::axis::Axis;
use clew_core::products::mix;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::found::Found;

/// Records expanded between two checks of the limits.
const CHECK_EVERY: usize = 1024;
const FIRST_SLOTS: usize = 1 << 10;
/// The number of no record, and of no edge.
const NONE: u32 = u32::MAX;
/// The number of a plane without states: the target of edges that were not followed yet.
const NOWHERE: u32 = 0;

/// All arrangements of the inner pieces, the outer ones standing as they do.
#[derive(Clone, Copy, Debug)]
struct Plane {
    /// The state, its inner fields 0.
    outer: u64,
    /// Arrangements without overlap.
    possible: u64,
    goal: u64,
    /// Its edges, which are known once it is expanded.
    first: u32,
    end: u32,
    /// Its last record.
    last: u32,
}

/// The states of a plane that were met.
#[derive(Clone, Copy, Debug)]
struct Met {
    /// In this layer or before.
    closed: u64,
    /// For the next layer.
    next: u64,
}

/// A move of an outer piece.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The arrangements that leave the way clear.
    clear: u64,
    /// Where the piece stands then.
    stand: u32,
    /// The plane.
    target: u32,
}

/// States of a plane that were met in one layer.
#[derive(Clone, Copy, Debug)]
struct Record {
    states: u64,
    plane: u32,
    /// The plane's record before.
    previous: u32,
}

/// How a search ended.
#[derive(Clone, Copy, Debug)]
enum PlanesEnd {
    Goal,
    Unsolvable,
    Limit(Limit),
    /// More states than may be stored. The generic search then finds where exactly the limit was.
    Full,
}

pub(super) struct Planes {
    planes: Vec<Plane>,
    met: Vec<Met>,
    /// The first `used`; those beyond are room.
    edges: Vec<Edge>,
    used: usize,
    /// Of one layer after the other.
    records: Vec<Record>,
    /// Where each layer begins; the last one is being expanded.
    layers: Vec<usize>,
    /// The next record to be expanded.
    at: usize,
    /// Planes with states for the next layer are the first `waiting`; those beyond are room.
    next: Vec<u32>,
    waiting: usize,
    /// Numbers of planes, or [`NOWHERE`].
    slots: Vec<u32>,
    work: Work,
    end: Option<PlanesEnd>,
}

impl Planes {
    pub const EMPTY: Self = Self {
        planes: Vec::new(),
        met: Vec::new(),
        edges: Vec::new(),
        used: 0,
        records: Vec::new(),
        layers: Vec::new(),
        at: 0,
        next: Vec::new(),
        waiting: 0,
        slots: Vec::new(),
        work: Work { stored: 0, expanded: 0, bytes: 0, depth: 0, lower_bound: 0, best: None, expected: None },
        end: None,
    };

    /// Begins a search.
    pub fn begin(&mut self, inside: &Inside, start: u64) {
        self.planes.clear();
        self.met.clear();
        self.used = 0;
        self.records.clear();
        self.layers.clear();
        (self.at, self.waiting, self.end) = (0, 0, None);
        self.slots.clear();
        self.slots.resize(FIRST_SLOTS, NOWHERE);
        self.planes.push(Plane { outer: u64::MAX, possible: 0, goal: 0, first: 0, end: 0, last: NONE });
        self.met.push(Met { closed: u64::MAX, next: 0 });
        let plane = self.plane(inside.outer(start), inside);
        self.meet(plane, inside.arrangement(start));
        self.work = Work::default();
        self.close();
    }

    /// Continues until the search has ended (then `true`), or `most` planes are known.
    pub fn go_on(&mut self, inside: &Inside, most: usize, watch: &mut Watch) -> bool {
        while self.end.is_none() && self.planes.len() < most {
            self.end = self.go_on_in_layer(inside, most, watch).err();
        }
        self.end.is_some()
    }

    fn go_on_in_layer(&mut self, inside: &Inside, most: usize, watch: &mut Watch) -> Result<(), PlanesEnd> {
        if self.at == *self.layers.last().expect("there is a layer") {
            self.work.depth += 1;
            self.work.lower_bound = self.work.depth;
            if !watch.admits(self.work.depth) {
                return Err(PlanesEnd::Limit(Limit::Moves));
            }
        }
        let end = self.records.len();
        while self.at < end && self.planes.len() < most {
            if self.at.is_multiple_of(CHECK_EVERY) {
                self.work.bytes = self.bytes_soon(inside);
                watch.check(&self.work).map_err(PlanesEnd::Limit)?;
            }
            self.expand(self.at, inside);
            self.at += 1;
        }
        if self.at < end {
            return Ok(());
        }
        self.work.expanded = self.work.stored;
        self.close();
        if watch.limits.states.is_some_and(|most| self.work.stored > most) {
            return Err(PlanesEnd::Full);
        }
        match self.end {
            Some(end) => Err(end),
            None if self.at == self.records.len() => Err(PlanesEnd::Unsolvable),
            None => Ok(()),
        }
    }

    /// What the search has found; if `any` will do, some shortest solution instead of the first.
    pub fn found(&mut self, inside: &Inside, any: bool) -> Option<Found<Axis<u64, u64>>> {
        let work = self.work;
        match self.end? {
            PlanesEnd::Goal => {
                let path = self.path(inside, any);
                Some(Found::solved(inside.layers.moves(&path), path.len() as u32 - 1, work))
            }
            PlanesEnd::Unsolvable => Some(Found::unsolvable(work)),
            PlanesEnd::Limit(limit) => Some(Found::limit(limit, work.lower_bound, work)),
            PlanesEnd::Full => None,
        }
    }

    /// Some of the states met.
    pub fn sample(&self, inside: &Inside, count: usize) -> Vec<u64> {
        let every = self.records.len().div_ceil(count);
        let state = |(number, record): (usize, &Record)| {
            let bit = if number % 2 == 0 {
                record.states.trailing_zeros()
            } else {
                63 - record.states.leading_zeros()
            };
            self.planes[record.plane as usize].outer | inside.state(1 << bit)
        };
        self.records.iter().step_by(every).enumerate().map(state).collect()
    }

    /// The slot with a plane, or for it.
    #[inline(always)]
    fn slot(&self, outer: u64) -> usize {
        let (slots, planes) = (&self.slots[..], &self.planes[..]);
        let mask = slots.len() - 1;
        let mut slot = mix(outer) as usize & mask;
        while slots[slot] != NOWHERE && planes[slots[slot] as usize].outer != outer {
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The number of a plane, which is made if it is new.
    #[inline(always)]
    fn plane(&mut self, outer: u64, inside: &Inside) -> u32 {
        let slot = self.slot(outer);
        match self.slots[slot] {
            NOWHERE => self.make(outer, slot, inside),
            number => number,
        }
    }

    #[inline(never)]
    fn make(&mut self, outer: u64, slot: usize, inside: &Inside) -> u32 {
        let (number, goal) = (self.planes.len() as u32, inside.goals(outer));
        self.slots[slot] = number;
        self.planes.push(Plane { outer, possible: 0, goal, first: NONE, end: NONE, last: NONE });
        self.met.push(Met { closed: 0, next: 0 });
        if self.next.len() <= self.planes.len() {
            self.next.resize(2 * self.planes.len() + 64, 0);
        }
        // At most a quarter of the slots are taken, so that almost every look-up ends at the first one.
        if 4 * self.planes.len() > self.slots.len() {
            self.grow();
        }
        number
    }

    /// Finds the edges of a plane: first the moves by one cell, then from each edge the same move a cell further.
    ///
    /// Which pieces can move cannot be predicted, so branches on it would often be mispredicted: every edge is written
    /// to the end of the list, and the end advances if there is such a move.
    #[inline(never)]
    fn look(&mut self, plane: usize, inside: &Inside) {
        let outer = self.planes[plane].outer;
        let (mut cells, mut possible) = (0, inside.all());
        for number in inside.standing(outer) {
            cells |= inside.stand(number).cells;
            possible &= inside.stand(number).leaves;
        }
        let (first, most) = (self.used, inside.most_edges());
        if self.edges.len() < first + most {
            self.edges.resize(2 * (first + most), Edge { clear: 0, stand: 0, target: NOWHERE });
        }
        let edges = &mut self.edges[first..first + most];
        let mut count = 0;
        for number in inside.standing(outer) {
            let stand = inside.stand(number);
            for (forth, to) in [(0, number.wrapping_sub(1)), (1, number + 1)] {
                let clear = possible & stand.clear[forth];
                // The target is the direction, for now.
                edges[count] = Edge { clear, stand: to as u32, target: forth as u32 };
                count += usize::from((stand.ahead[forth] & !cells != 0) & (clear != 0));
            }
        }
        let mut done = 0;
        while done < count {
            let Edge { clear, stand: number, target } = edges[done];
            edges[done].target = NOWHERE;
            done += 1;
            if !inside.layers.single {
                let (stand, forth) = (inside.stand(number as usize), (target & 1) as usize);
                let clear = clear & stand.clear[forth];
                edges[count] = Edge { clear, stand: (number + 2 * target).wrapping_sub(1), target };
                count += usize::from((stand.ahead[forth] & !cells != 0) & (clear != 0));
            }
        }
        self.used = first + count;
        let plane = &mut self.planes[plane];
        (plane.first, plane.end) = (first as u32, self.used as u32);
        plane.possible = possible;
    }

    #[cold]
    fn grow(&mut self) {
        let size = 4 * self.slots.len();
        self.slots.clear();
        self.slots.resize(size, NOWHERE);
        for number in 1..self.planes.len() {
            let slot = self.slot(self.planes[number].outer);
            self.slots[slot] = number as u32;
        }
    }

    /// Makes a layer of what was met for it.
    fn close(&mut self) {
        self.layers.push(self.records.len());
        let Self { planes, met, records, .. } = self;
        for &number in &self.next[..self.waiting] {
            let (plane, met) = (&mut planes[number as usize], &mut met[number as usize]);
            let states = std::mem::take(&mut met.next);
            met.closed |= states;
            self.work.stored += u64::from(states.count_ones());
            if states & plane.goal != 0 {
                self.end = Some(PlanesEnd::Goal);
            }
            let previous = std::mem::replace(&mut plane.last, records.len() as u32);
            records.push(Record { states, plane: number, previous });
        }
        self.waiting = 0;
        self.work.bytes = self.bytes();
    }

    /// Makes all moves from the states of a record.
    #[inline(always)]
    fn expand(&mut self, record: usize, inside: &Inside) {
        let Record { states, plane: number, .. } = self.records[record];
        let plane = number as usize;
        if self.planes[plane].first == NONE {
            self.look(plane, inside);
        }
        let Plane { outer, possible, first, end, .. } = self.planes[plane];
        self.meet(number, inside.moved(states, possible));
        for edge in first as usize..end as usize {
            let Edge { clear, stand, mut target } = self.edges[edge];
            let through = states & clear;
            if target == NOWHERE && through != 0 {
                target = self.plane(inside.stand(stand as usize).put(outer), inside);
                self.edges[edge].target = target;
            }
            self.meet(target, through);
        }
    }

    /// Whether a plane was met in this layer, and whether states are new, cannot be predicted, so branches on it would
    /// often be mispredicted: it is written in any case, and counted only if it is.
    #[inline(always)]
    fn meet(&mut self, number: u32, states: u64) {
        let met = &mut self.met[number as usize];
        let new = states & !met.closed;
        self.next[self.waiting] = number;
        self.waiting += usize::from((met.next == 0) & (new != 0));
        met.next |= new;
    }

    /// The states of a plane that were met in a layer.
    fn in_layer(&self, plane: u32, layer: usize) -> u64 {
        let (begin, end) = (self.layers[layer], self.layers[layer + 1]);
        let mut last = self.planes[plane as usize].last;
        while last != NONE && last as usize >= end {
            last = self.records[last as usize].previous;
        }
        if last != NONE && last as usize >= begin { self.records[last as usize].states } else { 0 }
    }
}
