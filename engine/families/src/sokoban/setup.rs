//! A board as it is given, and what is wrong with it.

/// What [`make`](super::make()) is given, but for the metric.
#[derive(Clone, Debug)]
pub struct Setup {
    pub width: usize,
    pub height: usize,
    /// 0 or 1 for each cell.
    pub walls: Vec<u8>,
    pub goals: Vec<u16>,
    pub boxes: Vec<u16>,
    pub player: u16,
}

impl Setup {
    /// `Err` says in words why this is no board.
    pub fn check(&self) -> Result<(), String> {
        let cells = self.walls.len();
        if Some(cells) != self.width.checked_mul(self.height) || cells == 0 || cells > usize::from(u16::MAX) {
            return Err(format!(
                "{cells} cells for a board of {} x {}; there must be 1 to {} of them",
                self.width,
                self.height,
                u16::MAX
            ));
        }
        if self.goals.is_empty() || self.boxes.is_empty() {
            return Err("a board has a goal and a box at least".to_owned());
        }
        let lists = [("a goal", &self.goals[..]), ("a box", &self.boxes), ("the player", &[self.player])];
        for (what, list) in lists {
            let mut taken = vec![false; cells];
            for &cell in list {
                match self.walls.get(usize::from(cell)) {
                    None => return Err(format!("{what} is on cell {cell}; cells are 0 to {}", cells - 1)),
                    Some(1..) => return Err(format!("{what} is on cell {cell}, which is a wall")),
                    Some(0) if std::mem::replace(&mut taken[usize::from(cell)], true) => {
                        return Err(format!("{what} is on cell {cell} twice"));
                    }
                    Some(0) => {}
                }
            }
        }
        match self.boxes.contains(&self.player) {
            true => Err(format!("the player and a box are both on cell {}", self.player)),
            false => Ok(()),
        }
    }

    /// The cells beside a cell, by direction, where there is no wall.
    pub fn neighbours(&self, cell: usize) -> [Option<usize>; 4] {
        let (row, column) = (cell / self.width, cell % self.width);
        [
            (row > 0).then(|| cell - self.width),
            (column + 1 < self.width).then(|| cell + 1),
            (row + 1 < self.height).then(|| cell + self.width),
            (column > 0).then(|| cell - 1),
        ]
        .map(|next| next.filter(|&next| self.walls[next] == 0))
    }

    /// The cells that the player could reach if there were no boxes, ascending.
    pub fn reached(&self) -> Vec<u16> {
        let mut reached = vec![false; self.walls.len()];
        reached[usize::from(self.player)] = true;
        let mut stack = vec![usize::from(self.player)];
        while let Some(cell) = stack.pop() {
            for next in self.neighbours(cell).into_iter().flatten() {
                if !std::mem::replace(&mut reached[next], true) {
                    stack.push(next);
                }
            }
        }
        (0..self.walls.len() as u32).filter(|&cell| reached[cell as usize]).map(|cell| cell as u16).collect()
    }
}
