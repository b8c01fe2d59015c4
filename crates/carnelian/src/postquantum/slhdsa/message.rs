//! The encoded message M′, which is signed, and the parts of its digest.

use super::address::KeyPairAddress;
use super::functions::{Functions, MessageHasher};
use super::parameters::{MAX_M, Numbers};
use super::trees::fors;
use crate::postquantum::context::Context;
use crate::postquantum::prehash::{Prehash, WeakPrehash};

/// M′ as the parts that are hashed one after the other.
#[derive(Clone, Copy)]
pub(super) struct Message<'m> {
    /// The domain and the length of the context.
    start: [u8; 2],
    start_len: usize,
    context: &'m [u8],
    /// The DER encoding of the identifier of a hash function.
    oid: [u8; 11],
    oid_len: usize,
    content: &'m [u8],
}

impl<'m> Message<'m> {
    /// M′ ← toByte(0, 1) ‖ toByte(|ctx|, 1) ‖ ctx ‖ M, Algorithm 22, step 8.
    pub(super) fn pure(context: Context<'m>, content: &'m [u8]) -> Self {
        Self {
            start_len: 2,
            start: [0, context.as_bytes().len() as u8],
            context: context.as_bytes(),
            ..Self::internal(content)
        }
    }

    /// [`prehashed_of_any_strength`](Self::prehashed_of_any_strength), if the digest is long enough: Section 10.2.2
    /// requires a security strength of 8n bits, which digests of 2n bytes have.
    pub(super) fn prehashed(
        numbers: &Numbers,
        context: Context<'m>,
        prehash: &'m Prehash,
    ) -> Result<Self, WeakPrehash> {
        prehash.check(2 * numbers.n)?;
        Ok(Self::prehashed_of_any_strength(context, prehash))
    }

    /// M′ ← toByte(1, 1) ‖ toByte(|ctx|, 1) ‖ ctx ‖ OID ‖ PH_M, Algorithm 23, step 24.
    pub(super) fn prehashed_of_any_strength(context: Context<'m>, prehash: &'m Prehash) -> Self {
        let start = [1, context.as_bytes().len() as u8];
        Self { start, oid: prehash.oid(), oid_len: 11, ..Self::pure(context, prehash.digest()) }
    }

    /// Takes M′ itself.
    pub(super) const fn internal(content: &'m [u8]) -> Self {
        Self { start: [0; 2], start_len: 0, context: &[], oid: [0; 11], oid_len: 0, content }
    }

    /// Returns H_msg of the message, before it is completed.
    pub(super) fn start<H: MessageHasher>(&self, r: &[u8], public_key: &[u8]) -> H {
        let mut hasher = H::new(r, public_key);
        self.parts().iter().for_each(|part| hasher.update(part));
        hasher
    }

    /// Returns the parts.
    pub(super) fn parts(&self) -> [&[u8]; 4] {
        [&self.start[..self.start_len], self.context, &self.oid[..self.oid_len], self.content]
    }
}

/// The digest of a message, split as in Algorithms 19 and 20, steps 6 to 10.
pub(super) struct Digest {
    bytes: [u8; MAX_M],
    md_len: usize,
    /// The key pair that signs: idx_tree and idx_leaf.
    pub(super) key_pair: KeyPairAddress,
}

impl Digest {
    /// digest ← H_msg(R, PK.seed, PK.root, M), and its parts.
    pub(super) fn of<F: Functions>(numbers: &Numbers, r: &[u8], public_key: &[u8], message: &Message<'_>) -> Self {
        Self::finish(numbers, message.start::<F::MessageHasher>(r, public_key))
    }

    /// Completes H_msg.
    pub(super) fn finish(numbers: &Numbers, hasher: impl MessageHasher) -> Self {
        let mut bytes = [0; MAX_M];
        let digest = &mut bytes[..numbers.m()];
        hasher.finish(digest);
        let md_len = numbers.md_len();
        let (_, rest) = digest.split_at(md_len);
        let (tree, leaf) = rest.split_at((numbers.h - numbers.h_prime).div_ceil(8));
        // 9. idx_tree ← toInt(…) mod 2^(h − h/d), 10. idx_leaf ← toInt(…) mod 2^(h/d).
        let tree = to_int(tree) & (u64::MAX >> (64 - (numbers.h - numbers.h_prime)));
        let leaf = to_int(leaf) as u32 & ((1 << numbers.h_prime) - 1);
        Self { bytes, md_len, key_pair: KeyPairAddress { tree, leaf } }
    }

    /// md: what FORS signs, as the leaf of each tree.
    pub(super) fn indices(&self, numbers: &Numbers) -> [u32; super::parameters::MAX_K] {
        fors::indices(numbers, &self.bytes[..self.md_len])
    }
}

/// Algorithm 2, toInt(X, n), modulo 2⁶⁴.
fn to_int(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |total, byte| total << 8 | u64::from(*byte))
}
