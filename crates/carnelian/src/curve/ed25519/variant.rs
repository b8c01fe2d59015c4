//! The three variants of Section 5.1 of RFC 8032, the same scheme over another hash, and what tells their hashes apart.

use super::rule::Rule;
use crate::hash::{Blake2b512, Hash, Sha512};
use core::fmt;

/// Ed25519, the variant without a context over the message itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ed25519 {}

/// Ed25519ctx, the variant under a [`Context`] over the message itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ed25519ctx {}

/// Ed25519ph, the variant over the SHA-512 digest of the message.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ed25519ph {}

/// EdDSA with BLAKE2b in the place of SHA-512, over the message itself: see
/// [`eddsa_blake2b`](crate::curve::eddsa_blake2b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EddsaBlake2b {}

/// A variant of the scheme: it tells signatures that mean different things apart by their types. Sealed.
pub trait Variant: Copy + sealed::Sealed {
    /// The name in RFC 8032; for [`EddsaBlake2b`], which that does not name, one of its form.
    const NAME: &'static str;
    /// Whose keys sign and verify it.
    type Scheme: Scheme;
}

/// EdDSA over edwards25519 with one hash function: what keys belong to. Sealed.
pub trait Scheme: Variant<Scheme = Self> + Sync {
    /// The rule by which keys are loaded and signatures verified where none is named.
    const RULE: Rule;
    /// The hash function H of RFC 8032 Section 3.3.
    #[doc(hidden)]
    type Hasher: Hash<Digest = [u8; 64]> + fmt::Debug;
}

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for Ed25519 {}
impl Variant for Ed25519 {
    const NAME: &'static str = "Ed25519";
    type Scheme = Self;
}
impl Scheme for Ed25519 {
    const RULE: Rule = Rule::Rfc8032;
    type Hasher = Sha512;
}

impl sealed::Sealed for EddsaBlake2b {}
impl Variant for EddsaBlake2b {
    const NAME: &'static str = "EdDSA-BLAKE2b";
    type Scheme = Self;
}
impl Scheme for EddsaBlake2b {
    const RULE: Rule = Rule::Zip215;
    type Hasher = Blake2b512;
}

impl sealed::Sealed for Ed25519ctx {}
impl Variant for Ed25519ctx {
    const NAME: &'static str = "Ed25519ctx";
    type Scheme = Ed25519;
}

impl sealed::Sealed for Ed25519ph {}
impl Variant for Ed25519ph {
    const NAME: &'static str = "Ed25519ph";
    type Scheme = Ed25519;
}

/// What a signature is for: 1 to 255 bytes that signer and verifier agree on, such as the name of a protocol. A
/// signature under one context is none under another.
///
/// Ed25519ph takes an `Option<Context>`, for it also has the empty context. Ed25519ctx has none: RFC 8032 wants a
/// context there.
///
/// ```
/// use carnelian::curve::ed25519::Context;
/// let context = Context::new(b"example.org firmware v1")?;
/// assert_eq!(context.as_bytes().len(), 23);
/// assert_eq!(Context::new(b"").unwrap_err().found, 0);
/// # Ok::<(), carnelian::curve::ed25519::ContextLengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context<'a>(&'a [u8]);

impl<'a> Context<'a> {
    /// The most bytes that a context can have.
    pub const MAX_LEN: usize = 255;

    /// The context that the bytes are.
    ///
    /// # Errors
    /// [`ContextLengthError`] if there are none, or more than 255.
    pub const fn new(bytes: &'a [u8]) -> Result<Self, ContextLengthError> {
        if bytes.is_empty() || bytes.len() > Self::MAX_LEN {
            Err(ContextLengthError { found: bytes.len() })
        } else {
            Ok(Self(bytes))
        }
    }

    /// The bytes of the context.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// A context of Ed25519ctx or Ed25519ph has 1 to 255 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContextLengthError {
    /// The length that was found.
    pub found: usize,
}

impl fmt::Display for ContextLengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a context of Ed25519: expected a length from 1 to 255, found {}", self.found)
    }
}

impl core::error::Error for ContextLengthError {}

/// What stands before everything that a variant hashes.
#[derive(Clone, Copy)]
pub(super) enum Domain<'a> {
    /// Of what RFC 8032 calls pure, Ed25519 and EdDSA with BLAKE2b: nothing.
    Pure,
    /// Of Ed25519ctx: dom2(0, C).
    Ed25519ctx(Context<'a>),
    /// Of Ed25519ph: dom2(1, C), where C may be empty.
    Ed25519ph(Option<Context<'a>>),
}

/// The first bytes of dom2, Section 2.
const DOM2: &[u8; 32] = b"SigEd25519 no Ed25519 collisions";

impl Domain<'_> {
    /// A hasher that has taken in dom2(F, C).
    pub(super) fn hasher<H: Hash>(self) -> H {
        let mut hasher = H::new();
        if let Some((flag, context)) = self.flag_and_context() {
            hasher.update(DOM2);
            hasher.update(&[flag, context.len() as u8]);
            hasher.update(context);
        }
        hasher
    }

    fn flag_and_context(&self) -> Option<(u8, &[u8])> {
        match self {
            Self::Pure => None,
            Self::Ed25519ctx(context) => Some((0, context.0)),
            Self::Ed25519ph(context) => Some((1, context.map_or(&[], |context| context.0))),
        }
    }
}
