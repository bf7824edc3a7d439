//! Small proofs, as Clew wrote them, and what others make of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clew_check::{Claimed, check};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::decompress_to_vec_zlib;

fn files() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files")
}

fn read(name: &str) -> Vec<u8> {
    fs::read(files().join(name).with_extension("proof")).unwrap()
}

fn written(header: &str, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(header.len()).unwrap().to_be_bytes();
    [b"clew proof 1\n", &length[..], header.as_bytes(), &compress_to_vec_zlib(body, 6)].concat()
}

fn parts(file: &[u8]) -> (String, Vec<u8>) {
    let end = 17 + u32::from_be_bytes(file[13..17].try_into().unwrap()) as usize;
    let header = String::from_utf8(file[17..end].to_vec()).unwrap();
    (header, decompress_to_vec_zlib(&file[end..]).unwrap())
}

fn refusal(file: &[u8]) -> String {
    check(file).unwrap_err().to_string()
}

/// A coin that goes from `a1` to `c1` and reads its own square, while the other has none and passes:
///
/// ```text
///     0: E       1: E       2: (goal)
///     a1 ------> b1 ------> c1            and d1, where coin 1 stays
/// ```
///
/// Six states: coin 0 in each of its three places, and either coin's turn. The solution is 0E 1- 0E.
const LINE: &str = r#"{"puzzle": {"family": "coroutine", "squares": [["E", "E", "", ""]], "coins": ["a1", "d1"],
    "target": "c1", "first": 0, "metric": "turns", "rule": "own"},
    "claim": 3, "default": "zero", "states": 3, "width": 1, "moves": ["0E", "1-", "0E"]}"#;

/// (a1, d1, 0): 3, (b1, d1, 0): 1, (b1, d1, 1): 2, in columns.
const LIST: [u8; 12] = [0, 1, 1, 3, 3, 3, 0, 0, 1, 3, 1, 2];

#[test]
fn a_proof_by_hand() {
    let proved = check(&written(LINE, &LIST)).unwrap();
    assert_eq!(proved.claim, Claimed::Fewest(3));
    assert!(proved.puzzle.contains(r#""target": "c1""#));
    let silent = LINE.replace(r#"["0E", "1-", "0E"]"#, "null");
    assert_eq!(check(&written(&silent, &LIST)).unwrap().claim, Claimed::AtLeast(3));
}

#[test]
fn every_family_metric_and_default() {
    for (name, claim) in [
        ("blocks-alike", Claimed::Fewest(4)),
        ("blocks-piece", Claimed::Fewest(1)),
        ("blocks-slide", Claimed::Fewest(2)),
        ("blocks-step", Claimed::Fewest(4)),
        ("blocks-unsolvable", Claimed::Unsolvable),
        ("coroutine-steps", Claimed::Unsolvable),
        ("coroutine-turns", Claimed::Fewest(19)),
        ("pebbles-moves", Claimed::Fewest(3)),
        ("pebbles-near", Claimed::Fewest(5)),
        ("pebbles-slides", Claimed::Fewest(11)),
        ("pebbles-triangle", Claimed::Fewest(5)),
        ("ricochet", Claimed::Fewest(9)),
        ("ricochet-anywhere", Claimed::Unsolvable),
        ("ricochet-turn", Claimed::Fewest(2)),
    ] {
        assert_eq!(check(&read(name)).map(|proved| proved.claim), Ok(claim), "{name}");
    }
}

#[test]
fn another_claim_is_refused() {
    assert_eq!(
        refusal(&written(&LINE.replace("3, \"default", "4, \"default"), &LIST)),
        "the number of the start is 3, below 4"
    );
    assert_eq!(
        refusal(&written(&LINE.replace("3, \"default", "2, \"default"), &LIST)),
        "the solution costs 3, not 2"
    );
    for (names, why) in [
        (r#"["0E", "1-"]"#, "the solution does not end at a goal"),
        (r#"["0E", "0E"]"#, "the move \"0E\" of the solution is not legal"),
        (r#"["0E", "1-", "0E", "1-"]"#, "the solution goes on after a goal"),
    ] {
        assert_eq!(refusal(&written(&LINE.replace(r#"["0E", "1-", "0E"]"#, names), &LIST)), why);
    }
}

#[test]
fn numbers_that_prove_nothing_are_refused() {
    let changed = |place: usize, value: u8| {
        let mut list = LIST;
        list[place] = value;
        refusal(&written(LINE, &list))
    };
    assert_eq!(changed(9, 4), "a move loses more than it costs");
    assert_eq!(changed(10, 0), "a move loses more than it costs");
    assert_eq!(changed(0, 1), "the states are not in ascending order");
    assert_eq!(changed(0, 4), "a listed state is no position of this board");
    assert_eq!(changed(8, 2), "a listed state is no position of this board");
    let goal = LINE.replace(r#""states": 3"#, r#""states": 4"#);
    let list = [0, 1, 1, 2, 3, 3, 3, 3, 0, 0, 1, 1, 3, 1, 2, 1];
    assert_eq!(refusal(&written(&goal, &list)), "a goal has a number above 0");
}

#[test]
fn each_state_of_a_closed_list_is_needed() {
    let (header, body) = parts(&read("ricochet-anywhere"));
    let fewer = header.replace(r#""states":2"#, r#""states":1"#);
    assert_ne!(fewer, header);
    for state in 0..2 {
        let list: Vec<u8> = body.chunks(2).map(|column| column[state]).collect();
        assert!(check(&written(&fewer, &list)).is_err());
    }
}

#[test]
fn each_state_near_a_goal_is_needed() {
    let (header, body) = parts(&read("pebbles-near"));
    let count: usize =
        header.split(r#""near": "#).nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    let columns = 6 + 1;
    let fewer = header.replace(&format!(r#""near": {count}"#), &format!(r#""near": {}"#, count - 1));
    for state in 0..count {
        let kept = (0..columns * count).filter(|place| place % count != state).map(|place| body[place]);
        let list: Vec<u8> = kept.chain(body[columns * count..].iter().copied()).collect();
        assert!(refusal(&written(&fewer, &list)).contains("near"));
    }
    for state in 0..count {
        let mut list = body.clone();
        list[6 * count + state] += 1;
        assert!(check(&written(&header, &list)).is_err());
    }
}

#[test]
fn what_could_be_read_in_two_ways_is_refused() {
    for (from, to, why) in [
        (r#""claim": 3"#, r#""claim": 3, "claim": 4"#, "the key `claim` is given twice"),
        (r#""first": 0"#, r#""first": 0, "first": 1"#, "the key `first` is given twice"),
        (
            r#""first": 0"#,
            r#""first": 0, "walls": []"#,
            "this program does not know the key `walls` of the puzzle",
        ),
        (
            r#""claim": 3"#,
            r#""claim": 3, "proved": true"#,
            "this program does not know the key `proved` of the header",
        ),
        (r#""first": 0"#, r#""first": false"#, "`first` is not a whole number from 0 to 1"),
        (r#""claim": 3"#, r#""claim": 3.0"#, "`claim` is not a whole number"),
        (r#""claim": 3"#, r#""claim": 1e999"#, "number out of range"),
        (r#""metric": "turns", "#, "", "the puzzle has no `metric`"),
        (r#"["E", "E", "", ""]"#, r#"["E", "E ", "", ""]"#, "`` is no direction"),
        (r#""target": "c1""#, r#""target": "c01""#, "there is no cell `c01`"),
    ] {
        let refused = refusal(&written(&LINE.replace(from, to), &LIST));
        assert!(refused.contains(why), "{refused}");
    }
    for list in [&LIST[..11], &[&LIST[..], &[0]].concat()] {
        assert!(check(&written(LINE, list)).is_err());
    }
    assert!(check(&[written(LINE, &LIST), vec![0]].concat()).is_err());
}

#[test]
fn large_counts_and_deep_headers_are_refused_at_once() {
    let many = LINE.replace(r#""states": 3"#, r#""states": 2500000"#);
    assert_eq!(refusal(&written(&many, &LIST)), "the file ends too early");
    let more = LINE.replace(r#""states": 3"#, r#""states": 2500001"#);
    assert_eq!(refusal(&written(&more, &LIST)), "`states` is not a whole number from 0 to 2500000");
    assert_eq!(refusal(&written(LINE, &vec![0; 50_000_000])), "the states are not in ascending order");
    assert!(refusal(&written(&"[".repeat(1_000_000), &LIST)).contains("recursion"));
    assert_eq!(refusal(b"clew proof 1\n\xff\xff\xff\xff"), "the header is too long");
    let name = LINE.replace("c1", &"\u{1b}[2J".repeat(100_000));
    assert!(refusal(&written(&name, &LIST)).chars().all(|sign| !sign.is_control()));
}

/// Each byte changed in two ways, and many cuts: no panic, and of the same puzzle nothing else is proved.
#[test]
fn damaged_files_prove_nothing_else() {
    for entry in fs::read_dir(files()).unwrap() {
        let whole = fs::read(entry.unwrap().path()).unwrap();
        let right = check(&whole).unwrap();
        for place in 0..whole.len() {
            if place % 8 == 0 {
                assert!(check(&whole[..place]).is_err());
            }
            for flip in [1, 16] {
                let mut damaged = whole.clone();
                damaged[place] ^= flip;
                if let Ok(proved) = check(&damaged) {
                    assert!(proved.puzzle != right.puzzle || proved.claim == right.claim);
                }
            }
        }
    }
}

#[test]
fn the_program_says_it_by_its_exit_status() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_clew-check")).args(arguments).output().unwrap();
        (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
    };
    let proof = files().join("blocks-slide.proof");
    let (code, said) = run(&[proof.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(said.starts_with("proved: the fewest moves are 2\nof the puzzle: {\"board\": [\"AAB.\", "));
    let (code, said) = run(&[concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")]);
    assert_eq!(code, 1);
    assert!(said.starts_with("not proved: this is no proof of version 1"));
    assert_eq!(run(&["nowhere.proof"]).0, 1);
    assert_eq!(run(&[]).0, 2);
    assert_eq!(run(&["--fast"]).0, 2);
}
