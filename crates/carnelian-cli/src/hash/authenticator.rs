//! The message authentication codes that the command offers: those of the catalogue.

use crate::arguments::named::Named;
use crate::key::file::LONGEST;
use carnelian::algorithm::{DynMac, MacAlgorithm, macs};
use std::ops::RangeInclusive;

/// A message authentication code, on the command line.
#[derive(Clone, Copy)]
pub struct Authenticator(&'static MacAlgorithm);

impl Authenticator {
    /// Returns the function in the catalogue.
    #[must_use]
    pub const fn function(self) -> &'static MacAlgorithm {
        self.0
    }

    /// Returns the name in the standard.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.0.identity().name
    }

    /// Returns the numbers of bytes that a key may have, as far as they fit in a key file.
    #[must_use]
    pub fn key_len(self) -> RangeInclusive<usize> {
        let lens = self.0.key_lens();
        *lens.start()..=LONGEST.min(*lens.end())
    }

    /// Returns the bytes in a tag.
    #[must_use]
    pub const fn tag_len(self) -> usize {
        self.0.tag_len()
    }

    /// Starts a message under a key.
    ///
    /// # Panics
    /// If the length of the key is not in [`key_len`](Self::key_len).
    #[must_use]
    pub fn start(self, key: &[u8]) -> Box<dyn DynMac> {
        self.0.start(key).expect("the caller has looked at the length of the key")
    }
}

/// Returns the tag of a message.
#[must_use]
pub fn tag_of(message: Box<dyn DynMac>) -> Vec<u8> {
    let mut tag = vec![0; message.tag_len()];
    message.finalize_into(&mut tag).expect("the length of a tag");
    tag
}

impl Named for Authenticator {
    fn all() -> Vec<Self> {
        macs().iter().map(Self).collect()
    }

    fn name(&self) -> &'static str {
        let identity = self.0.identity();
        identity.id
    }

    fn other_names(&self) -> Vec<String> {
        let identity = self.0.identity();
        identity.aliases.iter().chain([&identity.name]).map(ToString::to_string).collect()
    }
}

impl std::fmt::Debug for Authenticator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
