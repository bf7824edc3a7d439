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

#[test]
fn a_set_with_room_takes_in_another_in_the_order_of_its_tables_and_does_not_grow() {
    for states in [0, 1, 5_000, 300_000, 1_000_000] {
        let mut first: Seen<u64, u16> = Seen::default();
        (0..states).for_each(|state| assert!(first.insert(state * 7, state as u16).is_none()));
        let mut second = Seen::with_room(first.len());
        let before = second.bytes();
        first.iter().for_each(|(key, value)| assert!(second.insert(key, value).is_none()));
        assert_eq!((second.len(), second.bytes()), (first.len(), before), "{states} states");
        assert!((0..states).all(|state| second.get(state * 7) == Some(state as u16)));
        assert!(before <= Seen::<u64, u16>::bytes_for(first.len()).max(1 << 14), "{states} states: {before}");
        let slots = slots_for(states as usize);
        assert!(room_of(slots) >= states as usize && room_of(slots / 8 * 7) < states.max(300) as usize);
    }
}
