//! Signing keys, FIPS 205 Sections 9.1 and 10.

use super::error::{RootError, SignError};
use super::message::Message;
use super::parameters::Parameters;
use super::private::Private;
use super::sign;
use super::signature::Signature;
use super::signer::Signer;
use super::verifying_key::VerifyingKey;
use crate::base::memory::wiping_stack;
use crate::base::random::{Random, RandomError};
use crate::base::secret::{Held, Secret};
use crate::error::LengthError;
use crate::postquantum::arrays::Bytes as _;
use crate::postquantum::context::Context;
use core::fmt;

/// A signing key of SLH-DSA: SK.seed, SK.prf and the verifying key that belongs to them.
///
/// The secrets are wiped when dropped. They are on the heap, where there is one, so that moving a key leaves no copies.
/// Key generation and signing take time that depends on the parameter set and on public values only.
///
/// Every signature is verified before it is returned: a faulty one could lead to forgeries. See
/// [`verified`](Self::verified) for the faults that this does not find.
///
/// A signature computes the tree of the highest layer, which is the same for all signatures: a
/// [`PreparedSigningKey`](super::PreparedSigningKey) holds its nodes. With the feature `rayon`, several threads compute a
/// signature.
///
/// ```
/// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaShake128f};
/// use carnelian::random::OsRandom;
/// let key = SigningKey::<SlhDsaShake128f>::generate(&mut OsRandom)?;
/// let signature = key.sign(b"a message", &mut OsRandom)?;
/// key.verifying_key().verify(b"a message", &signature)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SigningKey<P: Parameters> {
    pub(super) private: Held<Private<P>>,
    verifying_key: VerifyingKey<P>,
}

impl<P: Parameters> SigningKey<P> {
    /// Bytes in a private key.
    pub const LEN: usize = P::PRIVATE_KEY_LEN;

    /// Algorithm 21, slh_keygen(): generates a key from three random seeds.
    ///
    /// # Errors
    /// [`RandomError`] if the source fails.
    pub fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        let mut private = Private::zeroed();
        private.sk_seed.draw(random)?;
        private.sk_prf.draw(random)?;
        let mut pk_seed = P::SeedBytes::ZEROED;
        random.fill(pk_seed.as_mut())?;
        Ok(Self::with_root(private, &pk_seed))
    }

    /// Derives the key from SK.seed, SK.prf and PK.seed, Algorithm 18, slh_keygen_internal. The first two are secret.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f};
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// assert_eq!(key.to_bytes().expose()[32..48], [3; 16]);
    /// ```
    #[must_use]
    pub fn from_seeds(sk_seed: &P::SeedBytes, sk_prf: &P::SeedBytes, pk_seed: &P::SeedBytes) -> Self {
        let mut private = Private::zeroed();
        private.sk_seed.write(|seed| *seed = *sk_seed);
        private.sk_prf.write(|seed| *seed = *sk_prf);
        Self::with_root(private, pk_seed)
    }

    /// Computes PK.root.
    fn with_root(private: Held<Private<P>>, pk_seed: &P::SeedBytes) -> Self {
        let mut public = P::PublicKeyBytes::ZEROED;
        let (seed, root) = public.as_mut().split_at_mut(P::N);
        seed.copy_from_slice(pk_seed.as_ref());
        sign::root(&private, seed, root);
        Self::of_parts(private, VerifyingKey::from_bytes(&public))
    }

    /// Derives the key from SK.seed ‖ SK.prf ‖ PK.seed.
    #[cfg(feature = "alloc")]
    pub(super) fn from_joined_seeds(seeds: &[u8]) -> Self {
        let (secrets, pk_seed) = seeds.split_at(2 * P::N);
        let pk_seed = crate::base::ct::declassify_bytes(pk_seed, "the public key is public");
        let pk_seed = pk_seed.try_into().expect("the last of three seeds");
        Self::with_root(Private::of_seeds(secrets), &pk_seed)
    }

    const fn of_parts(private: Held<Private<P>>, verifying_key: VerifyingKey<P>) -> Self {
        Self { private, verifying_key }
    }

    /// Decodes a private key, SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root, Section 9.1, Figure 15. The argument is the
    /// caller's to wipe.
    ///
    /// Whether PK.root belongs to the seeds is not checked, since that takes as long as generating a key; with
    /// another root, no message can be signed. [`check`](Self::check) checks it.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f};
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// let mut bytes = *key.to_bytes().expose();
    /// SigningKey::<SlhDsaSha2_128f>::from_bytes(&bytes).check()?;
    /// bytes[63] ^= 1;
    /// assert!(SigningKey::<SlhDsaSha2_128f>::from_bytes(&bytes).check().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn from_bytes(bytes: &P::PrivateKeyBytes) -> Self {
        Self::decode(bytes.as_ref())
    }

    /// Decodes a private key of any length: see [`from_bytes`](Self::from_bytes).
    ///
    /// # Errors
    /// [`LengthError`] if it has another length.
    pub fn from_slice(bytes: &[u8]) -> Result<Self, LengthError> {
        if bytes.len() == Self::LEN {
            Ok(Self::decode(bytes))
        } else {
            Err(LengthError { what: "an SLH-DSA private key", expected: Self::LEN, found: bytes.len() })
        }
    }

    /// Decodes a private key of the right length.
    fn decode(bytes: &[u8]) -> Self {
        let (seeds, public) = bytes.split_at(2 * P::N);
        let public = crate::base::ct::declassify_bytes(public, "the public key is public");
        let public = public.try_into().expect("the second half of a private key");
        Self::of_parts(Private::of_seeds(seeds), VerifyingKey::from_bytes(&public))
    }

    /// Generates the key again from its seeds, and compares the roots.
    ///
    /// # Errors
    /// [`RootError`] if PK.root does not belong to the seeds.
    pub fn check(&self) -> Result<(), RootError> {
        let mut root = P::SeedBytes::ZEROED;
        sign::root(&self.private, self.verifying_key.seed(), root.as_mut());
        if root.as_ref() == &self.verifying_key.as_ref()[P::N..] { Ok(()) } else { Err(RootError) }
    }

    /// Returns the private key, SK.seed ‖ SK.prf ‖ PK.seed ‖ PK.root.
    #[must_use]
    pub fn to_bytes(&self) -> Secret<P::PrivateKeyBytes> {
        wiping_stack::<512, _>(|| {
            let mut bytes = Secret::place(P::PrivateKeyBytes::ZEROED);
            bytes.write(|bytes| {
                let (seeds, public) = bytes.as_mut().split_at_mut(2 * P::N);
                seeds[..P::N].copy_from_slice(self.private.sk_seed.expose().as_ref());
                seeds[P::N..].copy_from_slice(self.private.sk_prf.expose().as_ref());
                public.copy_from_slice(self.verifying_key.as_ref());
            });
            bytes
        })
    }

    /// Returns the verifying key, the public half.
    #[must_use]
    pub const fn verifying_key(&self) -> &VerifyingKey<P> {
        &self.verifying_key
    }

    /// Returns what signs: the key without the nodes of the highest tree.
    pub(super) fn signer(&self) -> Signer<'_, P> {
        Signer { private: &self.private, verifying_key: &self.verifying_key, top: None }
    }

    /// Signs a message under the empty context, Algorithm 22, slh_sign(M, ctx, SK). The signature depends on n random
    /// bytes too, so that fault attacks cannot observe the same computation repeatedly; with a bad random source it is
    /// as secure as a deterministic one.
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, or if the signature is not valid.
    pub fn sign(&self, message: &[u8], random: &mut impl Random) -> Result<Signature<P>, SignError> {
        self.sign_ctx(Context::EMPTY, message, random)
    }

    /// Signs like [`sign`](Self::sign), under a context.
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, or if the signature is not valid.
    pub fn sign_ctx(
        &self,
        context: Context<'_>,
        message: &[u8],
        random: &mut impl Random,
    ) -> Result<Signature<P>, SignError> {
        self.signer().sign_hedged(&Message::pure(context, message), random)
    }

    /// Signs a message under the empty context without randomness: the same message always has the same signature.
    ///
    /// # Errors
    /// [`SignError::Fault`] if the signature is not valid.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f};
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// assert_eq!(key.sign_deterministic(b"a message")?, key.sign_deterministic(b"a message")?);
    /// # Ok::<(), carnelian::postquantum::slhdsa::SignError>(())
    /// ```
    pub fn sign_deterministic(&self, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_deterministic_ctx(Context::EMPTY, message)
    }

    /// Signs like [`sign_deterministic`](Self::sign_deterministic), under a context.
    ///
    /// # Errors
    /// [`SignError::Fault`] if the signature is not valid.
    pub fn sign_deterministic_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.signer().sign_with(&Message::pure(context, message), None)
    }

    /// Signs like [`sign_ctx`](Self::sign_ctx), and writes the signature to `signature` as it is computed: nothing of
    /// its size is allocated. After an error of the source, `signature` is unchanged; an
    /// invalid signature is overwritten with zeros.
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, or if the signature is not valid.
    ///
    /// ```
    /// use carnelian::postquantum::slhdsa::{Context, Signature, SigningKey, SlhDsaSha2_128f};
    /// use carnelian::random::OsRandom;
    /// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
    /// let mut bytes = [0; 17_088];
    /// key.sign_into(Context::EMPTY, b"a message", &mut bytes, &mut OsRandom)?;
    /// key.verifying_key().verify(b"a message", &Signature::from_bytes(&bytes))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sign_into(
        &self,
        context: Context<'_>,
        message: &[u8],
        signature: &mut P::SignatureBytes,
        random: &mut impl Random,
    ) -> Result<(), SignError> {
        self.signer().sign_into(context, message, signature, random)
    }
}

impl<P: Parameters> TryFrom<&[u8]> for SigningKey<P> {
    type Error = LengthError;

    fn try_from(bytes: &[u8]) -> Result<Self, LengthError> {
        Self::from_slice(bytes)
    }
}

impl<P: Parameters> zeroize::ZeroizeOnDrop for SigningKey<P> {}

impl<P: Parameters> fmt::Debug for SigningKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SigningKey({:?}, ..)", self.verifying_key)
    }
}
