//! Where each tile's cell lies in a packed state.
//!
//! Tiles of one colour are interchangeable: their fields are neighbours and hold increasing cells, so that
//! positions that differ only by exchanging them are one state.

use std::ops::Range;

use clew_core::packed::{CellSet, Fields, Packed};

/// Most tiles of a board: what the widest state word holds.
pub const MAX_TILES: usize = 64;

/// The cells of the tiles, by field.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    cells: [u16; MAX_TILES],
    count: usize,
}

impl Placed {
    #[inline(always)]
    pub fn cells(&self) -> &[u16] {
        &self.cells[..self.count]
    }

    #[inline(always)]
    pub fn occupied<C: CellSet>(&self) -> C {
        C::of(self.cells().iter().map(|&cell| usize::from(cell)))
    }
}

#[derive(Clone, Debug)]
pub struct Tiles {
    fields: Fields,
    /// The colours in order of their first tile, each with its fields.
    groups: Vec<(u32, Range<usize>)>,
    /// The group of each field.
    group_of: Vec<u8>,
    /// The tile, in the caller's order, that each field belongs to.
    order: Vec<usize>,
}

impl Tiles {
    pub fn new(cells: usize, colours: &[u32]) -> Self {
        Self::with_fields(cells, colours, 0)
    }

    /// The same with one more field after the tiles, for a number below `values`.
    pub fn with_number(cells: usize, colours: &[u32], values: usize) -> Self {
        Self::with_fields(cells.max(values), colours, 1)
    }

    /// The first bit of the field after the tiles.
    pub fn number_shift(&self) -> u32 {
        self.fields.shift(self.count())
    }

    fn with_fields(cells: usize, colours: &[u32], more: usize) -> Self {
        let mut groups: Vec<(u32, Range<usize>)> = Vec::new();
        let (mut group_of, mut order) = (Vec::new(), Vec::new());
        for &colour in colours {
            if groups.iter().any(|&(known, _)| known == colour) {
                continue;
            }
            let start = order.len();
            order.extend((0..colours.len()).filter(|&tile| colours[tile] == colour));
            group_of.resize(order.len(), groups.len() as u8);
            groups.push((colour, start..order.len()));
        }
        Self { fields: Fields::new(cells, colours.len() + more), groups, group_of, order }
    }

    /// The colour of the group that [`Tiles::others_alike`] keeps.
    pub const NAMED: u32 = 1;

    /// The same tiles, of which those of one group keep their colour and all others have one; and the field here of
    /// each field there.
    pub fn others_alike(&self, kept: usize, cells: usize) -> (Self, Vec<usize>) {
        let mut colours = vec![0; self.count()];
        for field in self.fields_of(kept) {
            colours[self.order[field]] = Self::NAMED;
        }
        let alike = Self::new(cells, &colours);
        let field_of = |tile: &usize| self.order.iter().position(|other| other == tile);
        let fields = alike.order.iter().filter_map(field_of).collect();
        (alike, fields)
    }

    pub fn bits(&self) -> u32 {
        self.fields.bits()
    }

    pub fn count(&self) -> usize {
        self.order.len()
    }

    /// The fields of each group of tiles of one colour.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.groups.iter().map(|(_, fields)| fields.clone())
    }

    /// The colours, by group.
    pub fn colours(&self) -> impl ExactSizeIterator<Item = u32> {
        self.groups.iter().map(|&(colour, _)| colour)
    }

    #[inline(always)]
    pub fn group_of_field(&self, field: usize) -> usize {
        usize::from(self.group_of[field])
    }

    pub fn group_of_colour(&self, colour: u32) -> Option<usize> {
        self.groups.iter().position(|&(known, _)| known == colour)
    }

    #[inline(always)]
    pub fn fields_of(&self, group: usize) -> Range<usize> {
        self.groups[group].1.clone()
    }

    /// The bits of a group's fields, shift and width, where they are in one piece and at most `most`.
    pub fn bits_of(&self, group: usize, most: u32) -> Option<(u32, u32)> {
        let fields = self.fields_of(group);
        let (first, last) = (self.fields.shift(fields.start), self.fields.shift(fields.end - 1));
        let bits = last + self.fields.width - first;
        (bits == self.fields.width * fields.len() as u32 && bits <= most).then_some((first, bits))
    }

    #[inline(always)]
    pub fn read<W: Packed>(&self, state: W) -> Placed {
        let mut placed = Placed { cells: [0; MAX_TILES], count: self.count() };
        for (field, cell) in placed.cells[..placed.count].iter_mut().enumerate() {
            *cell = self.fields.get(state, field) as u16;
        }
        placed
    }

    /// The cell of the tile of `field`. For a few tiles that is quicker than [`Tiles::read`], which has room for all.
    #[inline(always)]
    pub fn cell<W: Packed>(&self, state: W, field: usize) -> usize {
        self.fields.get(state, field) as usize
    }

    /// The cells of all tiles.
    #[inline(always)]
    pub fn occupied<W: Packed, C: CellSet>(&self, state: W) -> C {
        C::of((0..self.count()).map(|field| self.cell(state, field)))
    }

    /// The state after the tile of `field` went to cell `to`.
    #[inline(always)]
    pub fn moved<W: Packed>(&self, mut state: W, mut field: usize, to: usize) -> W {
        let group = self.fields_of(usize::from(self.group_of[field]));
        while field + 1 < group.end {
            let next = self.cell(state, field + 1);
            if next > to {
                break;
            }
            state = self.fields.set(state, field, next as u32);
            field += 1;
        }
        while field > group.start {
            let next = self.cell(state, field - 1);
            if next < to {
                break;
            }
            state = self.fields.set(state, field, next as u32);
            field -= 1;
        }
        self.fields.set(state, field, to as u32)
    }

    /// Packs the cells of the tiles, given in the caller's order.
    pub fn pack<W: Packed>(&self, position: &[u16]) -> W {
        let mut cells: Vec<u16> = self.order.iter().map(|&tile| position[tile]).collect();
        for fields in self.groups() {
            cells[fields].sort_unstable();
        }
        self.pack_fields(cells.into_iter().map(usize::from))
    }

    /// Packs the cells of the tiles, given by field and in any order within a group.
    #[inline]
    pub fn pack_sorted<W: Packed>(&self, cells: impl Iterator<Item = u16>) -> W {
        let mut sorted = [0; MAX_TILES];
        sorted.iter_mut().zip(cells).for_each(|(field, cell)| *field = cell);
        for (_, fields) in &self.groups {
            sorted[fields.clone()].sort_unstable();
        }
        self.pack_fields(sorted[..self.count()].iter().map(|&cell| cell.into()))
    }

    /// Packs the cells of the tiles, given by field.
    pub fn pack_fields<W: Packed>(&self, cells: impl Iterator<Item = usize>) -> W {
        cells.enumerate().fold(W::ZERO, |state, (field, cell)| self.fields.set(state, field, cell as u32))
    }

    /// The cells of the tiles in the caller's order.
    pub fn unpack<W: Packed>(&self, state: W) -> Vec<u16> {
        let mut position = vec![0; self.count()];
        for (&tile, &cell) in self.order.iter().zip(self.read(state).cells()) {
            position[tile] = cell;
        }
        position
    }

    /// The first tile, in the caller's order, of the colour of the tile that stands on `cell`.
    pub fn first_of_colour_at<W: Packed>(&self, state: W, cell: u16) -> u16 {
        let placed = self.read(state);
        let field = placed.cells().iter().position(|&other| other == cell).expect("a tile stands there");
        self.order[self.groups[usize::from(self.group_of[field])].1.start] as u16
    }
}
