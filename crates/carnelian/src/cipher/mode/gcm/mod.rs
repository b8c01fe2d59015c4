//! GCM over any block cipher with blocks of 128 bits, NIST SP 800-38D: authenticated encryption.
//!
//! A nonce must never be used for two messages under one key: that would reveal the XOR of the messages and, with
//! little work, H, which lets an attacker forge messages under that key. Count nonces, or draw 12 bytes at random for
//! at most 2³² messages under one key (Section 8.3). Where neither can be relied on, use
//! [`aes_gcm_siv`](super::gcm_siv).
//!
//! No plaintext is released before its tag has been verified. [`open`](Aead::open) and its variants decrypt and
//! authenticate in one pass, and zero the output if the tag is wrong. Streaming decryption takes two passes: a
//! [`Verifier`] absorbs all of the ciphertext and, only if the tag is right, returns the [`Opener`] that decrypts it.
//!
//! Tags have 16 bytes: shorter ones are easier to forge than their length suggests (Appendix C).

mod fused;
mod kernel;
mod pieces;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_vaes;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_short;
#[cfg(target_arch = "x86_64")]
mod x86_single_blocks;
#[cfg(target_arch = "x86_64")]
mod x86_sse;
#[cfg(target_arch = "x86_64")]
mod x86_stream;

#[cfg(test)]
mod tests;

pub use crate::cipher::aead::{OpenError, SealError, TooLong};
pub use fused::GcmCipher;
#[cfg(test)]
pub(in super::super) use fused::Separate;
pub use pieces::{Opener, Sealer, Verifier};

use super::name::Name;
use crate::base::in_out::InOut;
use crate::base::memory::{wipe, wiping_stack};
use crate::base::random::{Random, RandomError};
use crate::base::secret::Secret;
#[cfg(feature = "alloc")]
use crate::cipher::aead::role::{DynAeadVerifier, DynSealer};
use crate::cipher::aead::{self, Aead, Pieces as _, Stream as _};
use crate::cipher::block::EncryptionKey;
use crate::cipher::block::aes::{Aes128, Aes192, Aes256};
use crate::cipher::ghash::{self, function::Ghash, kernel::Key as HashKey};
#[cfg(feature = "alloc")]
use alloc::boxed::Box;
use core::fmt;
use fused::Fused;
use kernel::{BLOCK_LEN, Direction, Open, Seal, Start};
use pieces::{MAX_LEN, Pieces};

/// Bytes in a tag.
const TAG_LEN: usize = aead::TAG_LEN;
/// The longest associated data, in bytes: 2⁶⁴ − 1 bits (Section 5.2.1.1).
const MAX_AAD_LEN: u64 = u64::MAX / 8;

/// AES-128-GCM.
pub type Aes128Gcm = AesGcm<Aes128>;
/// AES-192-GCM.
pub type Aes192Gcm = AesGcm<Aes192>;
/// AES-256-GCM.
///
/// ```
/// use carnelian::cipher::Aead;
/// use carnelian::cipher::aes_gcm::Aes256Gcm;
/// let key = Aes256Gcm::new(&[7; 32]);
/// let (nonce, header) = ([1; 12], b"to: Bob");
///
/// let mut message = *b"attack at dawn";
/// let tag = key.seal(&nonce, header, &mut message)?;
/// key.open(&nonce, header, &mut message, &tag)?;
/// assert_eq!(&message, b"attack at dawn");
///
/// assert!(key.open(&nonce, b"to: Eve", &mut message, &tag).is_err());
/// assert_eq!(message, [0; 14]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Aes256Gcm = AesGcm<Aes256>;

/// AES-GCM with a key of [`Aes128`], [`Aes192`] or [`Aes256`] and nonces of `NONCE_LEN` bytes. Use it as [`Aes128Gcm`],
/// [`Aes192Gcm`] or [`Aes256Gcm`].
pub type AesGcm<A, const NONCE_LEN: usize = 12> = Gcm<A, NONCE_LEN>;

/// GCM with a key of a block cipher and nonces of `NONCE_LEN` bytes. Nonces of lengths other than 12 are hashed. Use them
/// only for interoperability, and never two lengths with one key.
///
/// Takes time that depends only on lengths and, in decryption, on whether the tag is right, even if the CPU has no AES
/// instructions. The key is wiped when dropped, and so is what is computed from it: the round keys and, so that short
/// messages need no setup, powers of H, about one kilobyte in all.
pub struct Gcm<C: GcmCipher, const NONCE_LEN: usize = 12> {
    cipher: EncryptionKey<C>,
    /// The hash subkey H, and its powers.
    hash: HashKey,
    fused: C::Fused,
}

/// Bytes of stack that a message that no kernel processes in one pass may use.
const STACK: usize = 2048;

/// Bytes of stack that key setup may use: a key, which the compiler copies to the caller, and what computes it.
const STACK_OF_KEY: usize = 2560;

/// Bytes of stack that drawing a key and setting it up may use.
const STACK_OF_NEW: usize = 4096;

impl<C: GcmCipher, const NONCE_LEN: usize> Gcm<C, NONCE_LEN> {
    const NAMED: &'static Name = &Name::of(C::NAME, "-GCM");

    /// Returns a value that has no key yet.
    #[inline(always)]
    fn empty() -> Self {
        const { assert!(<Self as Aead>::NONCE_LEN > 0) };
        // Chosen before anything is written: a call in between would keep the value from being made in its place.
        let (cipher, ghash, fused) = (C::choose(), ghash::kernel::Backend::choose(), C::Fused::choose());
        Self { cipher: EncryptionKey::empty_for(cipher), hash: HashKey::place_for(ghash), fused }
    }

    /// Expands the key in place.
    fn set(&mut self, key: &C::Key) {
        self.cipher.replace(key);
        let mut h = [0; BLOCK_LEN];
        self.cipher.encrypt_block(&mut h); // Algorithm 4, 1. H = CIPH_K(0¹²⁸).
        self.hash.set::<Ghash>(&h);
        wipe(&mut h);
    }

    /// Starts the streaming encryption of a message.
    ///
    /// # Panics
    /// If there is more associated data than [`MAX_AAD_LEN`](Aead::MAX_AAD_LEN), which no memory can
    /// hold.
    #[must_use]
    #[inline(never)]
    pub fn sealer(&self, nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Sealer<'_, C> {
        wiping_stack::<STACK, _>(|| Sealer::new(self.pieces(self.start(nonce), aad)))
    }

    /// Starts the streaming decryption of a message, which takes two passes: one through the verifier, and one through
    /// the opener that it returns.
    ///
    /// # Panics
    /// If there is more associated data than [`MAX_AAD_LEN`](Aead::MAX_AAD_LEN), which no memory can
    /// hold.
    #[must_use]
    #[inline(never)]
    pub fn verifier(&self, nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Verifier<'_, C> {
        wiping_stack::<STACK, _>(|| Verifier::new(self.pieces(self.start(nonce), aad)))
    }

    /// Algorithms 4 and 5, 2. Returns J₀, the block whose encryption masks the tag and after which the keystream
    /// starts.
    #[inline]
    fn start(&self, nonce: &[u8; NONCE_LEN]) -> Start {
        if let Some(start) = Self::start_of(nonce) {
            return start;
        }
        let mut hash = ghash::Pieces::<Ghash>::new();
        hash.update(&self.hash, nonce);
        hash.pad(&self.hash);
        hash.update(&self.hash, &(8 * NONCE_LEN as u128).to_be_bytes());
        Start { block: u128::from_le_bytes(hash.sum()), counts_from_one: false }
    }

    /// Returns J₀ for a nonce of 12 bytes, which needs no key.
    #[inline(always)]
    fn start_of(nonce: &[u8; NONCE_LEN]) -> Option<Start> {
        let (12, Some(first), Some(last)) = (NONCE_LEN, nonce.first_chunk(), nonce.last_chunk()) else { return None };
        let last = u128::from(u32::from_le_bytes(*last));
        let block = 1 << 120 | last << 64 | u128::from(u64::from_le_bytes(*first));
        Some(Start { block, counts_from_one: true })
    }

    /// Algorithm 4, or Algorithm 5 up to the comparison, with the bytes of a key, if the message is short and the backend
    /// has a kernel for that.
    #[inline(always)]
    fn apply_once<D: Direction>(
        key: &C::Key,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        data: &mut InOut<'_>,
    ) -> Option<[u8; TAG_LEN]> {
        if data.len() > kernel::SHORT || aad.len() > kernel::SHORT {
            return None;
        }
        C::Fused::choose().once::<D>(key, Self::start_of(nonce)?, aad, data)
    }

    fn pieces(&self, start: Start, aad: &[u8]) -> Pieces<'_, C> {
        within_limits(0, aad.len()).expect("less associated data than the standard allows");
        Pieces::new(&self.cipher, &self.hash, &start.block.to_le_bytes(), aad)
    }

    /// Algorithm 4 from step 3 on, or Algorithm 5, steps 4 to 7, in one pass, if the backend has a kernel for that: the
    /// same result, sooner.
    // Inlined, as are the functions that it calls: a kernel that loads the pointers of `data` right after they were
    // stored would stall.
    #[inline(always)]
    fn apply<D: Direction>(&self, start: Start, aad: &[u8], data: &mut InOut<'_>) -> Option<[u8; TAG_LEN]> {
        self.fused.apply::<D>(&self.cipher, &self.hash.powers, start, aad, data)
    }
}

impl<C: GcmCipher, const NONCE_LEN: usize> Aead for Gcm<C, NONCE_LEN> {
    const NAME: &'static str = Self::NAMED.as_str();
    const KEY_LEN: usize = C::KEY_LEN;
    const NONCE_LEN: usize = match NONCE_LEN {
        0 => panic!("GCM has nonces of at least a byte"),
        _ => NONCE_LEN,
    };
    const MAX_LEN: u64 = MAX_LEN;
    const MAX_AAD_LEN: u64 = MAX_AAD_LEN;
    type Key = C::Key;
    type Nonce = [u8; NONCE_LEN];

    #[inline(never)]
    fn new(key: &C::Key) -> Self {
        wiping_stack::<STACK_OF_KEY, _>(|| {
            let mut made = Self::empty();
            made.set(key);
            made
        })
    }

    #[cfg(feature = "alloc")]
    fn boxed(key: &C::Key) -> Box<Self> {
        let mut made = Box::new(Self::empty());
        made.set(key);
        made
    }

    #[inline(never)]
    fn generate(random: &mut impl Random) -> Result<Self, RandomError> {
        wiping_stack::<STACK_OF_NEW, _>(|| {
            let mut key = Secret::new(C::Key::default());
            key.draw(random)?;
            Ok(Self::new(key.expose()))
        })
    }

    fn backend() -> &'static str {
        C::Fused::choose().name()
    }

    /// Algorithm 4, GCM-AE_K(IV, P, A).
    fn seal_in_out(&self, nonce: &[u8; NONCE_LEN], aad: &[u8], data: InOut<'_>) -> Result<[u8; TAG_LEN], TooLong> {
        let len = within_limits(data.len(), aad.len())?;
        // With such a nonce, J₀ is computed from the key, so the stack is wiped.
        if NONCE_LEN != 12 {
            return Ok(wiping_stack::<STACK, _>(|| self.seal_all(nonce, aad, data, len)));
        }
        Ok(self.seal_all(nonce, aad, data, len))
    }

    /// Algorithm 5, GCM-AD_K(IV, C, A, T). Plaintext decrypted before the tag is known to be wrong is wiped (step 8).
    fn open_in_out(
        &self,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        mut data: InOut<'_>,
        expected: &[u8; TAG_LEN],
    ) -> Result<(), OpenError> {
        // 1. FAIL if a length is not supported.
        let len = within_limits(data.len(), aad.len()).map_err(|too_long| {
            data.output_mut().fill(0);
            OpenError::TooLong(too_long)
        })?;
        let all = data.part(0..data.len());
        let mut tag = if NONCE_LEN == 12 {
            self.open_all(nonce, aad, all, len)
        } else {
            wiping_stack::<STACK, _>(|| self.open_all(nonce, aad, all, len))
        };
        aead::release(&mut tag, expected, data) // 8. P if T = T′, else FAIL.
    }

    #[cfg(feature = "alloc")]
    fn boxed_sealer<'k>(&'k self, nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Option<Box<dyn DynSealer + 'k>> {
        Some(Box::new(self.sealer(nonce, aad)))
    }

    #[cfg(feature = "alloc")]
    fn boxed_verifier<'k>(&'k self, nonce: &[u8; NONCE_LEN], aad: &[u8]) -> Option<Box<dyn DynAeadVerifier<'k> + 'k>> {
        Some(Box::new(self.verifier(nonce, aad)))
    }

    fn seal_once_in_out(
        key: &C::Key,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        mut data: InOut<'_>,
    ) -> Result<[u8; TAG_LEN], TooLong> {
        match Self::apply_once::<Seal>(key, nonce, aad, &mut data) {
            Some(tag) => Ok(tag),
            None => Self::new(key).seal_in_out(nonce, aad, data),
        }
    }

    fn open_once_in_out(
        key: &C::Key,
        nonce: &[u8; NONCE_LEN],
        aad: &[u8],
        mut data: InOut<'_>,
        expected: &[u8; TAG_LEN],
    ) -> Result<(), OpenError> {
        match Self::apply_once::<Open>(key, nonce, aad, &mut data) {
            Some(mut tag) => aead::release(&mut tag, expected, data),
            None => Self::new(key).open_in_out(nonce, aad, data, expected),
        }
    }
}

impl<C: GcmCipher, const NONCE_LEN: usize> Gcm<C, NONCE_LEN> {
    /// Algorithm 4 for a message of an allowed length.
    #[inline(always)]
    fn seal_all(&self, nonce: &[u8; NONCE_LEN], aad: &[u8], mut data: InOut<'_>, len: u64) -> [u8; TAG_LEN] {
        // 1. H = CIPH_K(0¹²⁸) is part of the key.
        let start = self.start(nonce); // 2. J₀.
        self.apply::<Seal>(start, aad, &mut data)
            .unwrap_or_else(|| wiping_stack::<STACK, _>(|| self.seal_by_steps(start, aad, data, len)))
    }

    /// Algorithm 4 from step 3 on, one step after the other.
    fn seal_by_steps(&self, start: Start, aad: &[u8], mut data: InOut<'_>, len: u64) -> [u8; TAG_LEN] {
        let mut pieces = self.pieces(start, aad);
        pieces.stream().apply(data.part(0..data.len())); // 3. C = GCTR_K(inc₃₂(J₀), P).
        pieces.absorb(data.output());
        let s = pieces.sum(len); // 4. and 5. S = GHASH_H(A ‖ 0ᵛ ‖ C ‖ 0ᵘ ‖ [len(A)]₆₄ ‖ [len(C)]₆₄).
        pieces.masked(s) // 6. and 7. T = MSB_t(GCTR_K(J₀, S)).
    }

    /// Algorithm 5 for a message of an allowed length, up to the comparison.
    #[inline(always)]
    fn open_all(&self, nonce: &[u8; NONCE_LEN], aad: &[u8], mut data: InOut<'_>, len: u64) -> [u8; TAG_LEN] {
        // 2. H = CIPH_K(0¹²⁸) is part of the key.
        let start = self.start(nonce); // 3. J₀.
        self.apply::<Open>(start, aad, &mut data)
            .unwrap_or_else(|| wiping_stack::<STACK, _>(|| self.open_by_steps(start, aad, data, len)))
    }

    /// Algorithm 5, steps 4 to 7. Step 4 comes last: in place, it overwrites C.
    fn open_by_steps(&self, start: Start, aad: &[u8], mut data: InOut<'_>, len: u64) -> [u8; TAG_LEN] {
        let mut pieces = self.pieces(start, aad);
        pieces.absorb(data.input());
        let s = pieces.sum(len); // 5. and 6. S = GHASH_H(A ‖ 0ᵛ ‖ C ‖ 0ᵘ ‖ [len(A)]₆₄ ‖ [len(C)]₆₄).
        let tag = pieces.masked(s); // 7. T′ = MSB_t(GCTR_K(J₀, S)).
        pieces.stream().apply(data.part(0..data.len())); // 4. P = GCTR_K(inc₃₂(J₀), C).
        tag
    }
}

/// Checks both lengths and returns the length of the message.
///
/// # Errors
/// [`TooLong`] if one exceeds [`MAX_LEN`] or [`MAX_AAD_LEN`].
#[inline]
fn within_limits(len: usize, aad: usize) -> Result<u64, TooLong> {
    TooLong::check("message", MAX_LEN, len)?;
    TooLong::check("associated data", MAX_AAD_LEN, aad)?;
    Ok(len as u64)
}

impl<C: GcmCipher, const NONCE_LEN: usize> zeroize::ZeroizeOnDrop for Gcm<C, NONCE_LEN> {}

impl<C: GcmCipher, const NONCE_LEN: usize> fmt::Debug for Gcm<C, NONCE_LEN> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(..)", Self::NAME)
    }
}
