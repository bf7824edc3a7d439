//! What a board's moves do to the numbers of rows and columns.

use std::collections::HashMap;

use super::parity::Halves;
use super::plan::Plan;
use super::shares;
use super::side::Side;
use clew_core::watch::{Limit, Watch};

/// The plan, and the tables of both sides.
pub struct Tables {
    pub plan: Plan,
    pub a: Side,
    pub b: Side,
    /// The share after a pebble of colour x left A and one of colour y came: by share, x and y. `u32::MAX` where that cannot
    /// be.
    exchanged: Vec<u32>,
}

impl Tables {
    /// Takes the memory that [`Plan::bytes`] counts for them.
    pub fn new(plan: Plan, watch: &mut Watch) -> Result<Self, Limit> {
        let exchanged = exchanged(&plan);
        let colours = plan.counts.len();
        let (across_a, across_b) = plan.split.across_slots();
        let (on_a, on_b) = plan.shares.iter().cloned().unzip();
        let bits = shares::bits(colours);
        let mut a = Side::new(on_a, bits, &plan.split.inside_a, &across_a, watch)?;
        let mut b = Side::new(on_b, bits, &plan.split.inside_b, &across_b, watch)?;
        if plan.parity.is_some() {
            a.note_odd();
            b.note_odd();
        }
        // On B the exchange is seen from the other side: there y leaves and x comes.
        let exchange = |share: usize, y: u8, x: u8| {
            exchanged[(share * colours + usize::from(x)) * colours + usize::from(y)]
        };
        let b = b.with_tables(colours, exchange, watch)?;
        Ok(Self { plan, a, b, exchanged })
    }

    /// The half of each row's columns that can be reached.
    pub fn halves(&self, hole: usize, share: usize) -> Halves<'_> {
        let first = self.plan.parity.as_ref().map_or(0, |parity| parity.holes[hole] ^ parity.shares[share]);
        Halves { first, odd_rows: &self.a.pattern(share).odd }
    }

    /// The share after a pebble of colour x left A and one of colour y came, where that can be.
    pub fn exchanged(&self, share: usize, x: u8, y: u8) -> usize {
        let colours = self.plan.counts.len();
        self.exchanged[(share * colours + usize::from(x)) * colours + usize::from(y)] as usize
    }

    /// All shares that differ from one by such an exchange.
    pub fn near(&self, share: usize) -> impl Iterator<Item = usize> + '_ {
        let pairs = self.plan.counts.len() * self.plan.counts.len();
        let near = self.exchanged[share * pairs..][..pairs].iter();
        near.filter(|&&after| after != u32::MAX).map(|&after| after as usize)
    }
}

/// See [`Tables::exchanged`].
fn exchanged(plan: &Plan) -> Vec<u32> {
    let colours = plan.counts.len();
    let on_a: Vec<Vec<u8>> = plan.shares.iter().map(|(share, _)| share.all(colours)).collect();
    let numbers: HashMap<&[u8], u32> =
        on_a.iter().enumerate().map(|(number, share)| (&share[..], number as u32)).collect();
    let mut exchanged = vec![u32::MAX; on_a.len() * colours * colours];
    for (number, share) in on_a.iter().enumerate() {
        for (x, y) in (0..colours * colours).map(|pair| (pair / colours, pair % colours)) {
            if share[x] > 0 && (x == y || share[y] < plan.counts[y]) {
                let mut after = share.clone();
                after[x] -= 1;
                after[y] += 1;
                exchanged[(number * colours + x) * colours + y] = numbers[&after[..]];
            }
        }
    }
    exchanged
}
