//! Values as a stream of whole numbers of 32 bits. A number that one of these cannot hold is two, the lower half first.
//!
//! ```text
//!   0 number   1 truth   2 length letters...   3 length values...   4 low high          letters: UTF-16
//! ```
//!
//! `studio/client/src/lib/engine/stream.ts` is the other end.

use crate::values::Value;

const NUMBER: i32 = 0;
const TRUTH: i32 = 1;
const TEXT: i32 = 2;
const LIST: i32 = 3;
const WIDE: i32 = 4;

/// Reads one value; `None` if it is not one that [`write()`] could have written.
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
        WIDE => {
            let low = i64::from(words.next()? as u32);
            Value::Number(i64::from(words.next()?) << 32 | low)
        }
        _ => return None,
    })
}

/// Appends a value.
pub fn write(value: &Value, words: &mut Vec<i32>) {
    match value {
        Value::Number(number) => match i32::try_from(*number) {
            Ok(number) => words.extend([NUMBER, number]),
            Err(_) => words.extend([WIDE, *number as i32, (*number >> 32) as i32]),
        },
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
            Value::Number(u32::MAX.into()),
            Value::Number(-1 << 40),
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
