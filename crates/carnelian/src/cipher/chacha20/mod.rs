//! ChaCha20, RFC 8439 Sections 2.1 to 2.4, with a nonce of 12 bytes, and in its original form with a nonce of 8 bytes;
//! HChaCha20 and XChaCha20, draft-irtf-cfrg-xchacha Section 2.
//!
//! A stream cipher provides confidentiality but not authenticity: an attacker who can change the ciphertext can change
//! the message. Unless something else authenticates the ciphertext, use authenticated encryption instead.
//!
//! The keystream is a function of key and nonce. Two messages under the same key and nonce reveal their XOR.

mod derivation;
pub(super) mod kernel;
mod portable;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only architectures with vectors use rows"))]
mod rounds;
pub mod variant;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_x8;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_avx2_x8_assembly;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_x8_memory;
#[cfg(all(target_arch = "x86_64", any(test, carnelian_msan, miri)))]
mod x86_avx2_x8_model;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_rows;

#[cfg(test)]
mod tests;

pub use super::keystream::{ApplyError, EndOfKeystream};
pub use super::stream_cipher::{Cipher, KEY_LEN};
pub(super) use derivation::derive;

use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;
use kernel::Backend;

/// ChaCha20 as specified in RFC 8439: a nonce of 12 bytes, and 2³² blocks of keystream, which are 256 GiB.
///
/// ```
/// use carnelian::cipher::chacha20::ChaCha20;
/// let (key, nonce) = ([7; 32], [1; 12]);
///
/// let mut data = *b"attack at dawn";
/// ChaCha20::new(&key, &nonce).apply(&mut data)?;
/// assert_ne!(&data, b"attack at dawn");
/// ChaCha20::new(&key, &nonce).apply(&mut data)?;
/// assert_eq!(&data, b"attack at dawn");
/// # Ok::<(), carnelian::cipher::chacha20::EndOfKeystream>(())
/// ```
pub type ChaCha20 = Cipher<variant::ChaCha20>;

/// ChaCha20 in its original form (Bernstein, 2008): a nonce of 8 bytes, and 2⁶⁴ blocks of keystream.
pub type ChaCha20Djb = Cipher<variant::ChaCha20Djb>;

/// XChaCha20, draft-irtf-cfrg-xchacha Section 2.3: a nonce of 24 bytes, long enough to be drawn at random, and 2³²
/// blocks of keystream.
pub type XChaCha20 = Cipher<variant::XChaCha20>;

/// HChaCha20, draft-irtf-cfrg-xchacha Section 2.2: derives a key from a key and 16 bytes of input, as XChaCha20 does
/// with the first 16 bytes of its nonce. Constant time.
///
/// ```
/// use carnelian::cipher::chacha20::{ChaCha20Djb, XChaCha20, hchacha20};
/// let subkey = hchacha20(&[7; 32], &[1; 16]);
/// let (mut long, mut short) = ([0; 100], [0; 100]);
/// XChaCha20::new(&[7; 32], &[1; 24]).apply(&mut long)?;
/// ChaCha20Djb::new(subkey.declassify("example"), &[1; 8]).apply(&mut short)?;
/// assert_eq!(long, short);
/// # Ok::<(), carnelian::cipher::chacha20::EndOfKeystream>(())
/// ```
#[must_use]
#[inline]
pub fn hchacha20(key: &[u8; KEY_LEN], input: &[u8; 16]) -> Secret<[u8; KEY_LEN]> {
    wiping_stack::<{ derivation::STACK }, _>(|| Secret::new(derivation::subkey(key, input)))
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
