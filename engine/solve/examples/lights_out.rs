//! Lights out: a press switches a light and those beside it. Which presses turn all lights off?

use clew_core::watch::Limits;
use clew_solve::game::{Error, Game, count, explore, solve};

/// Lights on a square, row by row.
struct LightsOut {
    side: usize,
    on: Vec<bool>,
}

impl Game for LightsOut {
    type State = Vec<bool>;
    /// Row and column, from 0.
    type Move = (usize, usize);

    fn initial(&self) -> Vec<bool> {
        self.on.clone()
    }

    fn moves(&self, lights: &Vec<bool>) -> Vec<((usize, usize), Vec<bool>)> {
        let cells = (0..self.side).flat_map(|row| (0..self.side).map(move |column| (row, column)));
        let pressed = cells.map(|(row, column)| {
            let mut after = lights.clone();
            for (r, c) in [
                (row, column),
                (row + 1, column),
                (row, column + 1),
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
            ] {
                if r < self.side && c < self.side {
                    after[r * self.side + c] ^= true;
                }
            }
            ((row, column), after)
        });
        pressed.collect()
    }

    fn is_goal(&self, lights: &Vec<bool>) -> bool {
        !lights.contains(&true)
    }

    fn reversible(&self) -> bool {
        true
    }
}

fn main() -> Result<(), Error> {
    let game = LightsOut { side: 3, on: vec![true; 9] };
    let solution = solve(&game, Limits::default())?.expect("every position of 3 x 3 can be solved");
    println!("{} presses: {:?}", solution.cost, solution.moves);
    println!("{} orders of them", count(&game, Limits::default())?);
    let space = explore(&game, Limits::default())?;
    println!(
        "{} positions, the farthest {:?} presses away",
        space.states.len(),
        space.distance.iter().flatten().max().unwrap()
    );
    assert_eq!((solution.cost, space.states.len()), (5, 512));
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
