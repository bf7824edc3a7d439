//! What both movements share: the grid, shapes and where they fit, and the check of a [`Setup`].

use super::setup::Setup;
use clew_core::packed::CellSet;

/// Most rows and columns of a board.
pub const MAX_SIDE: usize = 64;
/// Those up to which a board has tables of sets of cells, [`clew_core::packed::Cells256`] at most.
pub(super) const TABLE_SIDE: usize = 16;

/// Left, right, up, down as changes of row and column: the order of directions everywhere.
pub(super) const DIRECTIONS: [(isize, isize); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub rows: usize,
    pub columns: usize,
}

impl Grid {
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cell `(rows, columns)` away, if it is on the board.
    pub fn away(self, cell: usize, (rows, columns): (isize, isize)) -> Option<usize> {
        let row = (cell / self.columns).checked_add_signed(rows).filter(|&row| row < self.rows)?;
        let column = (cell % self.columns).checked_add_signed(columns).filter(|&c| c < self.columns)?;
        Some(row * self.columns + column)
    }

    /// Direction and number of cells from one cell to another in its row or column.
    pub fn straight(self, from: usize, to: usize) -> [u16; 2] {
        let backward = u16::from(to > from);
        if from / self.columns == to / self.columns {
            [backward, from.abs_diff(to) as u16]
        } else {
            [2 + backward, (from.abs_diff(to) / self.columns) as u16]
        }
    }
}

/// The cells of a piece as rows and columns from its anchor, row by row; the first is `(0, 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape(Vec<(isize, isize)>);

impl Shape {
    fn of(grid: Grid, cells: &[usize]) -> Self {
        let place = |cell: usize| ((cell / grid.columns) as isize, (cell % grid.columns) as isize);
        let (row, column) = place(cells[0]);
        Self(cells.iter().map(|&cell| (place(cell).0 - row, place(cell).1 - column)).collect())
    }

    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Lies in one row (a single cell does).
    pub fn lies(&self) -> bool {
        self.0.iter().all(|&(row, _)| row == 0)
    }

    /// Stands in one column (a single cell does).
    pub fn stands(&self) -> bool {
        self.0.iter().all(|&(_, column)| column == 0)
    }
}

/// A checked [`Setup`].
pub(super) struct CheckedSetup {
    pub grid: Grid,
    walls: Vec<bool>,
    pub shapes: Vec<Shape>,
    /// Where each piece stands.
    pub anchors: Vec<usize>,
    /// The anchors at which the goal wants each piece, or `None` where it does not name the piece.
    pub wanted: Vec<Option<Vec<usize>>>,
}

impl CheckedSetup {
    pub fn new(setup: &Setup) -> Result<Self, String> {
        let grid = Grid { rows: setup.rows, columns: setup.columns };
        if !(1..=MAX_SIDE).contains(&grid.rows) || !(1..=MAX_SIDE).contains(&grid.columns) {
            return Err(format!(
                "a board has 1 to {MAX_SIDE} rows and columns, not {} x {}",
                grid.rows, grid.columns
            ));
        }
        let mut walls = vec![false; grid.cells()];
        for &cell in &setup.walls {
            *walls.get_mut(cell).ok_or_else(|| format!("the wall at {}", off_board(grid, cell)))? = true;
        }
        let mut owners = vec![None; grid.cells()];
        let (mut shapes, mut anchors) = (Vec::new(), Vec::new());
        for (piece, cells) in setup.pieces.iter().enumerate() {
            let mut cells = cells.clone();
            cells.sort_unstable();
            occupy(grid, &walls, &mut owners, piece, &cells)?;
            shapes.push(Shape::of(grid, &cells));
            anchors.push(cells[0]);
        }
        let wanted = wanted(grid, setup)?;
        Ok(Self { grid, walls, shapes, anchors, wanted })
    }

    /// The cells of a piece as rows and columns from its anchor.
    pub fn offsets(&self, piece: usize) -> &[(isize, isize)] {
        &self.shapes[piece].0
    }

    pub fn is_wall(&self, cell: usize) -> bool {
        self.walls[cell]
    }

    pub fn wall_set<C: CellSet>(&self) -> C {
        C::of((0..self.walls.len()).filter(|&cell| self.walls[cell]))
    }

    /// The cells of a piece at an anchor, if it fits there between walls and rim.
    pub fn cells_at<C: CellSet>(&self, piece: usize, anchor: usize) -> Option<C> {
        self.shapes[piece].0.iter().try_fold(C::NONE, |cells, &offset| {
            self.grid.away(anchor, offset).filter(|&cell| !self.walls[cell]).map(|cell| cells.with(cell))
        })
    }

    /// Every piece in exactly one group, groups and their pieces in increasing order: pieces of one shape
    /// that the goal does not name are interchangeable, if `alike` too says so.
    pub fn groups(&self, alike: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for piece in 0..self.shapes.len() {
            let mates = |other: usize| {
                self.wanted[piece].is_none()
                    && self.wanted[other].is_none()
                    && self.shapes[piece] == self.shapes[other]
                    && alike(piece, other)
            };
            match groups.iter_mut().find(|group| mates(group[0])) {
                Some(group) => group.push(piece),
                None => groups.push(vec![piece]),
            }
        }
        groups
    }
}

/// Lets the pieces of each group stand in the order of their numbers.
pub(super) fn sort_groups(groups: &[Vec<usize>], anchors: &mut [usize]) {
    for group in groups.iter().filter(|group| group.len() > 1) {
        let mut sorted: Vec<usize> = group.iter().map(|&piece| anchors[piece]).collect();
        sorted.sort_unstable();
        for (&piece, anchor) in group.iter().zip(sorted) {
            anchors[piece] = anchor;
        }
    }
}

/// The canonical anchors of a position from outside, checked against `cells_at`, which gives the cells of a
/// piece at an anchor where it may stand.
pub(super) fn checked_anchors<C: CellSet>(
    position: &[u16],
    groups: &[Vec<usize>],
    pieces: usize,
    cells_at: impl Fn(usize, usize) -> Option<C>,
) -> Result<Vec<usize>, String> {
    if position.len() != pieces {
        return Err(format!(
            "a position has the anchor of each of the {pieces} pieces, not {} numbers",
            position.len()
        ));
    }
    let mut anchors: Vec<usize> = position.iter().map(|&anchor| usize::from(anchor)).collect();
    sort_groups(groups, &mut anchors);
    let mut standing: Vec<C> = Vec::with_capacity(pieces);
    for (piece, &anchor) in anchors.iter().enumerate() {
        let cells = cells_at(piece, anchor)
            .ok_or_else(|| format!("piece {piece} cannot stand with its first cell at {anchor}"))?;
        if let Some(other) = standing.iter().position(|other| other.meets(cells)) {
            return Err(format!("pieces {other} and {piece} stand on the same cell"));
        }
        standing.push(cells);
    }
    Ok(anchors)
}

fn off_board(grid: Grid, cell: usize) -> String {
    format!("cell {cell} is off the board, whose cells are 0 to {}", grid.cells() - 1)
}

/// Checks the sorted cells of a piece and enters it as their owner.
fn occupy(
    grid: Grid,
    walls: &[bool],
    owners: &mut [Option<usize>],
    piece: usize,
    cells: &[usize],
) -> Result<(), String> {
    if cells.is_empty() {
        return Err(format!("piece {piece} has no cells"));
    }
    for &cell in cells {
        if cell >= grid.cells() {
            return Err(format!("piece {piece}: {}", off_board(grid, cell)));
        }
        if walls[cell] {
            return Err(format!("piece {piece} stands on the wall at cell {cell}"));
        }
        match owners[cell].replace(piece) {
            Some(other) if other == piece => return Err(format!("piece {piece} names cell {cell} twice")),
            Some(other) => return Err(format!("pieces {other} and {piece} both stand on cell {cell}")),
            None => {}
        }
    }
    let mut joined = vec![cells[0]];
    let mut next = 0;
    while let Some(&cell) = joined.get(next) {
        next += 1;
        for neighbour in DIRECTIONS.iter().filter_map(|&direction| grid.away(cell, direction)) {
            if cells.contains(&neighbour) && !joined.contains(&neighbour) {
                joined.push(neighbour);
            }
        }
    }
    if joined.len() < cells.len() {
        return Err(format!("piece {piece} is in several parts: its cells must be connected side by side"));
    }
    Ok(())
}

/// The goals by piece; a piece that is named twice must satisfy both.
fn wanted(grid: Grid, setup: &Setup) -> Result<Vec<Option<Vec<usize>>>, String> {
    let mut wanted: Vec<Option<Vec<usize>>> = vec![None; setup.pieces.len()];
    for (piece, anchors) in &setup.goals {
        let slot = wanted
            .get_mut(*piece)
            .ok_or_else(|| format!("the goal names piece {piece}, of {} pieces", setup.pieces.len()))?;
        if let Some(&cell) = anchors.iter().find(|&&cell| cell >= grid.cells()) {
            return Err(format!("the goal of piece {piece}: {}", off_board(grid, cell)));
        }
        let both = |&anchor: &usize| slot.as_ref().is_none_or(|known| known.contains(&anchor));
        let mut kept: Vec<usize> = anchors.iter().copied().filter(both).collect();
        kept.sort_unstable();
        kept.dedup();
        *slot = Some(kept);
    }
    Ok(wanted)
}
