//! Signing keys that hold the tree of the highest layer, for many signatures by one key.

use super::error::{RootError, SignError};
use super::functions::{Functions, Hashes};
use super::message::Message;
use super::parameters::Parameters;
use super::private::Private;
use super::sign::STACK;
use super::signature::Signature;
use super::signer::Signer;
use super::signing_key::SigningKey;
use super::trees::hypertree::{Hypertree, Top};
use super::verified::Verified;
use super::verifying_key::VerifyingKey;
use crate::base::ct;
use crate::base::memory::wiping_stack;
use crate::base::random::Random;
use crate::postquantum::context::Context;
use alloc::boxed::Box;
use alloc::vec;
use core::fmt;

/// A signing key that holds the nodes of the highest tree, which every signature would compute again, on the heap.
///
/// The secrets are those of the [`SigningKey`], with the same promises; the nodes are public.
///
/// | sets | bytes held | of the time of a signature, saved |
/// |---|---|---|
/// | 128s | 16 368 | 1/7 |
/// | 192s | 24 552 | 1/7 |
/// | 256s | 16 352 | 1/8 |
/// | 128f | 240 | 1/22 |
/// | 192f | 360 | 1/22 |
/// | 256f | 992 | 1/17 |
///
/// ```
/// use carnelian::postquantum::slhdsa::{SigningKey, SlhDsaSha2_128f};
/// let key = SigningKey::<SlhDsaSha2_128f>::from_seeds(&[1; 16], &[2; 16], &[3; 16]);
/// let signature = key.sign_deterministic(b"a message")?;
/// assert_eq!(key.prepare().sign_deterministic(b"a message")?, signature);
/// # Ok::<(), carnelian::postquantum::slhdsa::SignError>(())
/// ```
pub struct PreparedSigningKey<P: Parameters> {
    key: SigningKey<P>,
    pub(super) top: TopNodes,
}

impl<P: Parameters> SigningKey<P> {
    /// Returns the key in a form for many signatures. It takes as long as generating a key.
    #[must_use]
    pub fn prepare(self) -> PreparedSigningKey<P> {
        let top = TopNodes::of(&self.private, self.verifying_key().seed());
        PreparedSigningKey { key: self, top }
    }

    /// Returns the key in a form for many signatures if its root is that of its seeds: [`check`](Self::check) on the way.
    pub(super) fn prepare_checked(self) -> Result<PreparedSigningKey<P>, RootError> {
        let prepared = self.prepare();
        let (_, root) = prepared.top.0.split_at(prepared.top.0.len() - P::N);
        if root == &prepared.verifying_key().as_ref()[P::N..] { Ok(prepared) } else { Err(RootError) }
    }
}

impl<P: Parameters> PreparedSigningKey<P> {
    /// Returns the key itself.
    #[must_use]
    pub const fn signing_key(&self) -> &SigningKey<P> {
        &self.key
    }

    /// Returns the key itself, without the nodes.
    #[must_use]
    pub fn into_signing_key(self) -> SigningKey<P> {
        self.key
    }

    /// Returns the verifying key, the public half.
    #[must_use]
    pub const fn verifying_key(&self) -> &VerifyingKey<P> {
        self.key.verifying_key()
    }

    /// Returns what signs: the key with the nodes.
    pub(super) fn signer(&self) -> Signer<'_, P> {
        Signer { top: Some(self.top.nodes()), ..self.key.signer() }
    }

    /// Returns the key in a form that computes each signature twice: see [`SigningKey::verified`].
    #[must_use]
    pub fn verified(&self) -> Verified<'_, P> {
        Verified(self.signer())
    }

    /// Signs a message: see [`SigningKey::sign`].
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, or if the signature is not valid.
    pub fn sign(&self, message: &[u8], random: &mut impl Random) -> Result<Signature<P>, SignError> {
        self.sign_ctx(Context::EMPTY, message, random)
    }

    /// Signs a message under a context: see [`SigningKey::sign_ctx`].
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

    /// Signs a message without randomness: see [`SigningKey::sign_deterministic`].
    ///
    /// # Errors
    /// [`SignError::Fault`] if the signature is not valid.
    pub fn sign_deterministic(&self, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.sign_deterministic_ctx(Context::EMPTY, message)
    }

    /// Signs a message under a context, without randomness: see [`SigningKey::sign_deterministic_ctx`].
    ///
    /// # Errors
    /// [`SignError::Fault`] if the signature is not valid.
    pub fn sign_deterministic_ctx(&self, context: Context<'_>, message: &[u8]) -> Result<Signature<P>, SignError> {
        self.signer().sign_with(&Message::pure(context, message), None)
    }

    /// Signs a message under a context, and writes the signature to `signature`: see [`SigningKey::sign_into`].
    ///
    /// # Errors
    /// [`SignError`] if the random source fails, or if the signature is not valid.
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

impl<P: Parameters> zeroize::ZeroizeOnDrop for PreparedSigningKey<P> {}

impl<P: Parameters> fmt::Debug for PreparedSigningKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedSigningKey({:?}, ..)", self.key.verifying_key())
    }
}

/// The nodes of a tree on the heap. They are not secret: signatures contain them.
pub(super) struct TopNodes(pub(super) Box<[u8]>);

impl TopNodes {
    /// Computes the nodes for a key.
    fn of<P: Parameters>(private: &Private<P>, pk_seed: &[u8]) -> Self {
        let numbers = &P::NUMBERS;
        let mut nodes = vec![0; ((2 << numbers.h_prime) - 1) * numbers.n].into_boxed_slice();
        wiping_stack::<STACK, _>(|| {
            let mut sk_seed = <P::Functions as Functions>::Hashes::zeroed();
            sk_seed.set_all(private.sk_seed.expose().as_ref());
            let hypertree = Hypertree::<P::Functions> { numbers, sk_seed: &sk_seed, top: None };
            hypertree.top_nodes(&mut P::Functions::new(pk_seed), &mut nodes);
        });
        ct::declassify_bytes(&nodes, "signatures contain the nodes of trees");
        Self(nodes)
    }

    const fn nodes(&self) -> Top<'_> {
        Top(&self.0)
    }
}
