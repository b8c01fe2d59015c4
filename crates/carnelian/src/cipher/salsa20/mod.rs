//! Salsa20, D. J. Bernstein, "Salsa20 specification", 2005; HSalsa20 and XSalsa20, D. J. Bernstein, "Extending the
//! Salsa20 nonce", 2011. ChaCha20 is its successor; new protocols have no reason to use Salsa20, which is here for those
//! of NaCl and the formats built on them.
//!
//! A stream cipher provides confidentiality but not authenticity: an attacker who can change the ciphertext can change
//! the message. [`xsalsa20poly1305`](super::xsalsa20poly1305) authenticates it.
//!
//! The keystream is a function of key and nonce. Two messages under the same key and nonce reveal their XOR.

pub(super) mod kernel;
mod portable;
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code, reason = "only architectures with vectors use rows"))]
mod rounds;
pub mod variant;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(all(target_arch = "x86_64", not(any(carnelian_msan, miri))))]
mod x86_bmi2;
#[cfg(all(target_arch = "x86_64", any(carnelian_msan, miri)))]
mod x86_bmi2_model;

#[cfg(test)]
mod tests;

pub use super::keystream::{ApplyError, EndOfKeystream};
pub use super::stream_cipher::{Cipher, KEY_LEN};
pub(super) use variant::derive;

use super::arithmetic::rounds::{SIGMA as KEY_CONSTANTS, block};
use crate::base::memory::wiping_stack;
use crate::base::secret::Secret;
use kernel::{BLOCK_LEN, Backend};
use rounds::SalsaRounds;

/// The constants of a key of 32 bytes: "expand 32-byte k".
pub const SIGMA: [u8; 16] = KEY_CONSTANTS;

/// Salsa20 with twenty rounds: a nonce of 8 bytes, and 2⁶⁴ blocks of keystream.
///
/// ```
/// use carnelian::cipher::salsa20::Salsa20;
/// let (key, nonce) = ([7; 32], [1; 8]);
///
/// let mut data = *b"attack at dawn";
/// Salsa20::new(&key, &nonce).apply(&mut data)?;
/// assert_ne!(&data, b"attack at dawn");
/// Salsa20::new(&key, &nonce).apply(&mut data)?;
/// assert_eq!(&data, b"attack at dawn");
/// # Ok::<(), carnelian::cipher::salsa20::EndOfKeystream>(())
/// ```
pub type Salsa20 = Cipher<variant::Salsa20>;

/// XSalsa20: a nonce of 24 bytes, long enough to be drawn at random, and 2⁶⁴ blocks of keystream.
pub type XSalsa20 = Cipher<variant::XSalsa20>;

/// Bytes of stack that a function may use, excluding the kernels, which wipe their own.
const STACK: usize = 512;

/// HSalsa20: derives a key from a key and 16 bytes of input, as XSalsa20 does with the first 16 bytes of its nonce.
/// Constant time.
///
/// ```
/// use carnelian::cipher::salsa20::{Salsa20, XSalsa20, hsalsa20};
/// let subkey = hsalsa20(&[7; 32], &[1; 16]);
/// let (mut long, mut short) = ([0; 100], [0; 100]);
/// XSalsa20::new(&[7; 32], &[1; 24]).apply(&mut long)?;
/// Salsa20::new(subkey.declassify("example"), &[1; 8]).apply(&mut short)?;
/// assert_eq!(long, short);
/// # Ok::<(), carnelian::cipher::salsa20::EndOfKeystream>(())
/// ```
#[must_use]
#[inline(never)]
pub fn hsalsa20(key: &[u8; KEY_LEN], input: &[u8; 16]) -> Secret<[u8; KEY_LEN]> {
    wiping_stack::<STACK, _>(|| {
        let mut subkey = Secret::ZEROED;
        derive(key, input, &mut subkey);
        subkey
    })
}

/// [`hsalsa20`] with other constants than [`SIGMA`]: `crypto_core_hsalsa20` of NaCl. Constant time.
///
/// ```
/// use carnelian::cipher::salsa20::{SIGMA, hsalsa20, hsalsa20_with};
/// let (same, usual) = (hsalsa20_with(&SIGMA, &[7; 32], &[1; 16]), hsalsa20(&[7; 32], &[1; 16]));
/// assert!(carnelian::ct::eq(same.expose(), usual.expose()).declassify("example"));
/// ```
#[must_use]
#[inline(never)]
pub fn hsalsa20_with(constants: &[u8; 16], key: &[u8; KEY_LEN], input: &[u8; 16]) -> Secret<[u8; KEY_LEN]> {
    wiping_stack::<STACK, _>(|| {
        let mut subkey = Secret::ZEROED;
        subkey.write(|subkey| {
            kernel::hsalsa20(Backend::choose(), constants, key, u128::from_le_bytes(*input), subkey);
        });
        subkey
    })
}

/// Section 9, the Salsa20 expansion function: a block of 64 bytes from a key, 16 bytes of input and the constants,
/// which are [`SIGMA`] in Salsa20; `crypto_core_salsa20` of NaCl. In a keystream, the input is the nonce and the
/// little-endian number of the block. Constant time.
///
/// ```
/// use carnelian::cipher::salsa20::{SIGMA, Salsa20, core};
/// let mut stream = [0; 64];
/// Salsa20::new(&[7; 32], &[1; 8]).apply(&mut stream)?;
/// let block = core(&SIGMA, &[7; 32], &[1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(block.declassify("example"), &stream);
/// # Ok::<(), carnelian::cipher::salsa20::EndOfKeystream>(())
/// ```
#[must_use]
#[inline(never)]
pub fn core(constants: &[u8; 16], key: &[u8; KEY_LEN], input: &[u8; 16]) -> Secret<[u8; BLOCK_LEN]> {
    wiping_stack::<STACK, _>(|| {
        let mut output = Secret::ZEROED;
        let start = u128::from_le_bytes(*input).rotate_left(64);
        output.write(|output| block::<SalsaRounds>(&rounds::state(constants, key, start), output));
        output
    })
}

/// Returns the name of the backend that this CPU and the tier in force select.
#[must_use]
pub fn backend() -> &'static str {
    Backend::choose().name()
}
