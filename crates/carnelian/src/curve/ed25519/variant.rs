//! The three variants of RFC 8032 Section 5.1, the same scheme with another hash function, and their domain separation.

use super::rule::Rule;
use crate::base::context;
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

/// EdDSA with BLAKE2b instead of SHA-512, over the message itself: see
/// [`eddsa_blake2b`](crate::curve::eddsa_blake2b).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EddsaBlake2b {}

/// A variant of a scheme. Signatures of different variants are different types. Sealed.
pub trait Variant: Copy + Send + Sync + sealed::Sealed + 'static {
    /// The name in RFC 8032, or a name of the same form for [`EddsaBlake2b`], which is not in it.
    const NAME: &'static str;
    /// The scheme whose keys sign and verify this variant.
    type Scheme: Scheme;
}

/// EdDSA over edwards25519 with one hash function. A key belongs to one scheme. Sealed.
pub trait Scheme: Variant<Scheme = Self> {
    /// The default rule for loading keys and verifying signatures.
    const RULE: Rule;
    /// The hash function H of RFC 8032 Section 3.3.
    #[doc(hidden)]
    type Hasher: Hash<Digest = [u8; 64]> + fmt::Debug + Send + Sync + 'static;
    /// Whether there are variants under a context and over a digest.
    #[doc(hidden)]
    const HAS_VARIANTS: bool;
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
    const HAS_VARIANTS: bool = true;
}

impl sealed::Sealed for EddsaBlake2b {}
impl Variant for EddsaBlake2b {
    const NAME: &'static str = "EdDSA-BLAKE2b";
    type Scheme = Self;
}
impl Scheme for EddsaBlake2b {
    const RULE: Rule = Rule::Zip215;
    type Hasher = Blake2b512;
    const HAS_VARIANTS: bool = false;
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

/// The purpose of a signature: 1 to 255 bytes that signer and verifier agree on, such as the name of a protocol. A
/// signature under one context is not valid under another.
///
/// Ed25519ph takes an `Option<Context>`, since it also allows the empty context. Ed25519ctx does not: RFC 8032 asks for
/// a context that is not empty.
///
/// ```
/// use carnelian::curve::ed25519::Context;
/// let context = Context::new(b"example.org firmware v1")?;
/// assert_eq!(context.as_bytes().len(), 23);
/// assert_eq!(Context::new(b"").unwrap_err().found, 0);
/// # Ok::<(), carnelian::context::ContextLengthError>(())
/// ```
pub type Context<'a> = context::Context<'a, 1>;

/// The prefix of all hash inputs of a variant.
#[derive(Clone, Copy)]
pub(super) enum Domain<'a> {
    /// The empty prefix of Ed25519 and of EdDSA with BLAKE2b, which RFC 8032 calls pure.
    Pure,
    /// The prefix dom2(0, C) of Ed25519ctx.
    Ed25519ctx(Context<'a>),
    /// The prefix dom2(1, C) of Ed25519ph, where C may be empty.
    Ed25519ph(Option<Context<'a>>),
}

/// The first bytes of dom2, Section 2.
const DOM2: &[u8; 32] = b"SigEd25519 no Ed25519 collisions";

impl Domain<'_> {
    /// Returns a hasher that has absorbed the prefix.
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
            Self::Ed25519ctx(context) => Some((0, context.as_bytes())),
            Self::Ed25519ph(context) => Some((1, context.map_or(&[], |context| context.as_bytes()))),
        }
    }
}
