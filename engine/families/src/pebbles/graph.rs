//! The board of a pebble puzzle: an undirected graph, and what its shape says about the puzzle.

use std::collections::VecDeque;

/// "No path", as a distance.
pub const APART: u16 = u16::MAX;

/// Cells and the edges between them, in the order in which the caller lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// Checks that the lists describe an undirected graph without loops and double edges.
    pub fn new(neighbours: &[Vec<usize>]) -> Result<Self, String> {
        let cells = neighbours.len();
        if cells > usize::from(APART) {
            return Err(format!("{cells} cells; a board has at most {APART}"));
        }
        for (cell, list) in neighbours.iter().enumerate() {
            for (place, &other) in list.iter().enumerate() {
                if other >= cells {
                    return Err(format!("cell {cell} has neighbour {other}; cells are 0 to {}", cells - 1));
                }
                if other == cell {
                    return Err(format!("cell {cell} is its own neighbour; an edge joins two cells"));
                }
                if list[..place].contains(&other) {
                    return Err(format!("cell {cell} lists neighbour {other} twice; once is enough"));
                }
                if !neighbours[other].contains(&cell) {
                    return Err(format!(
                        "cell {cell} has neighbour {other}, but not the other way round; list {cell} for {other} too"
                    ));
                }
            }
        }
        // Searches go through the moves in this order, and show people the first solution in it.
        let mut neighbours = neighbours.to_vec();
        neighbours.iter_mut().for_each(|list| list.sort_unstable());
        Ok(Self { neighbours })
    }

    pub fn cells(&self) -> usize {
        self.neighbours.len()
    }

    pub fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    /// Edges from each cell to the nearest of `sources`, or [`APART`].
    pub fn distances(&self, sources: impl IntoIterator<Item = usize>) -> Vec<u16> {
        let mut distance = vec![APART; self.cells()];
        let mut queue: VecDeque<usize> = sources.into_iter().collect();
        for &cell in &queue {
            distance[cell] = 0;
        }
        while let Some(cell) = queue.pop_front() {
            for &other in &self.neighbours[cell] {
                if distance[other] == APART {
                    distance[other] = distance[cell] + 1;
                    queue.push_back(other);
                }
            }
        }
        distance
    }

    /// The side (0 or 1) of each cell where every edge joins two different sides (a bipartite graph, such
    /// as a grid's chessboard), or `None`.
    pub fn sides(&self) -> Option<Vec<u8>> {
        let mut side: Vec<Option<u8>> = vec![None; self.cells()];
        for root in 0..self.cells() {
            if side[root].is_some() {
                continue;
            }
            for (cell, distance) in self.distances([root]).into_iter().enumerate() {
                if distance != APART {
                    side[cell] = Some((distance % 2) as u8);
                }
            }
        }
        let side: Vec<u8> = side.into_iter().flatten().collect();
        let split =
            (0..self.cells()).all(|cell| self.neighbours[cell].iter().all(|&n| side[n] != side[cell]));
        split.then_some(side)
    }

    /// Whether one hole can bring the pebbles into every order, or if the graph is bipartite, into every order of the
    /// right parity.
    ///
    /// Wilson's theorem (R. M. Wilson, "Graph puzzles, homotopy, and the alternating group", 1974): yes on
    /// every graph that stays connected without any one of its cells, except a cycle and one graph of seven
    /// cells (a hexagon with a cell in the middle of a diagonal). This says yes only to graphs of the
    /// theorem, and to none of seven cells and eight edges.
    pub fn mixes_everything(&self) -> bool {
        let cells = self.cells();
        let edges: usize = self.neighbours.iter().map(Vec::len).sum::<usize>() / 2;
        cells >= 4
            && edges > cells
            && (cells, edges) != (7, 8)
            && (0..cells).all(|cell| self.holds_without(cell))
    }

    /// Whether the graph is connected without `removed` and its edges.
    fn holds_without(&self, removed: usize) -> bool {
        let mut seen = vec![false; self.cells()];
        seen[removed] = true;
        let mut stack = vec![usize::from(removed == 0)];
        seen[stack[0]] = true;
        while let Some(cell) = stack.pop() {
            for &other in &self.neighbours[cell] {
                if !std::mem::replace(&mut seen[other], true) {
                    stack.push(other);
                }
            }
        }
        seen.into_iter().all(|seen| seen)
    }
}

/// Boards for tests.
#[cfg(test)]
pub mod boards {
    /// Neighbour lists from edges, in the order of the edges.
    pub fn of_edges(cells: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut neighbours = vec![Vec::new(); cells];
        for &(a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        neighbours
    }

    /// A grid with 4 neighbours per cell.
    pub fn grid(rows: usize, columns: usize) -> Vec<Vec<usize>> {
        let cell = |row, column| row * columns + column;
        let across = (0..rows).flat_map(|r| (1..columns).map(move |c| (cell(r, c - 1), cell(r, c))));
        let down = (1..rows).flat_map(|r| (0..columns).map(move |c| (cell(r - 1, c), cell(r, c))));
        of_edges(rows * columns, &across.chain(down).collect::<Vec<_>>())
    }

    /// Panguru's fifteen cells: all pairs on a line in the three directions, and the centre line 0-4-12.
    pub fn panguru() -> Vec<Vec<usize>> {
        let at: Vec<(usize, usize)> =
            (0..5).flat_map(|row| (0..=row).map(move |place| (row, place))).collect();
        let in_line = |a: usize, b: usize| {
            let ((row_a, place_a), (row_b, place_b)) = (at[a], at[b]);
            let centre = [0, 4, 12];
            row_a == row_b
                || place_a == place_b
                || row_a - place_a == row_b - place_b
                || centre.contains(&a) && centre.contains(&b)
        };
        (0..15).map(|a| (0..15).filter(|&b| b != a && in_line(a, b)).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_takes_grids_and_refuses_cycles_trees_and_the_exception() {
        let mixes = |neighbours: &[Vec<usize>]| Graph::new(neighbours).unwrap().mixes_everything();
        assert!(mixes(&boards::grid(2, 3)));
        assert!(mixes(&boards::grid(4, 4)));
        assert!(mixes(&boards::panguru()));
        assert!(!mixes(&boards::grid(2, 2)), "a cycle");
        assert!(!mixes(&boards::grid(1, 5)), "a path");
        let hexagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 6), (6, 3)];
        assert!(!mixes(&boards::of_edges(7, &hexagon)), "the exception");
        let bow_tie = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)];
        assert!(!mixes(&boards::of_edges(5, &bow_tie)), "two triangles at one cell");
    }

    #[test]
    fn a_bad_graph_is_named() {
        let error = |lists: &[Vec<usize>]| Graph::new(lists).unwrap_err();
        assert!(error(&[vec![1], vec![]]).contains("list 0 for 1 too"));
        assert!(error(&[vec![2], vec![]]).contains("cells are 0 to 1"));
        assert!(error(&[vec![0]]).contains("its own neighbour"));
        assert!(error(&[vec![1, 1], vec![0]]).contains("twice"));
    }

    #[test]
    fn sides_are_those_of_a_chessboard() {
        let sides = |lists: &[Vec<usize>]| Graph::new(lists).unwrap().sides();
        assert_eq!(sides(&boards::grid(2, 3)), Some(vec![0, 1, 0, 1, 0, 1]));
        assert_eq!(sides(&boards::panguru()), None);
    }
}
