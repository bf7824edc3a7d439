//! The rows of a box, as sums of what each line adds to the number of the state after a move.

#[cfg(target_arch = "x86_64")]
use super::lanes::Fast;
use super::lanes::{BLOCK, Eight, LANES, Lanes, NEVER, Plain};
use super::lines::{Lines, PieceMoves, in_blocks};
use crate::blocks::geometry::MAX_SIDE;
use clew_space::Rows;

/// Maps have fewer states than this: numbers leave the bit of the mark free.
pub(super) const MOST_STATES: u64 = NEVER as u64;
/// Room is made for this many moves at once: few enough to be in the cache when they are written.
const AHEAD: usize = 1 << 12;
/// A board has no more rows or columns.
pub(super) const MOST_LINES: usize = MAX_SIDE;

/// A line of a box.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BoxLine {
    pub class: u32,
    pub size: u32,
    /// The difference of the numbers of two states whose digits differ by one.
    pub stride: u32,
    /// Where the steps of the class begin.
    pub steps: u32,
    /// The places where crossing pieces can stop.
    pub open: u32,
}

/// A line with several digits.
#[derive(Clone, Copy, Debug)]
struct Level {
    line: usize,
    /// Its first row in the table.
    row: usize,
    size: usize,
    /// The digit that it shows, as that of an odometer.
    digit: usize,
}

/// Eight columns, side by side.
#[derive(Clone, Debug)]
struct Pack {
    /// The part of the numbers of the states after the moves that no line adds; [`NEVER`] where there is no column.
    bases: Eight,
    /// For each line where their lists of digits after begin in [`Lines::digits`], and how far apart two states lie
    /// after the move whose digits differ by one. What they add is the digit times that.
    starts: [Eight; MOST_LINES],
    strides: [Eight; MOST_LINES],
}

const NO_COLUMNS: Pack =
    Pack { bases: [NEVER; LANES], starts: [[0; LANES]; MOST_LINES], strides: [[0; LANES]; MOST_LINES] };

/// The moves of a box, a column each, in the order of moves.
///
/// ```text
///                     B forth   A forth   C down         number after = base + what each digit adds
///   base                 0         0        12           (here: two lines of two digits, strides 2 and 1)
///   line 0, digit 0      2         0         0           state 0 0:  0+2+0   0+0+1   12+0+0
///           digit 1      -         2         -           state 0 1:  0+2+1   -       12+0+1
///   line 1, digit 0      0         1         0           state 1 0:  -       0+2+1   -
///           digit 1      1         -         1           state 1 1:  -       -       -
/// ```
///
/// Every move adds up like this: a move along a line changes what its own digit adds, a crossing piece's move what the
/// lines that it touches add. So a few short rows describe a box of many states, and the rows of its states are
/// sums of them, from which [`Lanes`] drop what is not allowed.
pub(super) struct Columns {
    packs: Vec<Pack>,
    /// How many columns there are.
    count: usize,
    levels: Vec<Level>,
    /// What each digit of each line adds.
    table: Vec<Eight>,
    /// Sums over the first lines.
    sums: Vec<Eight>,
    /// How many moves are written.
    pub used: usize,
    /// The faster implementation, if the processor supports it.
    #[cfg(target_arch = "x86_64")]
    pub fast: Option<Fast>,
}

impl Columns {
    pub fn new() -> Self {
        Self {
            packs: Vec::new(),
            count: 0,
            levels: Vec::new(),
            table: Vec::new(),
            sums: Vec::new(),
            used: 0,
            #[cfg(target_arch = "x86_64")]
            fast: Fast::detect(),
        }
    }

    pub fn bytes(&self) -> usize {
        size_of::<Pack>() * self.packs.capacity()
            + size_of::<Eight>() * (self.table.capacity() + self.sums.capacity())
    }

    /// Begins a box.
    pub fn begin(&mut self) {
        self.count = 0;
    }

    /// Columns for the moves of a piece along its line, in a box that begins at this number.
    #[inline(always)]
    pub fn along(&mut self, box_lines: &[BoxLine], line: usize, piece_moves: PieceMoves, first: u32) {
        for number in 0..piece_moves.moves {
            let mut column = self.add(box_lines);
            *column.base() = first;
            column.pack.starts[line][column.lane] = piece_moves.start + number * piece_moves.apart;
        }
    }

    /// One more column, for a move that changes nothing in any line so far.
    #[inline(always)]
    pub fn add(&mut self, box_lines: &[BoxLine]) -> Column<'_> {
        let (number, lane) = (self.count / LANES, self.count % LANES);
        if number == self.packs.len() {
            self.packs.push(NO_COLUMNS);
        }
        let pack = &mut self.packs[number];
        if lane == 0 {
            pack.bases = [NEVER; LANES];
            for ((starts, strides), box_line) in pack.starts.iter_mut().zip(&mut pack.strides).zip(box_lines)
            {
                *starts = [0; LANES];
                *strides = [box_line.stride; LANES];
            }
        }
        self.count += 1;
        Column { pack, lane }
    }

    /// Appends the rows of all states of the box.
    #[allow(unsafe_code)]
    pub fn write(&mut self, box_lines: &[BoxLine], lines: &Lines, rows: &mut Rows) {
        #[cfg(target_arch = "x86_64")]
        if let Some(fast) = self.fast {
            // SAFETY: `Fast` exists only if the processor supports the function's instructions.
            return unsafe { self.write_fast(box_lines, lines, rows, fast) };
        }
        self.write_by(box_lines, lines, rows, Plain);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    fn write_fast(&mut self, box_lines: &[BoxLine], lines: &Lines, rows: &mut Rows, fast: Fast) {
        self.write_by(box_lines, lines, rows, fast);
    }

    #[inline(always)]
    fn write_by(&mut self, box_lines: &[BoxLine], lines: &Lines, rows: &mut Rows, way: impl Lanes) {
        if self.count == 0 {
            self.add(box_lines); // a column in which no state has a move
        }
        match self.count.div_ceil(LANES) {
            1 => self.write_box(box_lines, lines, rows, way, Fixed::<1>),
            2 => self.write_box(box_lines, lines, rows, way, Fixed::<2>),
            3 => self.write_box(box_lines, lines, rows, way, Fixed::<3>),
            packs => self.write_box(box_lines, lines, rows, way, packs),
        }
    }

    #[inline(always)]
    fn write_box(
        &mut self,
        box_lines: &[BoxLine],
        lines: &Lines,
        rows: &mut Rows,
        way: impl Lanes,
        width: impl Width,
    ) {
        let packs = width.packs();
        self.fill_table(box_lines, lines.digits(), width, way);
        let last = self.levels.pop().expect("there is a level");
        let outer = self.levels.len();
        if self.sums.len() < (outer + 1) * packs {
            self.sums.resize((outer + 1) * packs, [0; LANES]);
        }
        for (sums, pack) in self.sums[..packs].iter_mut().zip(&self.packs[..packs]) {
            *sums = pack.bases;
        }
        let states = box_lines.first().map_or(1, |box_line| (box_line.size * box_line.stride) as usize);
        let first = rows.indptr.len();
        rows.indptr.resize(first + states, 0);
        let mut ends = rows.indptr[first..].iter_mut();
        let mut used = self.used;
        let mut from = 0;
        loop {
            for level in from..outer {
                self.add_up(level, width);
            }
            let most = used + last.size * packs * LANES;
            if rows.indices.len() < most {
                rows.indices.resize(most + AHEAD, 0);
            }
            let sums = &self.sums[outer * packs..][..packs];
            let table = self.table[last.row * packs..].chunks_exact(packs);
            for (end, more) in ends.by_ref().take(last.size).zip(table) {
                for (sums, more) in sums.iter().zip(more) {
                    let (squeezed, _) = rows.indices[used..].split_first_chunk_mut().expect("there is room");
                    used += way.squeeze(sums, more, squeezed);
                }
                *end = used as u64;
            }
            // The next digits, as an odometer counts.
            let Some(level) = self.levels.iter_mut().rposition(Level::turns_on) else { break };
            from = level;
        }
        self.used = used;
    }

    /// Works out what each digit of each line adds. Where no line has several there is one row of zeros.
    #[inline(always)]
    fn fill_table(&mut self, box_lines: &[BoxLine], digits: &[u32], width: impl Width, way: impl Lanes) {
        let packs = width.packs();
        self.levels.clear();
        let mut rows = 0;
        for (line, box_line) in box_lines.iter().enumerate().filter(|(_, box_line)| box_line.size > 1) {
            let size = box_line.size as usize;
            self.levels.push(Level { line, row: rows, size, digit: 0 });
            rows += in_blocks(size);
        }
        if self.table.len() < rows.max(1) * packs {
            self.table.resize(rows.max(1) * packs, [0; LANES]);
        }
        for &Level { line, row, size, .. } in &self.levels {
            for digit in (0..size).step_by(BLOCK) {
                let cells = &mut self.table[(row + digit) * packs..][..BLOCK * packs];
                for (number, pack) in self.packs[..packs].iter().enumerate() {
                    let shares = way.shares(digits, &pack.starts[line], &pack.strides[line], digit as u32);
                    for (row, shares) in shares.into_iter().enumerate() {
                        cells[row * packs + number] = shares;
                    }
                }
            }
        }
        if rows == 0 {
            self.table[..packs].fill([0; LANES]);
            self.levels.push(Level { line: 0, row: 0, size: 1, digit: 0 });
        }
    }

    /// The sums over the first lines, one more.
    #[inline(always)]
    fn add_up(&mut self, level: usize, width: impl Width) {
        let packs = width.packs();
        let (before, after) = self.sums[level * packs..][..2 * packs].split_at_mut(packs);
        let row = self.levels[level].row + self.levels[level].digit;
        for ((sum, before), more) in after.iter_mut().zip(before).zip(&self.table[row * packs..][..packs]) {
            // Two impossible marks would overflow to a possible value.
            let lane =
                |lane: usize| before[lane].wrapping_add(more[lane]) | (before[lane] | more[lane]) & NEVER;
            *sum = std::array::from_fn(lane);
        }
    }
}

impl Level {
    /// Shows the next digit; after the last, shows the first again and returns `false`.
    #[inline(always)]
    fn turns_on(&mut self) -> bool {
        self.digit += 1;
        let is_digit = self.digit < self.size;
        if !is_digit {
            self.digit = 0;
        }
        is_digit
    }
}

/// How many packs a box has. Most have few, and code that knows the number at compile time is faster.
trait Width: Copy {
    fn packs(self) -> usize;
}

#[derive(Clone, Copy)]
struct Fixed<const PACKS: usize>;

impl<const PACKS: usize> Width for Fixed<PACKS> {
    #[inline(always)]
    fn packs(self) -> usize {
        PACKS
    }
}

impl Width for usize {
    #[inline(always)]
    fn packs(self) -> usize {
        self
    }
}

/// A column under construction.
pub(super) struct Column<'a> {
    pack: &'a mut Pack,
    lane: usize,
}

impl Column<'_> {
    /// The number after the move if all digits are 0.
    #[inline(always)]
    pub fn base(&mut self) -> &mut u32 {
        &mut self.pack.bases[self.lane]
    }

    /// What happens to each line, the last first: where its list of digits after begins, and how far apart states lie
    /// then.
    #[inline(always)]
    pub fn set(&mut self, lines: usize, mut what: impl FnMut(usize) -> (u32, u32)) {
        let lists = self.pack.starts[..lines].iter_mut().zip(&mut self.pack.strides[..lines]);
        for (line, (starts, strides)) in lists.enumerate().rev() {
            (starts[self.lane], strides[self.lane]) = what(line);
        }
    }
}
