//! A board as plain values by name: how a caller that knows families by name passes one to the engine.
//!
//! The caller has already checked the board, with messages for people; here only the form of the values is checked, and
//! every error is a mistake of the caller.

/// A plain value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(i64),
    Truth(bool),
    Text(String),
    List(Vec<Value>),
}

/// The values of a board, by name.
#[derive(Clone, Debug, Default)]
pub struct Values(Vec<(String, Value)>);

impl Values {
    #[must_use]
    pub fn new(values: Vec<(String, Value)>) -> Self {
        Self(values)
    }

    /// The value of that name, in the form that the family expects; `Err`, in words, if it is missing or has another
    /// form.
    pub fn get<T: Form>(&self, name: &str) -> Result<T, String> {
        let found = self.0.iter().find(|(other, _)| other == name);
        let (_, value) = found.ok_or_else(|| format!("`{name}` is missing"))?;
        T::of(value).ok_or_else(|| format!("`{name}` is {value:?}, which is not of the right form"))
    }
}

/// What a [`Value`] can be read as.
pub trait Form: Sized {
    fn of(value: &Value) -> Option<Self>;
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl Form for $kind {
            fn of(value: &Value) -> Option<Self> {
                if let Value::Number(number) = value { Self::try_from(*number).ok() } else { None }
            }
        }
    )*};
}
numbers!(u8, u16, u32, usize, i32);

impl Form for bool {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Truth(truth) = value { Some(*truth) } else { None }
    }
}

impl Form for String {
    fn of(value: &Value) -> Option<Self> {
        if let Value::Text(text) = value { Some(text.clone()) } else { None }
    }
}

impl<T: Form> Form for Vec<T> {
    fn of(value: &Value) -> Option<Self> {
        if let Value::List(list) = value { list.iter().map(T::of).collect() } else { None }
    }
}

impl<T: Form, const N: usize> Form for [T; N] {
    fn of(value: &Value) -> Option<Self> {
        Vec::of(value)?.try_into().ok()
    }
}

impl<A: Form, B: Form> Form for (A, B) {
    fn of(value: &Value) -> Option<Self> {
        let Value::List(list) = value else { return None };
        let [a, b] = list.as_slice() else { return None };
        Some((A::of(a)?, B::of(b)?))
    }
}

impl<A: Form, B: Form, C: Form> Form for (A, B, C) {
    fn of(value: &Value) -> Option<Self> {
        let Value::List(list) = value else { return None };
        let [a, b, c] = list.as_slice() else { return None };
        Some((A::of(a)?, B::of(b)?, C::of(c)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(numbers: &[i64]) -> Value {
        Value::List(numbers.iter().map(|&number| Value::Number(number)).collect())
    }

    #[test]
    fn values_are_read_in_the_form_asked_for() {
        let values = Values::new(vec![
            ("side".to_owned(), Value::Number(6)),
            ("open".to_owned(), Value::Truth(true)),
            ("goals".to_owned(), Value::List(vec![Value::List(vec![Value::Number(0), list(&[16])])])),
        ]);
        assert_eq!(values.get::<usize>("side"), Ok(6));
        assert_eq!(values.get::<bool>("open"), Ok(true));
        assert_eq!(values.get::<Vec<(usize, Vec<usize>)>>("goals"), Ok(vec![(0, vec![16])]));
    }

    #[test]
    fn a_wrong_form_is_an_error_with_the_name() {
        let values =
            Values::new(vec![("side".to_owned(), Value::Number(-1)), ("pair".to_owned(), list(&[1]))]);
        assert!(values.get::<u16>("side").is_err_and(|words| words.contains("`side`")));
        assert!(values.get::<bool>("side").is_err());
        assert!(values.get::<[u16; 2]>("pair").is_err());
        assert!(values.get::<u8>("other").is_err_and(|words| words.contains("missing")));
    }
}
