//! The keys of each message, RFC 8452 Section 4.

use crate::base::memory::wipe;
use crate::cipher::arithmetic::blocks::{BLOCK_LEN, Block};
use crate::cipher::block::aes::DerivesKeys;
use crate::cipher::block::{BlockCipher128, EncryptionKey};

/// A block cipher that GCM-SIV is defined for: one with blocks of 128 bits, and keys of 128 or 256. Sealed.
pub trait GcmSivCipher: BlockCipher128 + Derivation {}

impl<C: BlockCipher128 + Derivation> GcmSivCipher for C {}

/// The derivation of a message's keys. Not nameable outside.
pub trait Derivation: BlockCipher128 {
    /// derive_keys(), for a message with this nonce: computes the key of its authenticator and that of its cipher, which
    /// is expanded in place.
    fn derive(
        generating: &EncryptionKey<Self>,
        nonce: &[u8; 12],
        authentication: &mut Block,
        encryption: &mut EncryptionKey<Self>,
    ) {
        derive_by_steps(generating, nonce, authentication, encryption);
    }
}

/// The backends of AES derive and expand in one function.
impl<A: DerivesKeys> Derivation for A {
    #[inline(always)]
    fn derive(
        generating: &EncryptionKey<Self>,
        nonce: &[u8; 12],
        authentication: &mut Block,
        encryption: &mut EncryptionKey<Self>,
    ) {
        generating.derive(nonce, authentication, encryption);
    }
}

/// derive_keys() as the standard writes it.
fn derive_by_steps<C: BlockCipher128>(
    generating: &EncryptionKey<C>,
    nonce: &[u8; 12],
    authentication: &mut Block,
    encryption: &mut EncryptionKey<C>,
) {
    const { assert!(C::KEY_LEN == 16 || C::KEY_LEN == 32, "keys of 128 or 256 bits") };
    let mut blocks = [[0; BLOCK_LEN]; 6];
    let used = &mut blocks[..2 + C::KEY_LEN / 8];
    for (block, number) in used.iter_mut().zip(0u32..) {
        // little_endian_uint32(number) ++ nonce.
        block[..4].copy_from_slice(&number.to_le_bytes());
        block[4..].copy_from_slice(nonce);
    }
    generating.encrypt_blocks(used);
    let mut key = C::Key::default();
    let halves = authentication.chunks_exact_mut(8).chain(key.as_mut().chunks_exact_mut(8));
    for (half, block) in halves.zip(&*used) {
        half.copy_from_slice(&block[..8]);
    }
    encryption.replace(&key);
    wipe(blocks.as_flattened_mut());
    wipe(key.as_mut());
}
