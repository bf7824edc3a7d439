//! The set against a plain map.

use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

proptest! {
    #[test]
    fn behaves_like_a_map(keys in prop::collection::vec(0u64..3000, 0..5000), split in any::<bool>()) {
        let (mut seen, mut map) = (Seen::<u64, u16>::default(), HashMap::new());
        if split { seen.split(); }
        for (i, &key) in keys.iter().enumerate() {
            let expected = map.get(&key).copied();
            prop_assert_eq!(seen.insert(key, i as u16), expected);
            map.entry(key).or_insert(i as u16);
        }
        prop_assert_eq!(seen.len(), map.len());
        prop_assert!((0..3000).all(|key| seen.get(key) == map.get(&key).copied()));
    }
}

#[test]
fn a_million_states_split_and_stay() {
    let mut seen = Seen::<u64, u32>::default();
    let key = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 1;
    assert!((0..1_000_000).all(|i| seen.insert(key(i), i as u32).is_none()));
    assert!((0..1_000_000).all(|i| seen.get(key(i)) == Some(i as u32)));
    assert_eq!(seen.len(), 1_000_000);
    assert!(seen.bytes() < 23 * seen.len(), "{} bytes a state", seen.bytes() / seen.len());
}
