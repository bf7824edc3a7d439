//! Values as a stream of whole numbers of 32 bits.
//!
//! ```text
//!   0 number     1 truth     2 length letters...     3 length values...          letters: UTF-16
//! ```
//!
//! `client/src/lib/engine/stream.ts` is the other end.

use clew_engine::values::Value;

const NUMBER: i32 = 0;
const TRUTH: i32 = 1;
const TEXT: i32 = 2;
const LIST: i32 = 3;

/// Reads one value; `None` if it is not one that [`write`] could have written.
pub fn read(words: &mut impl Iterator<Item = i32>) -> Option<Value> {
    Some(match words.next()? {
        NUMBER => Value::Number(words.next()?.into()),
        TRUTH => Value::Truth(words.next()? != 0),
        TEXT => {
            let length = words.next()?;
            let letters: Option<Vec<u16>> = (0..length).map(|_| words.next()?.try_into().ok()).collect();
            Value::Text(String::from_utf16(&letters?).ok()?)
        }
        LIST => {
            let length = words.next()?;
            Value::List((0..length).map(|_| read(words)).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Appends a value. A number that 32 bits cannot hold becomes the nearest one that they can: only counts of states grow
/// as large.
pub fn write(value: &Value, words: &mut Vec<i32>) {
    match value {
        Value::Number(number) => {
            words.extend([NUMBER, (*number).clamp(i32::MIN.into(), i32::MAX.into()) as i32]);
        }
        Value::Truth(truth) => words.extend([TRUTH, (*truth).into()]),
        Value::Text(text) => {
            let letters: Vec<u16> = text.encode_utf16().collect();
            words.extend([TEXT, letters.len() as i32]);
            words.extend(letters.into_iter().map(i32::from));
        }
        Value::List(list) => {
            words.extend([LIST, list.len() as i32]);
            list.iter().for_each(|value| write(value, words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let values = Value::List(vec![
            Value::Number(-7),
            Value::Truth(true),
            Value::Text("é 🙂".to_owned()),
            Value::List(vec![]),
        ]);
        let mut words = Vec::new();
        write(&values, &mut words);
        assert_eq!(read(&mut words.iter().copied()), Some(values));
        for cut in 0..words.len() {
            assert_eq!(read(&mut words[..cut].iter().copied()), None, "{cut}");
        }
    }
}
