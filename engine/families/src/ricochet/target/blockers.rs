//! The blocker bound, for boards where one tile, the *target*, has a goal and the others are only in the way: how
//! many slides the target needs, and how many the tile that must stop it.
//!
//! ```text
//!   . . . . . .      The target `T` slides right and then up into the goal `g`, if something stands on `c`, just
//!   x . . c p .      beyond. Nothing does yet: a helper `x` has to come there. If it comes from the left, something
//!   . . . g . .      must hold it in turn, on `p`: a second helper `y`, or the target itself on its way.
//!   . . . . . .
//!   T . . . y .      2 slides of `T`, one of `x`, one of `y`: at least 4.
//! ```
//!
//! **What is counted.** The slides of a lone tile that may stop anywhere are *free*. For the direction `d` of the
//! target's last slide and the direction `e` of the last slide of the helper that stops it, with c = g + d and
//! p = c + e, the least of
//! * last(d), where a wall stops the target on `g`, or a tile stands on `c`: free slides of the target to `g`, the last
//!   of them in the direction `d`;
//! * last(d) + comes(x, e) + holds(y), where helper `x` comes to `c` by free slides of which the last has the direction
//!   `e`, and `holds` is 0 if a wall holds it there, and else the free slides of another helper `y` to `p`;
//! * comes(x, e) + via(e), where the target holds the helper: free slides of the target to `p`, and then last(d) from there.
//!
//! The bound is the least of these over the sixteen pairs (d, e) and all helpers.
//!
//! **Why it is never too much.** The last slide of a solution has some direction `d`, and something held the target on
//! `g`: a wall, or a tile on `c`. If that tile does not stand there now, it came by a last slide of some direction `e`,
//! and was held on `c` by a wall, by a third tile on `p`, which stands there now or came, or by the target. Each real
//! slide is one free slide, since it leads along a run without walls, and slides of different tiles are different
//! slides. A free walk is no longer than the real one it follows, so no sum is larger than the true number.
//!
//! **Why it falls by at most one a slide** (it is consistent). A slide moves one tile. It shortens that tile's free walks
//! by at most one, and each sum has at most one walk of each tile. A sum of the second kind turns into one of the first
//! when `x` arrives on `c`: it was one slide away, and what held it there stands where it has to.
//!
//! **Why it is fast.** The sixteen pairs are sixteen bytes, and each sum and each minimum is one vector instruction for
//! all of them. What the helpers contribute is kept apart ([`Helpers`]), so that of a position's successors each costs some
//! ten instructions. Bytes hold free walks of up to [`LONG`] slides; beyond, the target's own walk, which has a list of
//! wider numbers, is the better bound.

use crate::ricochet::rays::{DIRECTIONS, Rays};
use clew_core::packed::CellSet;
use clew_core::puzzle::DEAD_END;

/// The pairs (d, e).
const LANES: usize = DIRECTIONS * DIRECTIONS;

/// No walk leads there. Sums saturate here.
const NEVER: u8 = u8::MAX;

/// Longer walks count so much: a sum of four is still less than [`NEVER`].
const LONG: u16 = 63;

type Lanes = [u8; LANES];

const NONE: Lanes = [NEVER; LANES];

#[inline(always)]
fn add(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].saturating_add(b[lane]))
}

#[inline(always)]
fn min(a: &Lanes, b: &Lanes) -> Lanes {
    std::array::from_fn(|lane| a[lane].min(b[lane]))
}

/// What a target on a cell needs.
#[derive(Clone, Copy, Debug)]
struct Target {
    /// Slides to the goal, the last with direction `d`.
    last: Lanes,
    /// The same by way of `p`.
    via: Lanes,
}

/// What a helper on a cell needs.
#[derive(Clone, Copy, Debug)]
struct Helper {
    /// 0 where it stands on `c`.
    stands: Lanes,
    /// Slides to `c`, the last with direction `e`.
    comes: Lanes,
    /// Slides to `p`.
    holds: Lanes,
}

/// What several helpers need together.
#[derive(Clone, Copy, Debug)]
pub struct Helpers {
    /// 0 where one stands on `c`, or none is needed.
    stands: Lanes,
    /// The least of one that comes to `c`.
    comes: Lanes,
    /// The least of one that comes to `p`, or 0 where none is needed there.
    holds: Lanes,
    /// The least of one that comes to `c` and another that holds it.
    pair: Lanes,
}

/// The bound for one goal cell.
#[derive(Debug)]
pub struct BlockerBound {
    goal: u16,
    targets: Vec<Target>,
    helpers: Vec<Helper>,
    /// No helper at all.
    nobody: Helpers,
    /// Slides of the target alone, by its cell; [`DEAD_END`] if it cannot come.
    alone: Vec<u32>,
}

impl BlockerBound {
    pub fn new<C: CellSet>(rays: &Rays<C>, goal: usize, cells: usize) -> Self {
        let alone =
            rays.free_slides([goal], 0).iter().map(|slides| slides.map_or(DEAD_END, u32::from)).collect();
        let mut bound = Self {
            goal: goal as u16,
            targets: vec![Target { last: NONE, via: NONE }; cells],
            helpers: vec![Helper { stands: NONE, comes: NONE, holds: NONE }; cells],
            nobody: Helpers { stands: NONE, comes: NONE, holds: NONE, pair: NONE },
            alone,
        };
        for d in 0..DIRECTIONS {
            bound.add_last_slide(rays, goal, d);
        }
        bound
    }

    /// Fills in the lanes of a direction of the target's last slide.
    fn add_last_slide<C: CellSet>(&mut self, rays: &Rays<C>, goal: usize, d: usize) {
        let last = rays.free_slides(rays.crossed(goal, d ^ 1), 1);
        for (target, slides) in self.targets.iter_mut().zip(&last) {
            target.last[lanes(d)].fill(byte(*slides));
        }
        if rays.holds(goal, d) {
            self.nobody.stands[lanes(d)].fill(0);
        }
        let Some(c) = rays.next(goal, d) else { return };
        self.helpers[c].stands[lanes(d)].fill(0);
        for e in 0..DIRECTIONS {
            let lane = lanes(d).start + e;
            let comes = rays.free_slides(rays.crossed(c, e ^ 1), 1);
            for (helper, comes) in self.helpers.iter_mut().zip(comes) {
                helper.comes[lane] = byte(comes);
            }
            if rays.holds(c, e) {
                self.nobody.holds[lane] = 0;
            }
            let Some(p) = rays.next(c, e) else { continue };
            let there = rays.free_slides([p], 0);
            for (helper, there) in self.helpers.iter_mut().zip(&there) {
                helper.holds[lane] = byte(*there);
            }
            // On the goal itself the target has nothing left to do.
            if p != goal {
                let onwards = byte(last[p]);
                for (target, there) in self.targets.iter_mut().zip(&there) {
                    target.via[lane] = byte(*there).saturating_add(onwards);
                }
            }
        }
    }

    pub fn bytes(&self) -> usize {
        self.targets.len() * (size_of::<Target>() + size_of::<Helper>() + size_of::<u32>())
    }

    /// No helpers yet, for [`BlockerBound::with`].
    pub fn nobody(&self) -> Helpers {
        self.nobody
    }

    /// One helper more.
    #[inline(always)]
    pub fn with(&self, others: &Helpers, cell: u16) -> Helpers {
        let helper = &self.helpers[usize::from(cell)];
        let [first, second] = [add(&helper.comes, &others.holds), add(&others.comes, &helper.holds)];
        Helpers {
            stands: min(&others.stands, &helper.stands),
            comes: min(&others.comes, &helper.comes),
            holds: min(&others.holds, &helper.holds),
            pair: min(&others.pair, &min(&first, &second)),
        }
    }

    /// The helpers of both.
    #[inline(always)]
    pub fn together(&self, some: &Helpers, others: &Helpers) -> Helpers {
        let [first, second] = [add(&some.comes, &others.holds), add(&others.comes, &some.holds)];
        Helpers {
            stands: min(&some.stands, &others.stands),
            comes: min(&some.comes, &others.comes),
            holds: min(&some.holds, &others.holds),
            pair: min(&min(&some.pair, &others.pair), &min(&first, &second)),
        }
    }

    /// A lower bound on the slides until the target, now on `target`, stands on the goal; [`DEAD_END`] if it never will.
    #[inline(always)]
    pub fn of(&self, target: u16, helpers: &Helpers) -> u32 {
        if target == self.goal {
            return 0;
        }
        let cell = &self.targets[usize::from(target)];
        let straight = add(&cell.last, &min(&helpers.stands, &helpers.pair));
        let round = add(&cell.via, &helpers.comes);
        let least = min(&straight, &round).into_iter().fold(NEVER, u8::min);
        if least == NEVER { DEAD_END } else { self.alone[usize::from(target)].max(least.into()) }
    }
}

/// The lanes of a direction of the target's last slide.
fn lanes(d: usize) -> std::ops::Range<usize> {
    DIRECTIONS * d..DIRECTIONS * (d + 1)
}

fn byte(slides: Option<u16>) -> u8 {
    slides.map_or(NEVER, |slides| slides.min(LONG) as u8)
}
