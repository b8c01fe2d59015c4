//! The message authentication codes.

use super::identity::Identity;
use super::table::{Algorithms, row};
use crate::error::LengthRangeError;
use crate::hash::blake2::{B, S, VariableHasher, Variant};
use crate::hash::keccak::Kmac;
use crate::hash::role::{DynMac, WithLength, boxed};
use crate::hash::{Blake2b512, Blake2s256, Hash, Hmac};
use alloc::boxed::Box;
use core::fmt;
use core::ops::RangeInclusive;

/// A message authentication code that is chosen when the program runs.
///
/// Time depends only on the lengths of key and message.
///
/// ```
/// use carnelian::algorithm;
/// let hs256 = algorithm::macs().iter().find(|mac| mac.identity().jose == Some("HS256")).unwrap();
/// let mut message = hs256.start(b"a secret key of 32 bytes or more")?;
/// message.update(b"a message");
/// let mut tag = vec![0; message.tag_len()];
/// message.fork().finalize_into(&mut tag)?;
/// message.verify(&tag)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MacAlgorithm {
    identity: Identity,
    key_lens: (usize, usize),
    tag_len: usize,
    /// Each length is a function of its own.
    tag_lens: (usize, usize),
    backend: fn() -> &'static str,
    /// Starts a message: the key, the customization, the number of bytes in a tag. All are permitted.
    start: Start,
    is_customizable: bool,
}

/// Starts a message.
type Start = fn(&[u8], &[u8], usize) -> Box<dyn DynMac>;

/// Inputs of a message authentication code beside the key and the message.
///
/// ```
/// use carnelian::algorithm::{self, MacOptions};
/// let options = MacOptions { customization: b"invoices", tag_len: Some(16) };
/// let kmac = algorithm::mac("KMAC128").unwrap().start_with(b"a secret key of many bytes", &options)?;
/// assert_eq!(kmac.tag_len(), 16);
/// # Ok::<(), algorithm::MacError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MacOptions<'a> {
    /// A text that makes another function of it. KMAC alone has one.
    pub customization: &'a [u8],
    /// The number of bytes in a tag, which is part of what the tag authenticates. HMAC has one length.
    pub tag_len: Option<usize>,
}

impl MacAlgorithm {
    /// Returns the names and numbers of the function.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Returns the numbers of bytes that a key may have. A secure one has 16 or more.
    #[must_use]
    pub const fn key_lens(&self) -> RangeInclusive<usize> {
        self.key_lens.0..=self.key_lens.1
    }

    /// Returns the number of bytes in a tag, where no other is asked for.
    #[must_use]
    pub const fn tag_len(&self) -> usize {
        self.tag_len
    }

    /// Returns the numbers of bytes that a tag may have.
    #[must_use]
    pub const fn tag_lens(&self) -> RangeInclusive<usize> {
        self.tag_lens.0..=self.tag_lens.1
    }

    /// Returns the name of the backend that this CPU and the tier in force select.
    #[must_use]
    pub fn backend(&self) -> &'static str {
        (self.backend)()
    }

    /// Starts a message under a key.
    ///
    /// # Errors
    /// [`MacError::Key`] if the key has another length than the function permits.
    pub fn start(&self, key: &[u8]) -> Result<Box<dyn DynMac>, MacError> {
        self.start_with(key, &MacOptions::default())
    }

    /// Starts a message under a key, with options.
    ///
    /// # Errors
    /// [`MacError`] if the key or the tag has another length than the function permits, or if there is no customization.
    pub fn start_with(&self, key: &[u8], options: &MacOptions<'_>) -> Result<Box<dyn DynMac>, MacError> {
        let tag_len = options.tag_len.unwrap_or(self.tag_len);
        LengthRangeError::check("key", self.key_lens(), key.len()).map_err(MacError::Key)?;
        LengthRangeError::check("tag", self.tag_lens(), tag_len).map_err(MacError::Tag)?;
        if !options.customization.is_empty() && !self.is_customizable {
            return Err(MacError::Customization);
        }
        Ok((self.start)(key, options.customization, tag_len))
    }

    const fn hmac<H: Hash + Send + Sync + 'static>(identity: Identity) -> Self {
        Self {
            identity,
            key_lens: (1, usize::MAX),
            tag_len: H::DIGEST_LEN,
            tag_lens: (H::DIGEST_LEN, H::DIGEST_LEN),
            backend: H::backend,
            start: |key, _, _| boxed(|| Hmac::<H>::new(key)),
            is_customizable: false,
        }
    }

    const fn kmac<const SECURITY: usize>(identity: Identity) -> Self {
        Self {
            identity,
            key_lens: (1, usize::MAX),
            tag_len: SECURITY / 4,
            tag_lens: (Kmac::<SECURITY>::SHORTEST_TAG_LEN, usize::MAX),
            backend: Kmac::<SECURITY>::backend,
            start: |key, customization, len| {
                boxed(|| WithLength { function: Kmac::<SECURITY>::new(key, customization), len })
            },
            is_customizable: true,
        }
    }

    const fn blake2<H: Hash, V: Variant + Send + Sync + 'static>(identity: Identity) -> Self {
        Self {
            identity,
            key_lens: (1, H::DIGEST_LEN),
            tag_len: H::DIGEST_LEN,
            tag_lens: (1, H::DIGEST_LEN),
            backend: H::backend,
            start: |key, _, len| {
                let none = V::Setting::default();
                boxed(|| {
                    let function = VariableHasher::<V>::with(len, key, &none, &none);
                    WithLength { function: function.expect("the lengths were checked"), len }
                })
            },
            is_customizable: false,
        }
    }
}

row!(MacAlgorithm);

impl fmt::Debug for MacAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.identity.id)
    }
}

/// The reason why a message cannot be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MacError {
    /// The key has another length than the function permits.
    Key(LengthRangeError),
    /// The tag has another length than the function permits.
    Tag(LengthRangeError),
    /// The function has no customization.
    Customization,
}

impl fmt::Display for MacError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) | Self::Tag(error) => error.fmt(f),
            Self::Customization => f.write_str("a customization: this function has none"),
        }
    }
}

impl core::error::Error for MacError {}

/// Generates the table: HMAC with each hash function, then the others.
macro_rules! table {
    ([$($other:expr),*] $($Type:ident $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
        $hash:tt hmac [$($method:ident($($argument:tt)*))*];)+) => {
        &[
            $(MacAlgorithm::hmac::<crate::hash::$Type>(
                Identity::new($number, concat!("hmac-", $id), concat!("HMAC-", $name), "FIPS 198-1")
                $(.$method($($argument)*))*
            ),)+
            $($other,)*
        ]
    };
}

static MACS: &[MacAlgorithm] = __hashes! { table [
    MacAlgorithm::kmac::<128>(Identity::new(101, "kmac128", "KMAC128", "SP 800-185 Section 4").oid("2.16.840.1.101.3.4.2.19")),
    MacAlgorithm::kmac::<256>(Identity::new(102, "kmac256", "KMAC256", "SP 800-185 Section 4").oid("2.16.840.1.101.3.4.2.20")),
    MacAlgorithm::blake2::<Blake2b512, B>(Identity::new(103, "blake2b", "BLAKE2b with a key", "RFC 7693")),
    MacAlgorithm::blake2::<Blake2s256, S>(Identity::new(104, "blake2s", "BLAKE2s with a key", "RFC 7693"))
] };

/// Returns every message authentication code, a family after the other.
#[must_use]
pub const fn macs() -> Algorithms<MacAlgorithm> {
    Algorithms::new(MACS)
}

/// Returns the message authentication code with this name, in any spelling.
///
/// ```
/// use carnelian::algorithm;
/// assert_eq!(algorithm::mac("HMAC-SHA-512/256").unwrap().tag_len(), 32);
/// ```
#[must_use]
pub fn mac(name: &str) -> Option<&'static MacAlgorithm> {
    macs().find(name)
}
