//! Selection of operations by patterns.

use crate::error::BenchError;

/// Returns the indices in `names`, in order, of those that any of `patterns` selects; all if there are no patterns.
///
/// A pattern without `*`, `?` and `[` selects the names that contain it. A pattern with any of them must match the
/// whole name: `*` matches any sequence of characters, including `/`; `?` any one character; `[ab]`, `[a-z]` and
/// `[!ab]` one character of a set.
///
/// # Errors
/// Returns [`BenchError::MalformedPattern`], or [`BenchError::NothingSelected`] for the first pattern that selects
/// nothing, even if the others select something: it is most likely misspelled.
pub fn select(names: &[&str], patterns: &[String]) -> Result<Vec<usize>, BenchError> {
    let mut selected = vec![patterns.is_empty(); names.len()];
    for pattern in patterns {
        let matches = matcher(pattern)?;
        let mut any = false;
        for (name, selected) in names.iter().zip(&mut selected) {
            if matches(name) {
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

/// A predicate that tells whether a name is selected.
type Matcher<'p> = Box<dyn Fn(&str) -> bool + 'p>;

/// Returns the predicate for names that match `pattern`.
fn matcher(pattern: &str) -> Result<Matcher<'_>, BenchError> {
    if !pattern.contains(['*', '?', '[']) {
        return Ok(Box::new(move |name| name.contains(pattern)));
    }
    // `matches` lets a wildcard match `/`.
    match glob::Pattern::new(pattern) {
        Ok(glob) => Ok(Box::new(move |name| glob.matches(name))),
        Err(error) => Err(BenchError::MalformedPattern { pattern: pattern.to_owned(), reason: error.to_string() }),
    }
}
