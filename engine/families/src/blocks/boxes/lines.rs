//! The lines of a board, and what the pieces on each can do while the crossing pieces stand still.
//!
//! ```text
//!   place   0 1 2 3 4 5         Of the pieces B (2 cells) and C (2 cells), with a crossing piece on place 3:
//!           B B . | C C         the *class* has B at 0 or 1, C at 4: two *members*, numbered by a *digit*
//! ```
//!
//! A crossing piece that enters a line splits its class: some members stay possible, each in some new class. One that
//! leaves joins classes. Both are lists of digits after, one for each digit before, computed once and then looked up.

use std::ops::Range;

use super::board::LineBoard;
use super::lanes::{BLOCK, NEVER};

/// Pieces on a line of at most 16 places.
const MOST_PIECES: usize = 8;

/// One arrangement of the pieces of a line, whatever crosses it.
#[derive(Clone, Copy, Debug)]
struct Arrangement {
    /// The offsets of the pieces, as [`LinePiece::shift`](super::board::LinePiece::shift) places them.
    bits: u64,
    /// The places that they cover.
    cells: u32,
    /// The first place of each piece.
    firsts: [u8; MOST_PIECES],
    /// Whether they are where the goal wants them.
    good: bool,
}

/// What a crossing piece does to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CrossingStep {
    Enters,
    Leaves,
    /// Passes over it and stops beyond.
    Passes,
}

const STEPS: [CrossingStep; 3] = [CrossingStep::Enters, CrossingStep::Leaves, CrossingStep::Passes];

/// How many members are where the goal wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Good {
    None,
    Some,
    All,
}

/// The arrangements of a line that can be reached from each other while the crossing pieces stand still.
#[derive(Clone, Debug)]
pub(super) struct Class {
    /// The first line that has it.
    line: usize,
    /// The places that crossing pieces cover.
    blocked: u32,
    pub size: u32,
    /// The bits of the first member, in which every piece lies as far back as it can.
    pub bits: u64,
    pub good: Good,
    /// Where its members begin in the lists of [`Lines`].
    members: usize,
    /// Where the moves of its pieces begin.
    piece_moves: usize,
    /// Where its steps begin.
    pub steps: u32,
    /// The transition that changes nothing.
    pub rest: u32,
    /// The places that no crossing piece covers and some member leaves clear, as bits.
    pub open: u32,
}

/// The effect of a crossing step on a line: it takes some of its members into one class.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Transition {
    pub class: u32,
    /// The size of that class.
    pub size: u32,
    /// Where the digits after begin in [`Lines::digits`], one for each digit before.
    pub start: u32,
    /// The digit after, where there is only one before; otherwise 0.
    pub only: u32,
    /// How the bits of the first members differ.
    pub change: u64,
}

/// The moves of a piece along its line: `moves` lists, `apart` apart, of the digit after for each member.
#[derive(Clone, Copy, Debug)]
pub(super) struct PieceMoves {
    pub start: u32,
    pub moves: u32,
    pub apart: u32,
}

/// A list that is not computed yet.
const UNKNOWN: Range<u32> = u32::MAX..u32::MAX;

/// All lines, and all classes met so far. Lines with the same pieces share them: they are stored at the first such
/// line.
pub(super) struct Lines {
    arrangements: Vec<Vec<Arrangement>>,
    classes: Vec<Class>,
    /// For each line and set of blocked places its classes, or [`UNKNOWN`].
    by_blocked: Vec<Range<u32>>,
    members: Vec<u16>,
    /// For each class and piece its moves.
    piece_moves: Vec<PieceMoves>,
    /// For each class, place and step its transitions, or [`UNKNOWN`]; first come those of lines without pieces.
    steps: Vec<Range<u32>>,
    /// The first is that of lines without pieces.
    transitions: Vec<Transition>,
    /// Digits after, in lists padded to whole blocks. The first list is the identity, for a line that does not change.
    digits: Vec<u32>,
    /// Arrangements that are being sorted into classes.
    possible: Vec<(u64, u16)>,
    width: usize,
}

impl Lines {
    pub fn new(board: &LineBoard) -> Self {
        let of = |line| if board.like[line] == line { arrangements(board, line) } else { Vec::new() };
        let arrangements: Vec<_> = (0..board.lines.len()).map(of).collect();
        Self {
            by_blocked: vec![UNKNOWN; arrangements.len() << board.width],
            digits: (0..in_blocks(arrangements.iter().map(Vec::len).max().unwrap_or(0)) as u32).collect(),
            arrangements,
            classes: Vec::new(),
            members: Vec::new(),
            piece_moves: Vec::new(),
            steps: vec![0..1; STEPS.len() * board.width],
            transitions: vec![Transition { size: 1, ..Transition::default() }],
            possible: Vec::new(),
            width: board.width,
        }
    }

    /// The number of arrangements of the pieces if nothing crossed the lines, as a logarithm.
    pub fn ways(&self, board: &LineBoard) -> f64 {
        board.like.iter().map(|&line| (self.arrangements[line].len() as f64).ln()).sum()
    }

    #[inline(always)]
    pub fn class(&self, class: u32) -> &Class {
        &self.classes[class as usize]
    }

    /// The moves of a piece, by its number on the line.
    #[inline(always)]
    pub fn piece_moves(&self, class: u32, piece: usize) -> PieceMoves {
        self.piece_moves[self.class(class).piece_moves + piece]
    }

    /// Digits after, from there on.
    #[inline(always)]
    pub fn digits(&self) -> &[u32] {
        &self.digits
    }

    fn members(&self, class: u32) -> &[u16] {
        let class = self.class(class);
        &self.members[class.members..class.members + class.size as usize]
    }

    /// The bits of a member.
    pub fn bits(&self, class: u32, digit: u32) -> u64 {
        let arrangement = self.members(class)[digit as usize];
        self.arrangements[self.class(class).line][usize::from(arrangement)].bits
    }

    /// Whether this member is where the goal wants it.
    #[inline(always)]
    pub fn good(&self, class: u32, digit: u32) -> bool {
        let arrangement = self.members(class)[digit as usize];
        self.arrangements[self.class(class).line][usize::from(arrangement)].good
    }

    /// The class and digit of the pieces of a line, among the classes that were met.
    pub fn find(&self, board: &LineBoard, line: usize, blocked: u32, bits: u64) -> Option<(u32, u32)> {
        let line = board.like[line];
        let known = &self.by_blocked[line << self.width | blocked as usize];
        if *known == UNKNOWN {
            return None;
        }
        let arrangement = self.arrangements[line].iter().position(|known| known.bits == bits)? as u16;
        known.clone().find_map(|class| {
            let digit = self.members(class).binary_search(&arrangement).ok()?;
            Some((class, digit as u32))
        })
    }

    /// Memory taken, approximately.
    pub fn bytes(&self) -> usize {
        size_of::<Class>() * self.classes.capacity()
            + size_of::<Transition>() * self.transitions.capacity()
            + 8 * (self.by_blocked.capacity() + self.piece_moves.capacity() + self.steps.capacity())
            + 2 * self.members.capacity()
            + 4 * self.digits.capacity()
    }

    /// Every class of a line with these places blocked.
    pub fn classes_of(&mut self, board: &LineBoard, line: usize, blocked: u32) -> Range<u32> {
        let line = board.like[line];
        let slot = line << self.width | blocked as usize;
        if self.by_blocked[slot] == UNKNOWN {
            self.by_blocked[slot] = self.make_classes(board, line, blocked);
        }
        self.by_blocked[slot].clone()
    }

    fn make_classes(&mut self, board: &LineBoard, line: usize, blocked: u32) -> Range<u32> {
        let first = self.classes.len() as u32;
        let all = &self.arrangements[line];
        let mut possible = std::mem::take(&mut self.possible);
        possible.clear();
        possible.extend(
            (0..)
                .zip(all)
                .filter(|(_, arrangement)| arrangement.cells & blocked == 0)
                .map(|(number, arrangement)| (arrangement.fences(blocked), number)),
        );
        possible.sort_by_key(|&(fences, _)| fences);
        for class in possible.chunk_by(|one, other| one.0 == other.0) {
            self.make_class(board, line, blocked, class.iter().map(|&(_, number)| number));
        }
        self.possible = possible;
        first..self.classes.len() as u32
    }

    fn make_class(
        &mut self,
        board: &LineBoard,
        line: usize,
        blocked: u32,
        numbers: impl Iterator<Item = u16>,
    ) {
        let first = self.members.len();
        self.members.extend(numbers);
        let (all, members) = (&self.arrangements[line], &self.members[first..]);
        let piece_moves = self.piece_moves.len();
        for line_piece in &board.lines[line] {
            let piece = board.field << line_piece.shift;
            self.piece_moves.push(add_moves(&mut self.digits, all, members, piece, board.step));
        }
        let members = members.iter().map(|&number| &all[usize::from(number)]);
        let (size, bits) = (members.len() as u32, all[usize::from(self.members[first])].bits);
        let good = members.clone().filter(|member| member.good).count() as u32;
        self.classes.push(Class {
            line,
            blocked,
            size,
            bits,
            good: match good {
                0 => Good::None,
                _ if good == size => Good::All,
                _ => Good::Some,
            },
            members: first,
            piece_moves,
            steps: self.steps.len() as u32,
            rest: self.transitions.len() as u32,
            open: members.fold(0, |open, member| open | !member.cells) & !blocked,
        });
        let class = self.classes.len() as u32 - 1;
        self.transitions.push(Transition { class, size, ..Transition::default() });
        self.steps.resize(self.steps.len() + STEPS.len() * self.width, UNKNOWN);
    }

    /// Where a crossing step takes the members of a class that allow it: a transition for each class after. The steps
    /// of the class begin at `steps`.
    #[inline(always)]
    pub fn step(
        &mut self,
        board: &LineBoard,
        class: u32,
        steps: u32,
        across: u32,
        step: CrossingStep,
    ) -> Range<u32> {
        let slot = steps as usize + STEPS.len() * across as usize + step as usize;
        let known = self.steps[slot].clone();
        if known != UNKNOWN {
            return known;
        }
        let made = self.make_step(board, class, across, step);
        self.steps[slot] = made.clone();
        made
    }

    #[inline(always)]
    pub fn transition(&self, transition: u32) -> &Transition {
        &self.transitions[transition as usize]
    }

    #[cold]
    fn make_step(&mut self, board: &LineBoard, class: u32, across: u32, step: CrossingStep) -> Range<u32> {
        let Class { line, blocked, .. } = *self.class(class);
        let crossed = 1u32 << across;
        let after = match step {
            CrossingStep::Enters => self.classes_of(board, line, blocked | crossed),
            CrossingStep::Leaves => self.classes_of(board, line, blocked & !crossed),
            CrossingStep::Passes => class..class + 1,
        };
        // Classes made on the way have transitions of their own: these begin after them.
        let first = self.transitions.len() as u32;
        let Class { size, bits, .. } = *self.class(class);
        for other in after {
            let start = self.digits.len() as u32;
            // Members of both classes are sorted: one pass over both finds all pairs.
            let [before, after] = [class, other].map(|class| {
                let class = &self.classes[class as usize];
                &self.members[class.members..class.members + class.size as usize]
            });
            let mut there = 0;
            for &number in before {
                while there < after.len() && after[there] < number {
                    there += 1;
                }
                let clear = self.arrangements[line][usize::from(number)].cells & crossed == 0;
                let stays = after.get(there) == Some(&number) && (clear || step == CrossingStep::Leaves);
                self.digits.push(if stays { there as u32 } else { NEVER });
            }
            let digits = &self.digits[start as usize..];
            if digits.iter().all(|&there| there == NEVER) {
                self.digits.truncate(start as usize);
                continue;
            }
            let only = if size == 1 { digits[0] } else { 0 };
            self.digits.resize(start as usize + in_blocks(size as usize), NEVER);
            let Class { size, bits: bits_after, .. } = *self.class(other);
            self.transitions.push(Transition { class: other, size, start, only, change: bits ^ bits_after });
        }
        first..self.transitions.len() as u32
    }
}

impl Arrangement {
    /// How many blocked places lie before each piece. No piece moves over one: arrangements that agree in this
    /// can be turned into each other, and no others.
    fn fences(&self, blocked: u32) -> u64 {
        let before = |first: u8| (blocked & ((1 << first) - 1)).count_ones() as u8;
        u64::from_le_bytes(self.firsts.map(before))
    }
}

/// Appends the digits after the moves of a piece, whose offset these bits hold: back before forth, short before
/// long. Members, by their numbers among all, are in the order of the offsets of their pieces: so these are, of this
/// piece alone.
fn add_moves(
    digits: &mut Vec<u32>,
    all: &[Arrangement],
    members: &[u16],
    piece: u64,
    step: bool,
) -> PieceMoves {
    let most = if step { 1 } else { usize::MAX };
    let bits = |digit: usize| all[usize::from(members[digit])].bits;
    let moves = |digit: usize| {
        let moved = move |&to: &usize| (bits(to) ^ bits(digit)) & !piece == 0;
        let back = (0..digit).rev().filter(moved).take(most);
        back.chain((digit + 1..members.len()).filter(moved).take(most))
    };
    let (size, start) = (members.len(), digits.len());
    let most = (0..size).map(|digit| moves(digit).count()).max().unwrap_or(0);
    let apart = in_blocks(size);
    digits.resize(start + most * apart, NEVER);
    for digit in 0..size {
        for (number, to) in moves(digit).enumerate() {
            digits[start + number * apart + digit] = to as u32;
        }
    }
    PieceMoves { start: start as u32, moves: most as u32, apart: apart as u32 }
}

/// All arrangements of a line, in the order of the offsets of its pieces.
fn arrangements(board: &LineBoard, line: usize) -> Vec<Arrangement> {
    let none = Arrangement { bits: 0, cells: 0, firsts: [0; MOST_PIECES], good: true };
    let mut made = vec![(none, 0)];
    for (number, line_piece) in board.lines[line].iter().enumerate() {
        made = made
            .iter()
            .flat_map(|&(so_far, offset)| {
                let least = if line_piece.follows { offset } else { 0 };
                (least..=line_piece.last).map(move |offset| {
                    let first = line_piece.base + offset;
                    let mut next: Arrangement = so_far;
                    next.bits |= (offset as u64) << line_piece.shift;
                    next.cells |= ((1 << line_piece.length) - 1) << first;
                    next.firsts[number] = first as u8;
                    next.good &= line_piece.wanted >> offset & 1 != 0;
                    (next, offset)
                })
            })
            .collect();
    }
    made.into_iter().map(|(arrangement, _)| arrangement).collect()
}

/// The length of a list of this many digits, padded to whole blocks.
#[inline(always)]
pub(super) fn in_blocks(digits: usize) -> usize {
    digits.next_multiple_of(BLOCK)
}
