//! The lines of a grid: from each cell, the cells to the left, to the right, above and below, the nearest first.

use crate::pebbles::graph::Graph;

/// Directions: left, right, up, down.
const WAYS: usize = 4;

#[derive(Clone, Debug)]
pub struct Lines {
    columns: usize,
    rays: Vec<[Vec<u16>; WAYS]>,
}

impl Lines {
    /// # Errors
    /// The graph is not a grid with that many columns.
    pub fn new(graph: &Graph, columns: usize) -> Result<Self, String> {
        let cells = graph.cells();
        if columns == 0 || !cells.is_multiple_of(columns) {
            return Err(format!("{cells} cells are no grid of {columns} columns"));
        }
        let rays: Vec<[Vec<u16>; WAYS]> = (0..cells).map(|cell| rays_of(cell, cells, columns)).collect();
        for (cell, rays) in rays.iter().enumerate() {
            let mut beside: Vec<usize> =
                rays.iter().filter_map(|ray| ray.first()).map(|&next| next.into()).collect();
            let mut joined = graph.neighbours(cell).to_vec();
            beside.sort_unstable();
            joined.sort_unstable();
            if beside != joined {
                return Err(format!("cell {cell} is not joined as on a grid of {columns} columns"));
            }
        }
        Ok(Self { columns, rays })
    }

    pub fn cells(&self) -> usize {
        self.rays.len()
    }

    /// The four lines that end beside a cell.
    #[inline(always)]
    pub fn of(&self, cell: usize) -> &[Vec<u16>; WAYS] {
        &self.rays[cell]
    }

    /// The cells after `from` up to `to`, which is in line with it.
    pub fn between(&self, from: u16, to: u16) -> impl Iterator<Item = usize> + '_ {
        let ray = self.rays[usize::from(from)].iter().find(|ray| ray.contains(&to));
        let upto =
            move |ray: &'_ Vec<u16>| ray.iter().position(|&cell| cell == to).map_or(0, |place| place + 1);
        ray.into_iter().flat_map(move |ray| ray[..upto(ray)].iter().map(|&cell| usize::from(cell)))
    }

    /// The cell beside `from` in the direction of `to`.
    pub fn next(&self, from: u16, to: u16) -> u16 {
        let columns = self.columns as u16;
        match (from / columns == to / columns, from < to) {
            (true, true) => from + 1,
            (true, false) => from - 1,
            (false, true) => from + columns,
            (false, false) => from - columns,
        }
    }

    /// Visits the words of tokens that one push turns `word` into; `word` is unchanged at the end.
    pub fn each_push(&self, word: &mut [u8], mut visit: impl FnMut(&[u8])) {
        for hole in 0..word.len() {
            if word[hole] != 0 {
                continue;
            }
            for line in &self.rays[hole] {
                let mut gap = hole;
                let mut pushed = 0;
                for &cell in line {
                    let cell = usize::from(cell);
                    if word[cell] == 0 {
                        break;
                    }
                    word.swap(gap, cell);
                    gap = cell;
                    pushed += 1;
                    visit(word);
                }
                for place in (0..pushed).rev() {
                    let before = if place == 0 { hole } else { usize::from(line[place - 1]) };
                    word.swap(before, usize::from(line[place]));
                }
            }
        }
    }
}

fn rays_of(cell: usize, cells: usize, columns: usize) -> [Vec<u16>; WAYS] {
    let (start, end) = (cell - cell % columns, cell - cell % columns + columns);
    let numbers = |cells: &mut dyn Iterator<Item = usize>| cells.map(|cell| cell as u16).collect();
    [
        numbers(&mut (start..cell).rev()),
        numbers(&mut (cell + 1..end)),
        numbers(&mut (cell % columns..cell).step_by(columns).rev()),
        numbers(&mut (cell + columns..cells).step_by(columns)),
    ]
}
