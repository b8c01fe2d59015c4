//! From patterns to operations.

use crate::error::BenchError;

/// The positions in `names`, in their order, of those that any of `patterns` selects; all if there are no patterns.
///
/// A pattern without `*`, `?` and `[` selects the names that contain it. One with any of them must match the whole
/// name: `*` is any run of characters, `/` among them, `?` any one character, `[ab]`, `[a-z]` and `[!ab]` one of a set.
///
/// # Errors
/// [`BenchError::MalformedPattern`], and [`BenchError::NothingSelected`] for the first pattern that selects nothing,
/// whatever the others do: it is most likely misspelt.
pub fn select(names: &[&str], patterns: &[String]) -> Result<Vec<usize>, BenchError> {
    let mut selected = vec![patterns.is_empty(); names.len()];
    for pattern in patterns {
        let matcher = Matcher::new(pattern)?;
        let mut any = false;
        for (name, selected) in names.iter().zip(&mut selected) {
            if matcher.matches(name) {
                *selected = true;
                any = true;
            }
        }
        if !any {
            let known = names.iter().map(ToString::to_string).collect();
            return Err(BenchError::NothingSelected { pattern: pattern.clone(), known });
        }
    }
    Ok((0..names.len()).filter(|&i| selected[i]).collect())
}

/// A pattern that is well formed.
enum Matcher<'a> {
    Part(&'a str),
    Whole(glob::Pattern),
}

impl<'a> Matcher<'a> {
    fn new(pattern: &'a str) -> Result<Self, BenchError> {
        if !pattern.contains(['*', '?', '[']) {
            return Ok(Self::Part(pattern));
        }
        glob::Pattern::new(pattern)
            .map(Self::Whole)
            .map_err(|error| BenchError::MalformedPattern { pattern: pattern.to_owned(), reason: error.to_string() })
    }

    fn matches(&self, name: &str) -> bool {
        match self {
            Self::Part(part) => name.contains(part),
            // Without further options a wildcard matches `/` too.
            Self::Whole(pattern) => pattern.matches(name),
        }
    }
}
