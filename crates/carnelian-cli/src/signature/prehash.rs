//! The hash functions of `--prehash`: those of the catalogue whose digests can be signed in place of a file.

use crate::arguments::named::{self, Named};
use carnelian::algorithm::{HashAlgorithm, PrehashAlgorithm, SignatureAlgorithm, SignatureError, hashes};

/// A hash function whose digest is signed in place of a file.
#[derive(Clone, Copy, Debug)]
pub struct Prehash {
    function: &'static HashAlgorithm,
    prehash: PrehashAlgorithm,
}

/// The function that is used if none is named, which every scheme with a prehash has.
pub const DEFAULT: &str = "sha512";

impl Prehash {
    /// Returns the functions in listing order.
    pub fn all() -> impl Iterator<Item = Self> {
        hashes().iter().filter_map(|function| Some(Self { function, prehash: function.prehash()? }))
    }

    /// Returns the name in its standard of the function that is used if none is named.
    #[must_use]
    pub fn default_title() -> &'static str {
        named::find::<Self>(DEFAULT).map_or(DEFAULT, Self::title)
    }

    /// Returns the function as an option of signing and verifying.
    #[must_use]
    pub const fn algorithm(self) -> PrehashAlgorithm {
        self.prehash
    }

    /// Returns the name in the standard.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.prehash.name()
    }

    /// Returns the functions of a scheme.
    pub fn of(scheme: &SignatureAlgorithm) -> impl Iterator<Item = Self> {
        Self::all().filter(|function| scheme.has_prehash(&function.prehash))
    }

    /// Returns whether a scheme has signatures of digests.
    #[must_use]
    pub fn is_had_by(scheme: &SignatureAlgorithm) -> bool {
        Self::of(scheme).next().is_some()
    }

    /// Returns whether a scheme refuses functions because their digests are too short.
    #[must_use]
    pub fn has_strength(scheme: &SignatureAlgorithm) -> bool {
        Self::all().any(|one| matches!(scheme.check_prehash(&one.prehash), Err(SignatureError::WeakPrehash { .. })))
    }

    /// Returns the number of bytes in the shortest digest that a scheme accepts.
    #[must_use]
    pub fn least_len(scheme: &SignatureAlgorithm) -> usize {
        Self::of(scheme).map(|function| function.prehash.digest_len()).min().unwrap_or(0)
    }
}

impl Named for Prehash {
    fn all() -> Vec<Self> {
        Self::all().collect()
    }

    fn name(&self) -> &'static str {
        let identity = self.function.identity();
        identity.id
    }

    fn other_names(&self) -> Vec<String> {
        let identity = self.function.identity();
        identity.aliases.iter().chain([&identity.name]).map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::{Role, Signature};

    #[test]
    fn the_default_is_a_prehash_of_every_scheme() {
        let default = named::find::<Prehash>(DEFAULT).unwrap();
        let schemes = Signature::key_types().into_iter().filter_map(Signature::of);
        for scheme in schemes.filter(|scheme| Prehash::is_had_by(scheme)) {
            assert!(scheme.has_prehash(&default.prehash), "{scheme:?}");
        }
    }
}
