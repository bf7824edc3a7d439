//! The header of a proof: one JSON object.
//!
//! Two readers must never see two puzzles in one text, so a key that is given twice is an error, and so is a key that
//! nobody asked for.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::refused::{Refused, refuse};

#[derive(Debug)]
pub enum Json {
    Null,
    Bool(bool),
    Whole(i64),
    /// Any other number: no key of a proof takes one.
    Other,
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// What a value must be; `key` tells the reader of an error where it is.
impl Json {
    pub fn whole(self, key: &str, least: u32, most: u32) -> Result<u32, Refused> {
        if let Json::Whole(value) = self
            && let Ok(value) = u32::try_from(value)
            && (least..=most).contains(&value)
        {
            return Ok(value);
        }
        refuse!("`{key}` is not a whole number from {least} to {most}")
    }

    pub fn list(self, key: &str) -> Result<Vec<Json>, Refused> {
        match self {
            Json::List(items) => Ok(items),
            _ => refuse!("`{key}` is not a list"),
        }
    }

    pub fn texts(self, key: &str) -> Result<Vec<String>, Refused> {
        self.list(key)?
            .into_iter()
            .map(|item| match item {
                Json::Text(text) => Ok(text),
                _ => refuse!("`{key}` holds something else than a text"),
            })
            .collect()
    }
}

impl fmt::Display for Json {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => to.write_str("null"),
            Self::Bool(value) => write!(to, "{value}"),
            Self::Whole(value) => write!(to, "{value}"),
            Self::Other => to.write_str("?"),
            Self::Text(text) => write_text(to, text),
            Self::List(items) => {
                for (place, item) in items.iter().enumerate() {
                    write!(to, "{}{item}", if place == 0 { "[" } else { ", " })?;
                }
                to.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Self::Object(entries) => {
                for (place, (key, value)) in entries.iter().enumerate() {
                    to.write_str(if place == 0 { "{" } else { ", " })?;
                    write_text(to, key)?;
                    write!(to, ": {value}")?;
                }
                to.write_str(if entries.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

/// A text as in JSON, in plain ASCII, so that no terminal does anything but show it.
fn write_text(to: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    to.write_char('"')?;
    for unit in text.encode_utf16() {
        match u8::try_from(unit) {
            Ok(sign @ (b'"' | b'\\')) => write!(to, "\\{}", char::from(sign))?,
            Ok(sign @ b' '..=b'~') => to.write_char(char::from(sign))?,
            _ => write!(to, "\\u{unit:04x}")?,
        }
    }
    to.write_char('"')
}

struct Reader;

impl<'a> Visitor<'a> for Reader {
    type Value = Json;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Whole(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(i64::try_from(value).map_or(Json::Other, Json::Whole))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Json, E> {
        Ok(Json::Other)
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Json, E> {
        Ok(Json::Text(value))
    }

    fn visit_seq<A: SeqAccess<'a>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut found = Vec::new();
        while let Some(item) = items.next_element()? {
            found.push(item);
        }
        Ok(Json::List(found))
    }

    fn visit_map<A: MapAccess<'a>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut found = BTreeMap::new();
        while let Some((key, value)) = entries.next_entry::<String, Json>()? {
            if found.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key `{key}` is given twice")));
            }
            found.insert(key, value);
        }
        Ok(Json::Object(found))
    }
}

impl<'a> Deserialize<'a> for Json {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

/// The entries of an object, each taken out once by the code that knows it.
pub struct Keys {
    name: &'static str,
    left: BTreeMap<String, Json>,
}

impl Keys {
    /// The object in a text.
    pub fn read(text: &[u8], name: &'static str) -> Result<Self, Refused> {
        match serde_json::from_slice(text) {
            Ok(value) => Self::of(value, name),
            Err(error) => refuse!("the {name} is not JSON: {error}"),
        }
    }

    /// The entries of a value that must be an object.
    pub fn of(value: Json, name: &'static str) -> Result<Self, Refused> {
        match value {
            Json::Object(left) => Ok(Self { name, left }),
            _ => refuse!("the {name} is not an object"),
        }
    }

    /// The value of a key, if it is there.
    pub fn optional(&mut self, key: &str) -> Option<Json> {
        self.left.remove(key)
    }

    pub fn value(&mut self, key: &str) -> Result<Json, Refused> {
        match self.optional(key) {
            Some(value) => Ok(value),
            None => refuse!("the {} has no `{key}`", self.name),
        }
    }

    pub fn text(&mut self, key: &str) -> Result<String, Refused> {
        match self.value(key)? {
            Json::Text(text) => Ok(text),
            _ => refuse!("`{key}` is not a text"),
        }
    }

    /// The place of a text in a list of words.
    pub fn choice(&mut self, key: &str, words: &[&str]) -> Result<usize, Refused> {
        let text = self.text(key)?;
        match words.iter().position(|&word| word == text) {
            Some(place) => Ok(place),
            None => refuse!("`{key}` is none of {}", words.join(", ")),
        }
    }

    pub fn flag(&mut self, key: &str) -> Result<bool, Refused> {
        match self.value(key)? {
            Json::Bool(value) => Ok(value),
            _ => refuse!("`{key}` is neither true nor false"),
        }
    }

    /// A whole number from `least` to `most`.
    pub fn whole(&mut self, key: &str, least: u32, most: u32) -> Result<u32, Refused> {
        self.value(key)?.whole(key, least, most)
    }

    pub fn list(&mut self, key: &str) -> Result<Vec<Json>, Refused> {
        self.value(key)?.list(key)
    }

    pub fn texts(&mut self, key: &str) -> Result<Vec<String>, Refused> {
        self.value(key)?.texts(key)
    }

    /// Refuses the file if an entry is left that nobody took: it may change what the others mean.
    pub fn end(self) -> Result<(), Refused> {
        match self.left.keys().next() {
            None => Ok(()),
            Some(key) => refuse!("this program does not know the key `{key}` of the {}", self.name),
        }
    }
}
