//! The lengths that a key or a field may have.

use super::words::alternatives;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;

/// The lengths that are permitted: one, several, or all from one to another.
///
/// ```
/// use carnelian::encoding::Algorithm;
/// let lengths = Algorithm::Ed25519.public_lengths();
/// assert!(lengths.contains(32) && !lengths.contains(31));
/// assert_eq!(lengths.to_string(), "32");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lengths(Cow<'static, [(usize, usize)]>);

impl Lengths {
    /// The lengths from the first of each pair to its second, which it includes. The pairs ascend.
    pub(super) const fn new(ranges: &'static [(usize, usize)]) -> Self {
        Self(Cow::Borrowed(ranges))
    }

    /// Returns whether this length is permitted.
    #[must_use]
    pub fn contains(&self, length: usize) -> bool {
        self.0.iter().any(|(least, most)| (*least..=*most).contains(&length))
    }

    /// Returns whether no length is permitted.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the lengths of texts with two digits for each of as many bytes as are permitted here.
    pub(super) fn in_digits(&self) -> Self {
        Self(self.0.iter().map(|(least, most)| (2 * least, 2 * most)).collect())
    }

    /// Returns the lengths that any of these permits.
    pub(super) fn union<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut ranges = all.into_iter().flat_map(|lengths| lengths.0.iter().copied()).collect::<Vec<_>>();
        ranges.sort_unstable();
        ranges.dedup();
        Self(ranges.into())
    }
}

impl From<usize> for Lengths {
    fn from(length: usize) -> Self {
        Self(Cow::Owned(alloc::vec![(length, length)]))
    }
}

/// Prints the lengths in words: `32`, `64, 1632 or 1696`, `256 to 4096`.
impl fmt::Display for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        alternatives(f, &self.0, |(least, most), f| match least == most {
            true => write!(f, "{least}"),
            false => write!(f, "{least} to {most}"),
        })
    }
}
