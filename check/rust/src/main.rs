//! `clew-check FILE`: exits with 0 if the proof in a file holds, with 1 if not, and with 2 if it was not called so.
#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: clew-check FILE

Checks a proof that a puzzle has no shorter solution. Exits with 0 if it holds, and with 1 if not.";

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [argument] = arguments.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match argument.to_str() {
        Some("-h" | "--help") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some("-V" | "--version") => {
            println!("clew-check {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Some(option) if option.starts_with('-') => {
            eprintln!("clew-check: there is no option {option}\n{USAGE}");
            return ExitCode::from(2);
        }
        _ => {}
    }
    let (code, said) = match read(argument).map(|file| clew_check::check(&file)) {
        Ok(Ok(proved)) => (0, format!("proved: {}\nof the puzzle: {}", proved.claim, proved.puzzle)),
        Ok(Err(why)) => (1, format!("not proved: {why}")),
        Err(error) => (1, format!("not read: {error}")),
    };
    // The exit status says it too, to who does not read on.
    let _ = writeln!(io::stdout(), "{said}");
    ExitCode::from(code)
}

/// The bytes of a file, at most one more than the checker takes.
fn read(path: &OsString) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(clew_check::MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
