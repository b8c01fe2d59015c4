//! The algorithms of a role, and how one is found by what identifies it.

use super::identity::Identity;
use core::fmt;
use core::ops::Deref;

/// Every algorithm of a role, a family after the other: a slice, which finds its items by name and number.
///
/// ```
/// use carnelian::algorithm;
/// let hashes = algorithm::hashes();
/// let found = [
///     hashes.find("SHA-512/256"),
///     hashes.with_oid("2.16.840.1.101.3.4.2.6"),
///     hashes.with_number(hashes.find("sha512_256").unwrap().identity().number),
/// ];
/// assert!(found.iter().all(|hash| hash.unwrap().identity().name == "SHA-512/256"));
/// assert!(hashes.iter().any(|hash| hash.digest_len() == 28));
/// ```
pub struct Algorithms<A: 'static>(&'static [A]);

/// A row of a table.
pub trait Algorithm: sealed::Sealed {
    /// Returns the names and numbers of the algorithm.
    fn identity(&self) -> &Identity;
}

pub(super) mod sealed {
    pub trait Sealed {}
}

impl<A: Algorithm> Algorithms<A> {
    pub(super) const fn new(rows: &'static [A]) -> Self {
        Self(rows)
    }

    /// Returns the algorithms one by one.
    pub fn iter(self) -> core::slice::Iter<'static, A> {
        self.0.iter()
    }

    /// Returns the algorithm with this name, in any spelling: its own, its identifier, or one that others use.
    #[must_use]
    pub fn find(self, name: &str) -> Option<&'static A> {
        self.with(|identity| identity.is_named(name))
    }

    /// Returns the algorithm with this object identifier, written as numbers with dots between them.
    #[must_use]
    pub fn with_oid(self, oid: &str) -> Option<&'static A> {
        self.with(|identity| identity.oid == Some(oid))
    }

    /// Returns the algorithm with this number, which is the one in C.
    #[must_use]
    pub fn with_number(self, number: u32) -> Option<&'static A> {
        self.with(|identity| identity.number == number)
    }

    /// Returns the algorithm with this name in JOSE, which is spelled in one way only.
    ///
    /// ```
    /// use carnelian::algorithm;
    /// assert_eq!(algorithm::macs().with_jose("HS256").unwrap().identity().name, "HMAC-SHA-256");
    /// assert!(algorithm::macs().with_jose("hs256").is_none());
    /// ```
    #[must_use]
    pub fn with_jose(self, name: &str) -> Option<&'static A> {
        self.with(|identity| identity.jose == Some(name))
    }

    /// Returns the algorithm with this number in COSE.
    #[must_use]
    pub fn with_cose(self, number: i32) -> Option<&'static A> {
        self.with(|identity| identity.cose == Some(number))
    }

    fn with(self, is_it: impl Fn(&Identity) -> bool) -> Option<&'static A> {
        self.iter().find(|row| is_it(row.identity()))
    }
}

impl<A> Clone for Algorithms<A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Algorithms<A> {}

impl<A> Deref for Algorithms<A> {
    type Target = [A];

    fn deref(&self) -> &[A] {
        self.0
    }
}

impl<A: Algorithm> IntoIterator for Algorithms<A> {
    type Item = &'static A;
    type IntoIter = core::slice::Iter<'static, A>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<A: Algorithm> fmt::Debug for Algorithms<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|row| row.identity().id)).finish()
    }
}

/// Makes a type the rows of a table.
macro_rules! row {
    ($Type:ident) => {
        impl crate::algorithm::table::sealed::Sealed for $Type {}

        impl crate::algorithm::table::Algorithm for $Type {
            fn identity(&self) -> &Identity {
                self.identity()
            }
        }
    };
}

pub(super) use row;
