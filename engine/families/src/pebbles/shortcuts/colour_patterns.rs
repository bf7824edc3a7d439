//! Additive pattern databases for pebbles of the same colour: those that add up to most at each position.
//!
//! ```text
//!   plates  R G . B     pebbles  G R . -     R and G want each other's plate: 2 + 1 moves
//!           Y . B Y              B Y . B     ... and so do B and Y, elsewhere:  + 1
//! ```
//!
//! Distances by colour know nothing of other colours. A database knows two or three of them, alone on the board, and
//! tells what their pebbles need *beyond* distances for every placing, their gain ([`super::colour_table`]). A move
//! moves one pebble, so databases without a common colour can be added up.
//!
//! **Which to add up.** For distinct pebbles a fixed partition serves well ([`super::patterns`]): large groups, most of
//! which tell something at any position. A few colours rarely get in each other's way, and it is never known in advance
//! which. So all pairs, then all triples are built, and each position takes those that add up to most ([`super::packing`];
//! Felner, Korf and Hanan 2004 describe it for pairs and triples of tiles). Nodes of IDA* on 64 Panguru boards of 24 and
//! 25 moves: 5,200,000 with distances and cycles, 1,800,000 with a good fixed partition into three databases as well,
//! 188,000 with pairs, 4,200 with triples.
//!
//! **When to build.** Pairs take as long as some ten thousand nodes, triples as a million. As with other databases,
//! each are built when searches without them have taken as long.
//!
//! **Why it is fast.** Most gains are 0. The databases stand in the order of how many are not, and the first that
//! exceeds what is left of the bound ends the look.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};

use super::colour_layout::{ColourLayout, LARGEST, MOST_COLOURS};
use super::colour_table::{self, Sets};
use super::costs::Costs;
use super::databases::{Databases, Known};
use super::deepening::IncrementalHeuristic;
use super::packing::Gains;
use super::position::Position;
use clew_core::watch::{Limit, Watch, Work};
use clew_search::parallel::{self, Cancellation};

/// Databases that are looked up at a position at most.
const MOST_PATTERNS: usize = 64;

/// A database of two or three colours.
struct Pattern {
    /// Their places among the colours; the third of a pair is [`MOST_COLOURS`], which stands for none.
    colours: [u8; LARGEST],
    /// As bits.
    mask: u32,
    /// Sets of the second and the third.
    sets: [u32; 2],
    begin: u32,
}

impl Pattern {
    fn new(layout: &ColourLayout, colours: &[usize], begin: usize) -> Self {
        let mut places = [MOST_COLOURS as u8; LARGEST];
        places.iter_mut().zip(colours).for_each(|(place, &colour)| *place = colour as u8);
        let sets = [1, 2].map(|place| colours.get(place).map_or(1, |&colour| layout.sets(colour) as u32));
        let mask = colours.iter().map(|&colour| 1 << colour).sum();
        Self { colours: places, mask, sets, begin: begin as u32 }
    }
}

pub struct ColourPatterns {
    costs: Arc<Costs>,
    /// Colours in a database, at most.
    size: usize,
    gains: Arc<[u8]>,
    /// Those that tell something, often the most.
    patterns: Vec<Pattern>,
    /// By colour, the group of its pebbles.
    groups: Vec<u8>,
    /// The number of the set with this index of its group.
    numbers: Vec<u32>,
    spent: AtomicU64,
}

impl ColourPatterns {
    fn of(layout: &ColourLayout, size: usize, gains: Arc<[u8]>) -> Self {
        let (mut patterns, mut begin) = (Vec::new(), 0usize);
        for pattern in layout.patterns(size) {
            let end = begin + layout.entries_of(pattern) as usize;
            let telling = gains[begin..end].iter().filter(|&&gain| gain > 0).count();
            // Shares, since a pair has far fewer entries than a triple.
            let share = telling as f64 / (end - begin) as f64;
            patterns.push((share, Pattern::new(layout, pattern, begin)));
            begin = end;
        }
        patterns.retain(|&(share, _)| share > 0.0);
        patterns.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        patterns.truncate(MOST_PATTERNS);
        let patterns: Vec<Pattern> = patterns.into_iter().map(|(_, pattern)| pattern).collect();
        let (mut groups, mut numbers) = (Vec::new(), vec![0; layout.costs.table().len()]);
        for (token, count) in layout.tokens() {
            let sets = layout.costs.sets_of(token, count).expect("a colour with one table");
            groups.push(sets.group as u8);
            sets.numbers.iter().for_each(|&(index, number)| numbers[index as usize] = number);
        }
        let costs = Arc::clone(&layout.costs);
        Self { costs, size, gains, patterns, groups, numbers, spent: AtomicU64::new(0) }
    }

    /// Bytes of the databases.
    pub fn held(&self) -> usize {
        self.gains.len() + size_of_val(&*self.numbers) + size_of_val(&*self.patterns)
    }

    /// The databases of two colours: their places among the colours, where the entries begin, and the sets of the second.
    pub fn pairs(&self) -> impl Iterator<Item = ([u8; 2], u32, u32)> {
        let pairs = self.patterns.iter().filter(|pattern| usize::from(pattern.colours[2]) == MOST_COLOURS);
        pairs.map(|pattern| ([pattern.colours[0], pattern.colours[1]], pattern.begin, pattern.sets[0]))
    }

    #[inline(always)]
    fn gain(&self, pattern: &Pattern, sets: &[u32; MOST_COLOURS + 1]) -> u32 {
        let [a, b, c] = pattern.colours.map(|colour| sets[usize::from(colour) % (MOST_COLOURS + 1)]);
        let placing = (a * pattern.sets[0] + b) * pattern.sets[1] + c;
        self.gains[(pattern.begin + placing) as usize].into()
    }
}

impl Databases for ColourPatterns {
    type StateLayout = ColourLayout;

    fn known() -> &'static Known<Self> {
        static KNOWN: Known<ColourPatterns> = Mutex::new(Vec::new());
        &KNOWN
    }

    fn build(
        layout: &ColourLayout,
        size: usize,
        lower_bound: u32,
        threads: usize,
        watch: &mut Watch,
    ) -> Result<Self, Limit> {
        let phase = std::mem::replace(&mut watch.phase, "tables");
        let fits = |&many: &u64| watch.room_for(layout.bytes_to_build(size, many) as usize).is_ok();
        let threads = (1..=threads.max(1) as u64).rev().find(fits).unwrap_or(1);
        watch.check(&Work { bytes: layout.bytes_to_build(size, threads), lower_bound, ..Work::default() })?;
        let sets = layout.all_sets();
        let mut gains: Arc<[u8]> = std::iter::repeat_n(0, layout.entries(size) as usize).collect();
        let pairs = layout.entries(2) as usize;
        let cancellation = &Cancellation::new(watch);
        let (pairs, triples) = Arc::get_mut(&mut gains).expect("nobody else has it yet").split_at_mut(pairs);
        let fill = |pattern: &[usize], table: &mut [u8]| {
            let colours: Vec<&Sets> = pattern.iter().map(|&colour| &sets[colour]).collect();
            colour_table::fill(&colours, table, cancellation)
        };
        parallel::map_watched(
            &mut layout.parts(2, pairs),
            threads as usize,
            cancellation,
            |(pattern, table)| {
                fill(pattern, table);
            },
        );
        let pairs: HashMap<&[usize], &[u8]> =
            layout.parts(2, pairs).into_iter().map(|(pattern, table)| (pattern, &*table)).collect();
        parallel::map_watched(
            &mut layout.parts(3, triples),
            threads as usize,
            cancellation,
            |(pattern, table)| {
                if fill(pattern, table) {
                    let [a, b, c] = pattern[..] else { unreachable!("a triple") };
                    let pairs = [&[a, b], &[a, c], &[b, c]].map(|pair| pairs[&pair[..]]);
                    colour_table::leave_to_pairs([a, b, c].map(|colour| &sets[colour]), table, pairs);
                }
            },
        );
        cancellation.result()?;
        watch.phase = phase;
        Ok(Self::of(layout, size, gains))
    }

    fn of_table(layout: &ColourLayout, size: usize, table: Arc<[u8]>) -> Option<Self> {
        (table.len() as u64 == layout.entries(size)).then(|| Self::of(layout, size, table))
    }

    fn table(&self) -> &[u8] {
        &self.gains
    }

    fn size(&self) -> usize {
        self.size
    }

    fn bytes(&self) -> usize {
        self.held() + self.costs.bytes()
    }

    fn spent(&self) -> &AtomicU64 {
        &self.spent
    }

    fn position(&self, tokens: &[u8]) -> (Position, u32) {
        self.costs.position(tokens.iter().copied())
    }
}

impl IncrementalHeuristic for ColourPatterns {
    type At = Position;

    #[inline(always)]
    fn hole(&self, at: &Position) -> u8 {
        at.hole
    }

    #[inline(always)]
    fn after(&self, at: &Position, now: u32, from: u8) -> u32 {
        self.costs.after(at, now, from)
    }

    #[inline(always)]
    fn hop(&self, at: &mut Position, from: u8) {
        self.costs.hop(at, from);
    }

    #[inline]
    fn closer(&self, at: &Position, _: u32, room: u32) -> u32 {
        let mut sets = [0; MOST_COLOURS + 1];
        for (set, &group) in sets.iter_mut().zip(&self.groups) {
            *set = self.numbers[at.index[usize::from(group)] as usize];
        }
        let mut gains = Gains::default();
        for pattern in &self.patterns {
            let gain = self.gain(pattern, &sets);
            if gain > room {
                return gain;
            }
            if gain > 0 {
                gains.push(pattern.mask, gain);
            }
        }
        gains.beyond(room)
    }

    #[inline(always)]
    fn reach(&self) -> u32 {
        u32::from(u8::MAX)
    }

    #[inline(always)]
    fn key(&self, at: &Position) -> Option<u64> {
        self.costs.key(at)
    }
}
