//! ChaCha20 in its three forms, and HChaCha20.
#![allow(unsafe_code)] // Entry points of C.

use crate::{data, serve};
use carnelian::cipher::chacha20::{ChaCha20Djb, hchacha20};
use carnelian_ffi::{Caller, Fault, Pair};

/// XORs data with the keystream from block `counter` on. After 2⁶⁴ blocks it starts again.
pub(crate) fn apply(key: &[u8; 32], nonce: &[u8; 8], counter: u64, data: Pair<'_>) {
    let mut cipher = ChaCha20Djb::new(key, nonce);
    let start = 64 * u128::from(counter);
    let left = ChaCha20Djb::KEY_STREAM_LEN - start;
    let len = data::len(&data);
    let (first, rest) = data::split_at(data, usize::try_from(left).map_or(len, |left| len.min(left)));
    for (position, data) in [(start, first), (0, rest)] {
        if data::len(&data) > 0 {
            let applied = cipher.seek(position).is_ok()
                && match data {
                    Pair::InPlace(data) => cipher.apply(data).is_ok(),
                    Pair::Apart { input, output } => cipher.apply_to(input, output).is_ok(),
                };
            debug_assert!(applied, "each part lies within the keystream");
        }
    }
}

/// Encrypts from block `counter` on and returns the number of the block after the text.
fn encrypt(
    caller: &Caller,
    (output, input, len): (*mut u8, *const u8, usize),
    key: &[u8; 32],
    nonce: &[u8; 8],
    counter: u64,
) -> Result<u64, Fault> {
    apply(key, nonce, counter, data::pair(caller, input, output, len)?);
    Ok(counter.wrapping_add(len.div_ceil(64) as u64))
}

/// Derives a key from a key and 16 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_chacha20_h(out: *mut u8, key: *const u8, r#in: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| caller.write(out, hchacha20(caller.array(key)?, caller.array(r#in)?).expose()));
}

/// Encrypts with a nonce of 8 bytes and a counter of 64 bits.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_chacha20_djb(
    cipher_text: *mut u8,
    plain_text: *const u8,
    text_size: usize,
    key: *const u8,
    nonce: *const u8,
    ctr: u64,
) -> u64 {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let text = (cipher_text, plain_text, text_size);
    let encrypt = || encrypt(&caller, text, caller.array(key)?, caller.array(nonce)?, ctr);
    encrypt().unwrap_or(ctr)
}

/// Encrypts with a nonce of 12 bytes and a counter of 32 bits, from which what overflows is added to the nonce.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_chacha20_ietf(
    cipher_text: *mut u8,
    plain_text: *const u8,
    text_size: usize,
    key: *const u8,
    nonce: *const u8,
    ctr: u32,
) -> u32 {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let text = (cipher_text, plain_text, text_size);
    let encrypt = || {
        let (start, nonce) = split_nonce(caller.array(nonce)?);
        encrypt(&caller, text, caller.array(key)?, &nonce, start | u64::from(ctr))
    };
    encrypt().map_or(ctr, |next| next as u32)
}

/// Encrypts with a nonce of 24 bytes and a counter of 64 bits.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_chacha20_x(
    cipher_text: *mut u8,
    plain_text: *const u8,
    text_size: usize,
    key: *const u8,
    nonce: *const u8,
    ctr: u64,
) -> u64 {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let text = (cipher_text, plain_text, text_size);
    let encrypt = || {
        let (first, rest) = split_long_nonce(caller.array(nonce)?);
        encrypt(&caller, text, hchacha20(caller.array(key)?, &first).expose(), &rest, ctr)
    };
    encrypt().unwrap_or(ctr)
}

/// Splits a nonce of 12 bytes into the upper half of a counter of 64 bits and a nonce of 8 bytes.
pub(crate) fn split_nonce(nonce: &[u8; 12]) -> (u64, [u8; 8]) {
    let [a, b, c, d, rest @ ..] = *nonce;
    (u64::from(u32::from_le_bytes([a, b, c, d])) << 32, rest)
}

/// Splits a nonce of 24 bytes into what HChaCha20 takes and a nonce of 8 bytes.
pub(crate) fn split_long_nonce(nonce: &[u8; 24]) -> ([u8; 16], [u8; 8]) {
    (core::array::from_fn(|i| nonce[i]), core::array::from_fn(|i| nonce[16 + i]))
}
