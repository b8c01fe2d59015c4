//! Verifying keys, and the verification of one signature, RFC 8032 Section 5.1.7.

use super::equation::{self, KeyPoint, is_small_order_vartime};
use super::error::{NoVerifyingKey, ParseKeyError, SignatureError, VerifyingKeyError};
use super::hashing::{challenge, challenge_hasher};
use super::rule::Rule;
use super::signature::{SignatureCtx, SignatureOf};
use super::variant::{Context, Domain, Ed25519, Ed25519ctx, Scheme, Variant};
use crate::base::hex;
use crate::curve::curve25519::{EdwardsPoint, PointError, Scalar, is_canonical};
use crate::curve::x25519;
use crate::error::LengthError;
use crate::hash::Hash;
use core::fmt;
use core::hash::Hasher;
use core::marker::PhantomData;
use core::str::FromStr;

/// The name of a key in errors.
const WHAT: &str = "an EdDSA key";

/// A verifying key of Ed25519.
pub type VerifyingKey = VerifyingKeyOf<Ed25519>;

/// A verifying key: 32 bytes that encode a point A, together with the decoded point. Use it as [`VerifyingKey`].
///
/// Keys, messages and signatures are public, and verification takes time that depends on them.
///
/// ```
/// use carnelian::curve::ed25519::{SigningKey, VerifyingKey};
/// let key = SigningKey::from_seed([7; 32]);
/// let public = VerifyingKey::from_bytes(key.verifying_key().as_bytes())?;
/// assert_eq!(public, *key.verifying_key());
/// # Ok::<(), carnelian::curve::ed25519::VerifyingKeyError>(())
/// ```
#[derive(Clone, Copy)]
pub struct VerifyingKeyOf<S: Scheme> {
    bytes: [u8; 32],
    /// A, decoded from the bytes.
    point: EdwardsPoint,
    /// True if [`EdwardsPoint::compress`] returns these bytes for the point.
    is_canonical: bool,
    scheme: PhantomData<S>,
}

impl<S: Scheme> VerifyingKeyOf<S> {
    /// Bytes in a verifying key.
    pub const LEN: usize = 32;

    /// Decodes a key by the scheme's default rule, which is RFC 8032 Section 5.1.3 for Ed25519. It accepts points of
    /// small order, under which signatures can be made without a secret key. Where a signature must bind its signer to
    /// one message, load the key with [`from_bytes_for`](Self::from_bytes_for) and [`Rule::Strict`], or verify by that
    /// rule.
    ///
    /// # Errors
    /// [`VerifyingKeyError`] if the encoding is not canonical, or not of a point.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, VerifyingKeyError> {
        Self::from_bytes_for(S::RULE, bytes)
    }

    /// Decodes a key of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`ParseKeyError`] as there, or if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, ParseKeyError> {
        let wrong = |_| ParseKeyError::Length(LengthError { what: WHAT, expected: 32, found: bytes.len() });
        Self::from_bytes(bytes.try_into().map_err(wrong)?).map_err(ParseKeyError::Key)
    }

    /// Decodes a key by another rule: [`Rule::Zip215`] and [`Rule::Cofactorless`] accept encodings that are not
    /// canonical, [`Rule::Strict`] rejects points of small order.
    ///
    /// A key keeps its original bytes, which verification hashes. It can be used under another rule than the one that
    /// it was loaded by, and verification then fails if that rule rejects the key.
    ///
    /// # Errors
    /// [`VerifyingKeyError`] if the rule rejects the bytes.
    ///
    /// ```
    /// use carnelian::curve::ed25519::{Rule, VerifyingKey, VerifyingKeyError};
    /// let mut bytes = [0xff; 32]; // y = 2²⁵⁵ − 19 + 1, which is 1 modulo p
    /// (bytes[0], bytes[31]) = (0xee, 0x7f);
    /// assert_eq!(VerifyingKey::from_bytes(&bytes), Err(VerifyingKeyError::NotCanonical));
    /// assert!(VerifyingKey::from_bytes_for(Rule::Zip215, &bytes).is_ok());
    /// ```
    pub fn from_bytes_for(rule: Rule, bytes: &[u8; 32]) -> Result<Self, VerifyingKeyError> {
        Self::from_decoded(rule, bytes, rule.decode(bytes))
    }

    /// Creates a key from an encoding and the result of [`Rule::decode`] for it.
    pub(super) fn from_decoded(
        rule: Rule,
        bytes: &[u8; 32],
        point: Result<EdwardsPoint, PointError>,
    ) -> Result<Self, VerifyingKeyError> {
        let is_canonical = is_canonical(bytes).declassify("keys are public");
        let key = Self { bytes: *bytes, point: point?, is_canonical, scheme: PhantomData };
        key.check_for(rule)?;
        Ok(key)
    }

    /// Checks that a key, which may have been loaded by another rule, is valid under `rule`.
    pub(super) fn check_for(&self, rule: Rule) -> Result<(), VerifyingKeyError> {
        if !rule.is_liberal() && !self.is_canonical {
            return Err(VerifyingKeyError::NotCanonical);
        }
        if rule == Rule::Strict && self.is_small_order() {
            return Err(VerifyingKeyError::SmallOrder);
        }
        Ok(())
    }

    /// Creates a key from a point and the result of [`EdwardsPoint::compress`] for it.
    pub(super) fn from_canonical(point: EdwardsPoint, bytes: [u8; 32]) -> Self {
        Self { bytes, point, is_canonical: true, scheme: PhantomData }
    }

    /// Returns a reference to the original bytes of the key.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.bytes
    }

    /// Returns the original bytes of the key.
    #[must_use]
    pub const fn to_bytes(&self) -> [u8; 32] {
        self.bytes
    }

    /// Returns the point A.
    #[must_use]
    pub const fn to_point(&self) -> EdwardsPoint {
        self.point
    }

    /// Returns whether the bytes are the canonical encoding of the point. For Ed25519, [`from_bytes`](Self::from_bytes)
    /// accepts no others.
    #[must_use]
    pub const fn is_canonical(&self) -> bool {
        self.is_canonical
    }

    /// Returns whether the point is one of the eight whose order divides 8. Under such a key a signature can be made
    /// without a secret key, and is valid for many messages.
    #[must_use]
    pub fn is_small_order(&self) -> bool {
        is_small_order_vartime(&self.point)
    }

    /// Verifies the signature of a message by the scheme's default rule, [`Rule::Rfc8032`] for Ed25519.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(&self, message: &[u8], signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        self.verify_with(S::RULE, message, signature)
    }

    /// Verifies the signature of a message by another rule.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    ///
    /// ```
    /// use carnelian::curve::ed25519::{Rule, SigningKey};
    /// let key = SigningKey::from_seed([7; 32]);
    /// key.verifying_key().verify_with(Rule::Strict, b"a message", &key.sign(b"a message"))?;
    /// # Ok::<(), carnelian::curve::ed25519::SignatureError>(())
    /// ```
    pub fn verify_with(&self, rule: Rule, message: &[u8], signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        self.verify_in(rule, Domain::Pure, message, signature)
    }

    /// Starts a streaming verification by the scheme's default rule. The message is read once.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = SigningKey::from_seed([7; 32]);
    /// let signature = key.sign(b"a message");
    /// let mut verifier = key.verifying_key().verifier(&signature);
    /// verifier.update(b"a mess");
    /// verifier.update(b"age");
    /// verifier.verify()?;
    /// # Ok::<(), carnelian::curve::ed25519::SignatureError>(())
    /// ```
    #[must_use]
    pub fn verifier(&self, signature: &SignatureOf<S>) -> VerifierOf<S> {
        self.verifier_with(S::RULE, signature)
    }

    /// Starts a streaming verification by another rule.
    #[must_use]
    pub fn verifier_with(&self, rule: Rule, signature: &SignatureOf<S>) -> VerifierOf<S> {
        self.verifier_in(rule, Domain::Pure, signature)
    }

    pub(super) fn verifier_in<V: Variant<Scheme = S>>(
        &self,
        rule: Rule,
        domain: Domain<'_>,
        signature: &SignatureOf<V>,
    ) -> VerifierOf<V> {
        let hasher = challenge_hasher::<S>(domain, &signature.r(), &self.bytes);
        VerifierOf { key: *self, rule, signature: *signature, hasher }
    }

    /// Verifies a signature given the challenge `k`, in place of H(R ‖ A ‖ M) mod L, for protocols that compute it
    /// themselves.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_challenge(&self, rule: Rule, k: &Scalar, signature: &SignatureOf<S>) -> Result<(), SignatureError> {
        self.check(&self.point, rule, signature, k)
    }

    /// Returns the X25519 public key of the same point, RFC 7748 Section 4.1: u = (1 + y)/(1 − y), and 0 for y = 1. The
    /// sign of x is lost.
    ///
    /// ```
    /// use carnelian::curve::ed25519::{SigningKey, VerifyingKey};
    /// let key = SigningKey::from_seed([7; 32]);
    /// let public = key.verifying_key();
    /// let converted = public.to_x25519();
    /// assert_eq!(converted, key.to_x25519().public_key());
    /// let sign = public.as_bytes()[31] >> 7 == 1;
    /// assert_eq!(VerifyingKey::from_x25519(&converted, sign)?, *public);
    /// # Ok::<(), carnelian::curve::ed25519::NoVerifyingKey>(())
    /// ```
    #[must_use]
    pub fn to_x25519(&self) -> x25519::PublicKey {
        x25519::PublicKey::from_bytes(self.point.to_montgomery())
    }

    /// Returns the key of the point with u-coordinate `public`, whose top bit is ignored, and an x with sign `sign`.
    ///
    /// # Errors
    /// [`NoVerifyingKey`] if there is no such point: u is −1, or a coordinate of the twist, or 0 with the sign set.
    pub fn from_x25519(public: &x25519::PublicKey, sign: bool) -> Result<Self, NoVerifyingKey> {
        let point = EdwardsPoint::from_montgomery(public.as_bytes(), sign).map_err(|_| NoVerifyingKey)?;
        let key = Self::from_canonical(point, point.compress());
        if (key.bytes[31] >> 7 == 1) == sign { Ok(key) } else { Err(NoVerifyingKey) }
    }

    /// Section 5.1.7 for the message, or its digest, of a variant with this domain.
    pub(super) fn verify_in<V: Variant<Scheme = S>>(
        &self,
        rule: Rule,
        domain: Domain<'_>,
        message: &[u8],
        signature: &SignatureOf<V>,
    ) -> Result<(), SignatureError> {
        let mut hasher = challenge_hasher::<S>(domain, &signature.r(), &self.bytes);
        hasher.update(message);
        self.check(&self.point, rule, signature, &challenge::<S>(hasher))
    }

    /// Verifies a signature given the challenge `k` and a representation of the point of this key.
    pub(super) fn check<V: Variant<Scheme = S>>(
        &self,
        point: &impl KeyPoint,
        rule: Rule,
        signature: &SignatureOf<V>,
        k: &Scalar,
    ) -> Result<(), SignatureError> {
        self.check_for(rule).map_err(SignatureError::Key)?;
        equation::check(rule, point, &signature.r(), &signature.s(), k)
    }
}

impl VerifyingKey {
    /// Verifies the Ed25519ctx signature of `message` under `context`, by [`Rule::Rfc8032`].
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        signature: &SignatureCtx,
    ) -> Result<(), SignatureError> {
        self.verify_ctx_with(Rule::Rfc8032, context, message, signature)
    }

    /// Verifies the Ed25519ctx signature of `message` under `context`, by another rule.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify_ctx_with(
        &self,
        rule: Rule,
        context: Context<'_>,
        message: &[u8],
        signature: &SignatureCtx,
    ) -> Result<(), SignatureError> {
        self.verify_in(rule, Domain::Ed25519ctx(context), message, signature)
    }

    /// Starts a streaming verification of an Ed25519ctx signature under `context`, by [`Rule::Rfc8032`].
    ///
    /// ```
    /// use carnelian::curve::ed25519::{Context, SigningKey};
    /// let key = SigningKey::from_seed([7; 32]);
    /// let context = Context::new(b"example")?;
    /// let signature = key.sign_ctx(context, b"a message");
    /// let mut verifier = key.verifying_key().verifier_ctx(context, &signature);
    /// verifier.update(b"a mess");
    /// verifier.update(b"age");
    /// verifier.verify()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verifier_ctx(&self, context: Context<'_>, signature: &SignatureCtx) -> VerifierCtx {
        self.verifier_ctx_with(Rule::Rfc8032, context, signature)
    }

    /// Starts a streaming verification of an Ed25519ctx signature under `context`, by another rule.
    #[must_use]
    pub fn verifier_ctx_with(&self, rule: Rule, context: Context<'_>, signature: &SignatureCtx) -> VerifierCtx {
        self.verifier_in(rule, Domain::Ed25519ctx(context), signature)
    }
}

impl<S: Scheme> PartialEq for VerifyingKeyOf<S> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<S: Scheme> Eq for VerifyingKeyOf<S> {}

impl<S: Scheme> core::hash::Hash for VerifyingKeyOf<S> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl<S: Scheme> PartialOrd for VerifyingKeyOf<S> {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<S: Scheme> Ord for VerifyingKeyOf<S> {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

/// Writes 64 hexadecimal digits.
impl<S: Scheme> fmt::Display for VerifyingKeyOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::encode(&self.bytes, f)
    }
}

/// Writes 64 hexadecimal digits, with `#` after `0x`.
impl<S: Scheme> fmt::LowerHex for VerifyingKeyOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { "0x" } else { "" })?;
        hex::encode(&self.bytes, f)
    }
}

impl<S: Scheme> fmt::Debug for VerifyingKeyOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VerifyingKey({self})")
    }
}

/// Parses 64 hexadecimal digits in either case.
impl<S: Scheme> FromStr for VerifyingKeyOf<S> {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, ParseKeyError> {
        let bytes = hex::decode(WHAT, text).map_err(ParseKeyError::Digits)?;
        Self::from_bytes(&bytes).map_err(ParseKeyError::Key)
    }
}

impl<S: Scheme> AsRef<[u8]> for VerifyingKeyOf<S> {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl<S: Scheme> From<VerifyingKeyOf<S>> for [u8; 32] {
    fn from(key: VerifyingKeyOf<S>) -> Self {
        key.bytes
    }
}

impl<S: Scheme> TryFrom<[u8; 32]> for VerifyingKeyOf<S> {
    type Error = VerifyingKeyError;

    fn try_from(bytes: [u8; 32]) -> Result<Self, VerifyingKeyError> {
        Self::from_bytes(&bytes)
    }
}

impl<S: Scheme> TryFrom<&[u8]> for VerifyingKeyOf<S> {
    type Error = ParseKeyError;

    fn try_from(bytes: &[u8]) -> Result<Self, ParseKeyError> {
        Self::from_slice(bytes)
    }
}

impl<S: Scheme> TryFrom<&[u8; 32]> for VerifyingKeyOf<S> {
    type Error = VerifyingKeyError;

    fn try_from(bytes: &[u8; 32]) -> Result<Self, VerifyingKeyError> {
        Self::from_bytes(bytes)
    }
}

/// A streaming verification of an Ed25519 signature.
pub type Verifier = VerifierOf<Ed25519>;

/// A streaming verification of an Ed25519ctx signature.
pub type VerifierCtx = VerifierOf<Ed25519ctx>;

/// A streaming verification of a signature. Use it as [`Verifier`] or [`VerifierCtx`].
#[derive(Clone)]
pub struct VerifierOf<V: Variant> {
    key: VerifyingKeyOf<V::Scheme>,
    rule: Rule,
    signature: SignatureOf<V>,
    hasher: <V::Scheme as Scheme>::Hasher,
}

impl<V: Variant> VerifierOf<V> {
    /// Absorbs the next part of the message, of any length.
    pub fn update(&mut self, data: &[u8]) {
        self.hasher.update(data);
    }

    /// Verifies the signature of the message that was absorbed. Do not trust any of the message until this returns
    /// `Ok`.
    ///
    /// # Errors
    /// [`SignatureError`] if the signature is not valid.
    pub fn verify(self) -> Result<(), SignatureError> {
        self.key.check(&self.key.point, self.rule, &self.signature, &challenge::<V::Scheme>(self.hasher))
    }
}

impl<V: Variant> fmt::Debug for VerifierOf<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Verifier({}, {:?}, {:?})", self.key, self.rule, self.signature)
    }
}
