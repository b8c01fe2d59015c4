//! The members of the Salsa20 family, which differ in their nonces.

pub use crate::cipher::stream_cipher::Variant;

use super::kernel::{self, BLOCK_LEN, Backend, Key};
use crate::base::in_out::InOut;
use crate::base::secret::Secret;
use crate::cipher::arithmetic::rounds::SIGMA;
use crate::cipher::stream_cipher::sealed::Sealed;

/// Computes [`hsalsa20`](super::hsalsa20) directly into `subkey`.
#[inline(always)]
pub(in super::super) fn derive(key: &Key, input: &[u8; 16], subkey: &mut Secret<Key>) {
    subkey.write(|subkey| kernel::hsalsa20(Backend::choose(), &SIGMA, key, u128::from_le_bytes(*input), subkey));
}

/// Salsa20 (Bernstein, 2005): 64 bits of counter and 64 of nonce.
#[derive(Debug)]
pub enum Salsa20 {}

/// XSalsa20 (Bernstein, 2008): 64 bits of counter and 192 of nonce, the first 128 of which HSalsa20 mixes into the key.
#[derive(Debug)]
pub enum XSalsa20 {}

/// Generates the members from a table: name, bytes in a nonce, and whether HSalsa20 derives the key.
macro_rules! variants {
    ($($name:ident, $nonce_len:literal, $derives_key:literal;)+) => {$(
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
            const NAME: &'static str = stringify!($name);
            type Nonce = [u8; $nonce_len];
            const KEY_STREAM_LEN: u128 = (BLOCK_LEN as u128) << 64;
        }
    )+};
}

variants! {
    Salsa20, 8, false;
    XSalsa20, 24, true;
}
