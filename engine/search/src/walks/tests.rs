use super::layer::Tallied;
use super::*;
use clew_core::watch::{Limits, Stop as StopFlag};

/// Walks on a lattice, each step one further along one of the axes.
struct Lattice {
    axes: u32,
    most: u32,
    up: bool,
}

impl Lattice {
    const WIDTH: u32 = 8;

    fn corner(&self) -> u64 {
        (0..self.axes).fold(0, |state, axis| state.with_field(axis * Self::WIDTH, Self::WIDTH, self.most))
    }
}

impl Side<u64> for Lattice {
    fn most_moves(&self) -> usize {
        self.axes as usize
    }

    fn first_marks(&self, _: u64) -> u32 {
        0
    }

    fn each_next(&self, from: Tallied<u64>, _: u32, mut visit: impl FnMut(u64, u32)) {
        for axis in 0..self.axes {
            let at = from.state.field(axis * Self::WIDTH, Self::WIDTH);
            let to = if self.up { (at < self.most).then(|| at + 1) } else { at.checked_sub(1) };
            if let Some(to) = to {
                visit(from.state.with_field(axis * Self::WIDTH, Self::WIDTH, to), 0);
            }
        }
    }
}

fn walks(axes: u32, most: u32, threads: usize, watch: &mut Watch) -> Option<Result<BigUint, Limit>> {
    let [forward, backward] = [true, false].map(|up| Lattice { axes, most, up });
    let goals = vec![forward.corner()];
    let length = axes * most;
    Walks { forward: &forward, backward: &backward, length, threads, bytes: 0 }.count(0, goals, watch)
}

fn factorial(n: u32) -> BigUint {
    (1..=n).product()
}

/// Layers of up to 38,165 states, in several parts, and a number beyond 64 bits.
#[test]
fn walks_to_the_far_corner_are_a_multinomial() {
    for (axes, most) in [(1, 3), (2, 1), (2, 20), (8, 4)] {
        let expected = factorial(axes * most) / factorial(most).pow(axes);
        for threads in [1, 3] {
            let number = walks(axes, most, threads, &mut Watch::unlimited());
            assert_eq!(number, Some(Ok(expected.clone())), "{axes} axes of {most}, {threads} threads");
        }
    }
}

#[test]
fn more_walks_than_a_state_can_hold_are_declined() {
    let to_the_middle = factorial(64) / factorial(32).pow(2);
    assert!(to_the_middle.bits() > 40);
    assert_eq!(walks(2, 64, 1, &mut Watch::unlimited()), None);
}

#[test]
fn limits_end_it() {
    let stopped = |limits, stop: StopFlag| walks(8, 4, 2, &mut Watch::new(limits, stop, None));
    let memory = Limits { memory: Some(1 << 20), ..Limits::default() };
    assert_eq!(stopped(memory, StopFlag::default()), Some(Err(Limit::Memory)));
    let states = Limits { states: Some(10_000), ..Limits::default() };
    assert_eq!(stopped(states, StopFlag::default()), Some(Err(Limit::States)));
    let seconds = Limits { seconds: Some(0.0), ..Limits::default() };
    assert_eq!(stopped(seconds, StopFlag::default()), Some(Err(Limit::Seconds)));
    let pressed = StopFlag::default();
    pressed.set();
    assert_eq!(stopped(Limits::default(), pressed), Some(Err(Limit::Interrupted)));
}
