//! Sets of objects and of movements as a few words.

/// Layers in a word of movements: five bits each.
pub const A_WORD: usize = 12;

#[inline(always)]
pub fn has<const N: usize>(all: &[u64; N], some: &[u64; N]) -> bool {
    all.iter().zip(some).fold(0, |lacking, (all, some)| lacking | some & !all) == 0
}

#[inline(always)]
pub fn meets<const N: usize>(one: &[u64; N], other: &[u64; N]) -> bool {
    one.iter().zip(other).fold(0, |common, (one, other)| common | one & other) != 0
}

#[inline(always)]
pub fn add<const N: usize>(to: &mut [u64; N], more: &[u64; N]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to |= more);
}

#[inline(always)]
pub fn take<const N: usize>(from: &mut [u64; N], less: &[u64; N]) {
    from.iter_mut().zip(less).for_each(|(from, less)| *from &= !less);
}

#[inline(always)]
pub fn is_empty<const N: usize>(set: &[u64; N]) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

pub fn set<const N: usize>(to: &mut [u64; N], bit: usize) {
    to[bit / 64] |= 1 << (bit % 64);
}

pub fn holds<const N: usize>(all: &[u64; N], bit: usize) -> bool {
    all[bit / 64] >> (bit % 64) & 1 != 0
}

/// The members of a set, in order.
pub fn members<const N: usize>(set: &[u64; N]) -> impl Iterator<Item = usize> + '_ {
    (0..64 * N).filter(|&bit| holds(set, bit))
}

/// The five bits of a layer.
#[inline(always)]
pub fn layer<const M: usize>(movements: &[u64; M], layer: usize) -> u64 {
    movements[layer / A_WORD] >> (5 * (layer % A_WORD)) & 31
}

#[inline(always)]
pub fn add_layer<const M: usize>(movements: &mut [u64; M], layer: usize, bits: u64) {
    movements[layer / A_WORD] |= bits << (5 * (layer % A_WORD));
}

#[inline(always)]
pub fn take_layer<const M: usize>(movements: &mut [u64; M], layer: usize, bits: u64) {
    movements[layer / A_WORD] &= !(bits << (5 * (layer % A_WORD)));
}
