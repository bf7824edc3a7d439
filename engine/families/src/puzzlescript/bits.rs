//! Sets of objects, of movements and of cells as words.

/// Layers in a word of movements: five bits each.
pub const A_WORD: usize = 12;

/// A set of objects, or of movements; the sets of a game are of the same length.
pub type Set = Box<[u64]>;

/// The set of nothing, with room for so many members.
pub fn none(room: usize) -> Set {
    vec![0; room.div_ceil(64)].into()
}

pub fn has(all: &[u64], some: &[u64]) -> bool {
    all.iter().zip(some).all(|(all, some)| some & !all == 0)
}

pub fn meets(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

pub fn add(to: &mut [u64], more: &[u64]) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to |= more);
}

pub fn common(one: &[u64], other: &[u64]) -> Set {
    one.iter().zip(other).map(|(one, other)| one & other).collect()
}

pub fn without(all: &[u64], less: &[u64]) -> Set {
    all.iter().zip(less).map(|(all, less)| all & !less).collect()
}

pub fn set(to: &mut [u64], bit: usize) {
    to[bit / 64] |= 1 << (bit % 64);
}

pub fn holds(all: &[u64], bit: usize) -> bool {
    all[bit / 64] >> (bit % 64) & 1 != 0
}

/// The members of a set, in order.
pub fn members(set: &[u64]) -> impl Iterator<Item = usize> + '_ {
    set.iter().enumerate().flat_map(|(at, &word)| ones(word).map(move |bit| 64 * at + bit))
}

/// The places of the ones of a word, in order.
#[inline(always)]
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            bit
        })
    })
}

/// The five bits of a layer.
#[inline(always)]
pub fn layer(movements: &[u64], layer: usize) -> u64 {
    movements[layer / A_WORD] >> (5 * (layer % A_WORD)) & 31
}

#[inline(always)]
pub fn add_layer(movements: &mut [u64], layer: usize, bits: u64) {
    movements[layer / A_WORD] |= bits << (5 * (layer % A_WORD));
}
