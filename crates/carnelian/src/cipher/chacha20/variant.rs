//! The members of the ChaCha20 family, which differ in their nonces and in the lengths of their keystreams.

pub use crate::cipher::stream_cipher::Variant;

use super::derivation::derive;
use super::kernel::{self, BLOCK_LEN, Backend, Key};
use crate::base::in_out::InOut;
use crate::base::secret::Secret;
use crate::cipher::stream_cipher::sealed::Sealed;

/// ChaCha20 as specified in RFC 8439: 32 bits of counter and 96 of nonce.
#[derive(Debug)]
pub enum ChaCha20 {}

/// ChaCha20 in its original form (Bernstein, 2008): 64 bits of counter and 64 of nonce.
#[derive(Debug)]
pub enum ChaCha20Djb {}

/// XChaCha20, draft-irtf-cfrg-xchacha Section 2.3: 32 bits of counter and 192 of nonce, the first 128 of which
/// HChaCha20 mixes into the key.
#[derive(Debug)]
pub enum XChaCha20 {}

/// Generates the members from a table: name, name of the algorithm, bytes in a nonce, whether HChaCha20 derives the
/// key, and bits of counter.
macro_rules! variants {
    ($($name:ident = $algorithm:literal, $nonce_len:literal, $derives_key:literal, $counter_bits:literal;)+) => {$(
        impl Sealed for $name {
            const DERIVES_KEY: bool = $derives_key;

            #[inline(always)]
            fn derive(key: &Key, input: &[u8; 16], subkey: &mut Secret<Key>) {
                derive(key, input, subkey);
            }

            #[inline(always)]
            fn xor(key: &Key, start: u128, data: InOut<'_>) {
                kernel::xor(Backend::choose(), key, start, data);
            }
        }

        impl Variant for $name {
            const NAME: &'static str = $algorithm;
            type Nonce = [u8; $nonce_len];
            const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << $counter_bits;
        }
    )+};
}

variants! {
    ChaCha20 = "ChaCha20", 12, false, 32;
    ChaCha20Djb = "ChaCha20 (original)", 8, false, 64;
    XChaCha20 = "XChaCha20", 24, true, 32;
}
