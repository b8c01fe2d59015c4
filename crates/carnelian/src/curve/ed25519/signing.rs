//! Signing keys and signing, RFC 8032 Sections 5.1.5 and 5.1.6.

use super::error::MismatchedKeypair;
use super::hashing::{self, challenge, challenge_hasher};
use super::signature::{SignatureCtx, SignatureOf};
use super::variant::{Context, Domain, Ed25519, Scheme, Variant};
use super::verifying::VerifyingKeyOf;
use crate::base::ct;
use crate::base::memory::{wipe, wipe_stack, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::curve::curve25519::{EdwardsPoint, Scalar};
use crate::curve::x25519;
use crate::hash::Hash;
use core::fmt;

/// A signing key of Ed25519.
pub type SigningKey = SigningKeyOf<Ed25519>;

/// A signing key: a seed of 32 bytes, the secrets derived from it, and the verifying key that belongs to it. Use it as
/// [`SigningKey`].
///
/// The secrets are wiped when dropped. They are on the heap, where there is one, so that moving a key leaves no copies.
/// Key generation and signing take time that depends only on the length of the message.
///
/// ```
/// use carnelian::curve::ed25519::SigningKey;
/// use carnelian::random::OsRandom;
/// let key = SigningKey::generate(&mut OsRandom)?;
/// let signature = key.sign(b"a message");
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SigningKeyOf<S: Scheme> {
    pub(super) private: Held<Private>,
    pub(super) verifying_key: VerifyingKeyOf<S>,
}

/// The seed, and the secrets derived from it.
pub(super) struct Private {
    pub(super) seed: Secret<[u8; 32]>,
    /// s of Section 5.1.5, modulo L.
    pub(super) scalar: Secret<Scalar>,
    /// The second half of the seed's digest.
    pub(super) prefix: Secret<[u8; 32]>,
    /// A again, apart from the verifying key: see [`seal`](Self::seal).
    pub(super) public: Secret<[u8; 32]>,
    /// Of all that is above, and of A in the verifying key.
    pub(super) checksum: Secret<[u8; 8]>,
}

impl<S: Scheme> SigningKeyOf<S> {
    /// Bytes in a seed.
    pub const LEN: usize = 32;

    /// Generates a key from a seed of 32 random bytes.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        Self::of_seed(|seed| seed.draw(random))
    }

    /// Derives the key from a seed, RFC 8032 Section 5.1.5, in constant time. The seed is what RFC 8032 calls the
    /// private key and what key files contain. It can be any 32 bytes. The argument is wiped, but not the memory that
    /// the caller copied it from.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// let key = SigningKey::from_seed([7; 32]);
    /// assert_eq!(key.verifying_key().to_bytes()[..4], [0xea, 0x4a, 0x6c, 0x63]);
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn from_seed(mut seed: [u8; 32]) -> Self {
        let key = Self::of_bytes(&seed);
        wipe(&mut seed);
        key
    }

    /// Derives the key from a seed that is stored together with its public key.
    ///
    /// # Errors
    /// [`MismatchedKeypair`] if the public key does not belong to the seed. Signing with such a pair would reveal the
    /// secret scalar.
    #[inline(never)]
    pub fn from_seed_and_public(mut seed: [u8; 32], public: &[u8; 32]) -> Result<Self, MismatchedKeypair> {
        let key = Self::of_bytes(&seed);
        wipe(&mut seed);
        let expected = key.verifying_key.to_bytes();
        if expected == *public { Ok(key) } else { Err(MismatchedKeypair) }
    }

    /// Derives the key from the 64 bytes that other libraries store: the seed followed by the public key.
    ///
    /// # Errors
    /// [`MismatchedKeypair`] if the second half is not the public key of the first.
    ///
    /// ```
    /// use carnelian::curve::ed25519::SigningKey;
    /// assert!(SigningKey::from_keypair_bytes(&[7; 64]).is_err());
    /// ```
    pub fn from_keypair_bytes(bytes: &[u8; 64]) -> Result<Self, MismatchedKeypair> {
        let (seed, public) = bytes.split_first_chunk().expect("64 bytes begin with 32");
        let key = Self::of_bytes(seed);
        let (expected, found) = (key.verifying_key.to_bytes(), core::array::from_fn(|i| public[i]));
        let found = ct::declassify(found, "a public key is public");
        if expected == found { Ok(key) } else { Err(MismatchedKeypair) }
    }

    /// Derives the key from a seed, which is copied directly to its final location.
    pub(super) fn of_bytes(bytes: &[u8; 32]) -> Self {
        let Ok(key) = Self::of_seed(|seed| {
            seed.write(|seed| *seed = *bytes);
            Ok::<_, core::convert::Infallible>(())
        });
        key
    }

    /// Derives the key from a seed that `write` writes directly to its final location.
    pub(super) fn of_seed<E>(write: impl FnOnce(&mut Secret<[u8; 32]>) -> Result<(), E>) -> Result<Self, E> {
        let mut private = Private::place();
        write(&mut private.seed)?;
        let verifying_key = wiping_stack::<STACK, _>(|| {
            let verifying_key = private.expand::<S>();
            private.seal(verifying_key.as_bytes());
            verifying_key
        });
        Ok(Self { private, verifying_key })
    }

    /// Returns the seed.
    #[must_use]
    pub fn as_seed(&self) -> &Secret<[u8; 32]> {
        &self.private.seed
    }

    /// Returns the verifying key, the public half.
    #[must_use]
    pub fn verifying_key(&self) -> &VerifyingKeyOf<S> {
        &self.verifying_key
    }

    /// Returns the signature of `message`. Signatures are deterministic.
    ///
    /// A bit that changes in the memory of the key makes no difference: the key keeps the public key twice, and a checksum,
    /// and derives again what has changed. A fault in the computation does: beside the right signature of the same message,
    /// a wrong one reveals the key. [`verified`](Self::verified) and [`sign_hedged`](Self::sign_hedged) protect from that.
    ///
    /// Signing hashes the message twice, so it must be in memory. Where that is impossible, sign a
    /// [`Prehash`](super::Prehash).
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> SignatureOf<S> {
        self.sign_in(Domain::Pure, None, message)
    }

    /// Signs like [`sign`](Self::sign), but adds randomness to the nonce (draft-irtf-cfrg-det-sigs-with-noise-05,
    /// Section 3), so that power analysis and fault attacks cannot observe the same computation repeatedly. Every
    /// verifier accepts the signature. If the random source is bad, the signature is as secure as a deterministic one,
    /// since the nonce still depends on the key and on the message.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails; nothing is signed then.
    pub fn sign_hedged(&self, message: &[u8], random: &mut impl Random) -> Result<SignatureOf<S>, RandomError> {
        self.sign_hedged_in(Domain::Pure, message, random)
    }

    /// Returns the X25519 key with the same secret scalar, for protocols that use one key for both. The seed cannot be
    /// recovered from it.
    ///
    /// Its public key is the result of [`VerifyingKeyOf::to_x25519`] for this key's verifying key.
    #[must_use]
    pub fn to_x25519(&self) -> x25519::SecretKey {
        x25519::SecretKey::written(|number| {
            wiping_stack::<STACK, _>(|| *number = *hashing::secret_number(&self.private.digest::<S>()).expose());
        })
    }

    /// Signs like [`sign_in`](Self::sign_in), with 32 random bytes.
    pub(super) fn sign_hedged_in<V: Variant<Scheme = S>>(
        &self,
        domain: Domain<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<SignatureOf<V>, RandomError> {
        let mut noise = Secret::ZEROED;
        noise.draw(random)?;
        Ok(self.sign_in(domain, Some(&noise), message))
    }

    /// Section 5.1.6 for the message, or its digest, of a variant with this domain, hedged if there are random bytes.
    ///
    /// The memory of the key is checked after it was read for the last time, so that no lasting change is missed. If
    /// there is one, the signature is made by the key as it was.
    pub(super) fn sign_in<V: Variant<Scheme = S>>(
        &self,
        domain: Domain<'_>,
        noise: Option<&Secret<[u8; 32]>>,
        message: &[u8],
    ) -> SignatureOf<V> {
        let (mut r, mut s) = self.sign_hedged_if(domain, noise, message);
        let is_intact = self.is_intact();
        wipe_stack::<STACK>();
        if !is_intact {
            (r, s) = self.repaired().sign_hedged_if(domain, noise, message);
            wipe_stack::<STACK>();
        }
        SignatureOf::from_halves(&r, &s)
    }

    /// Leaves secrets on the stack.
    #[inline(never)]
    fn sign_hedged_if(
        &self,
        domain: Domain<'_>,
        noise: Option<&Secret<[u8; 32]>>,
        message: &[u8],
    ) -> ([u8; 32], [u8; 32]) {
        let Some(noise) = noise else { return self.sign_internal(domain, &self.private.prefix, message) };
        let mut prefix = Secret::ZEROED;
        hashing::hedge_prefix::<S>(&self.private.prefix, noise, &mut prefix);
        self.sign_internal(domain, &prefix, message)
    }

    #[inline(never)]
    fn sign_internal(&self, domain: Domain<'_>, prefix: &Secret<[u8; 32]>, message: &[u8]) -> ([u8; 32], [u8; 32]) {
        // 2. r ← H(dom2(F, C) ‖ prefix ‖ PH(M)).
        let nonce = hashing::nonce::<S>(domain, prefix, message);
        // 3. R ← r·B. Projective coordinates reveal more about r than the encoding does, so the point is secret too.
        let point = Secret::new(EdwardsPoint::mul_base(nonce.expose()));
        let r = ct::declassify(point.expose().compress(), "a signature is public");
        // 4. k ← H(dom2(F, C) ‖ R ‖ A ‖ PH(M)).
        let mut hasher = challenge_hasher::<S>(domain, &r, self.verifying_key.as_bytes());
        hasher.update(message);
        // 5. S ← (r + k·s) mod L.
        (r, self.response(nonce.expose(), &challenge::<S>(hasher)))
    }

    /// Section 5.1.6, step 5: S = (r + k·s) mod L.
    pub(super) fn response(&self, nonce: &Scalar, k: &Scalar) -> [u8; 32] {
        ct::declassify(k.mul_add(self.private.scalar.expose(), nonce).to_bytes(), "a signature is public")
    }

    /// Returns the second half of the seed's digest.
    #[cfg(feature = "alloc")]
    pub(super) fn prefix(&self) -> &Secret<[u8; 32]> {
        &self.private.prefix
    }
}

impl Private {
    /// Returns storage for a seed and its derived secrets, all zero.
    pub(super) fn place() -> Held<Self> {
        let scalar = Secret::new(Scalar::ZERO);
        let (prefix, public, checksum) = (Secret::ZEROED, Secret::ZEROED, Secret::ZEROED);
        Held::place(Self { seed: Secret::ZEROED, scalar, prefix, public, checksum })
    }

    /// Section 5.1.5: derives the secrets from the seed, and returns the public key. Leaves secrets on the stack.
    fn expand<S: Scheme>(&mut self) -> VerifyingKeyOf<S> {
        // 1. h ← H(seed).
        // 2. and 3. s, and A ← s·B.
        self.set_digest(&self.digest::<S>());
        let a = EdwardsPoint::mul_base(self.scalar.expose()).normalize();
        let (point, bytes) = ct::declassify(a, "a public key is public");
        VerifyingKeyOf::from_canonical(point, bytes)
    }

    /// Returns H(seed). Leaves secrets on the stack.
    fn digest<S: Scheme>(&self) -> Secret<[u8; 64]> {
        let mut hasher = S::Hasher::new();
        hasher.update(self.seed.expose());
        hashing::secret_digest::<S>(&mut hasher)
    }

    /// Sets s and the prefix, given the digest of the seed. Leaves secrets on the stack.
    pub(super) fn set_digest(&mut self, h: &Secret<[u8; 64]>) {
        let number = hashing::secret_number(h);
        self.scalar.write(|scalar| *scalar = Scalar::from_bytes_mod_order(number.expose()));
        self.prefix.write(|prefix| prefix.copy_from_slice(&h.expose()[32..]));
    }
}

impl SigningKey {
    /// Returns the Ed25519ctx signature of `message` under `context`.
    #[must_use]
    pub fn sign_ctx(&self, context: Context<'_>, message: &[u8]) -> SignatureCtx {
        self.sign_in(Domain::Ed25519ctx(context), None, message)
    }

    /// Signs like [`sign_ctx`](Self::sign_ctx), but hedged like [`sign_hedged`](Self::sign_hedged).
    ///
    /// # Errors
    /// [`RandomError`] if the source fails; nothing is signed then.
    pub fn sign_ctx_hedged(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<SignatureCtx, RandomError> {
        self.sign_hedged_in(Domain::Ed25519ctx(context), message, random)
    }
}

/// Shows only the public half.
impl<S: Scheme> fmt::Debug for SigningKeyOf<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey(.., {:?})", self.verifying_key)
    }
}

impl<S: Scheme> zeroize::ZeroizeOnDrop for SigningKeyOf<S> {}

/// An upper bound on the stack that signing uses below the function that wipes it.
pub(super) const STACK: usize = 4096;
