//! Stream ciphers and the functions that they are built from.

pub(crate) mod boxes;

use crate::aead::scheme::pair;
use carnelian::cipher::chacha20::variant::{ChaCha20, ChaCha20Djb, Variant};
use carnelian::cipher::chacha20::{Cipher, hchacha20};
use carnelian::cipher::salsa20::variant::{Salsa20, XSalsa20};
use carnelian::cipher::salsa20::{self, SIGMA};
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::{Caller, Pair};
use core::convert::Infallible;
use core::ffi::{c_int, c_ulonglong};
use core::hint::black_box;

/// Bytes in a block.
const BLOCK: u128 = 64;

/// A stream cipher with nonces of `N` bytes.
trait Stream<const N: usize> {
    /// The cipher of the library.
    type Variant: Variant;

    /// Returns the cipher of a message.
    fn cipher(key: &[u8; 32], nonce: &[u8; N]) -> Option<Cipher<Self::Variant>>;
}

impl<V: Variant<Nonce = [u8; N]>, const N: usize> Stream<N> for V {
    type Variant = V;

    fn cipher(key: &[u8; 32], nonce: &[u8; N]) -> Option<Cipher<V>> {
        Some(Cipher::new(key, nonce))
    }
}

/// XChaCha20 with the long keystream of the original ChaCha20, as libsodium has it.
enum LongXChaCha20 {}

impl Stream<24> for LongXChaCha20 {
    type Variant = ChaCha20Djb;

    fn cipher(key: &[u8; 32], nonce: &[u8; 24]) -> Option<Cipher<ChaCha20Djb>> {
        let (first, rest) = nonce.split_first_chunk()?;
        Some(Cipher::new(hchacha20(key, first).expose(), rest.first_chunk()?))
    }
}

/// Writes the keystream.
fn stream<S: Stream<N>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let mut cipher = S::cipher(caller.array(key).ok()?, caller.array(nonce).ok()?)?;
    let out = caller.output(c, usize::try_from(len).ok()?).ok()?;
    out.fill(0);
    cipher.apply(out).ok()
}

/// XORs with the keystream from block `start` on.
fn xor_from<S: Stream<N>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    len: c_ulonglong,
    nonce: *const u8,
    start: u64,
    key: *const u8,
) -> Option<()> {
    let mut cipher = S::cipher(caller.array(key).ok()?, caller.array(nonce).ok()?)?;
    let mut compute = |data| {
        cipher.seek(BLOCK * u128::from(start)).ok()?;
        match data {
            Pair::Apart { input, output } => cipher.apply_to(input, output).ok(),
            Pair::InPlace(data) => cipher.apply(data).ok(),
        }
    };
    let len = usize::try_from(len).ok()?;
    let done = compute(pair(caller, m, c, len)?);
    if done.is_none() {
        // In place, the message is left where the ciphertext would be.
        wipe(caller.output(c, len).ok()?);
    }
    done
}

fn xor<S: Stream<N>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    xor_from::<S, N>(caller, c, m, len, nonce, 0, key)
}

/// Like [`xor_from`], with a block number of 32 bits.
fn xor_from_short<S: Stream<N>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    len: c_ulonglong,
    nonce: *const u8,
    start: u32,
    key: *const u8,
) -> Option<()> {
    xor_from::<S, N>(caller, c, m, len, nonce, u64::from(start), key)
}

/// HChaCha20.
fn core_hchacha20(caller: &Caller, out: *mut u8, input: *const u8, key: *const u8, constants: *const u8) -> Option<()> {
    let (key, input) = (caller.array(key).ok()?, caller.array(input).ok()?);
    let subkey = match constants.is_null() {
        true => hchacha20(key, input),
        false => hchacha20_with(caller.array(constants).ok()?, key, input),
    };
    caller.write(out, subkey.expose()).ok()
}

/// HChaCha20 with other constants than the usual ones, which the library's own has. Calls without constants do not save
/// the registers that it needs.
#[inline(never)]
fn hchacha20_with(constants: &[u8; 16], key: &[u8; 32], input: &[u8; 16]) -> Secret<[u8; 32]> {
    let word =
        |bytes: &[u8], i: usize| bytes[4 * i..4 * i + 4].iter().rfold(0, |word, byte| word << 8 | u32::from(*byte));
    let mut x: [u32; 16] = core::array::from_fn(|i| match i {
        0..4 => word(constants, i),
        4..12 => word(key, i - 4),
        _ => word(input, i - 12),
    });
    for _ in 0..10 {
        for i in 0..4 {
            quarter_round(&mut x, [i, i + 4, i + 8, i + 12]);
        }
        for i in 0..4 {
            quarter_round(&mut x, [i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4]);
        }
    }
    let Ok(subkey) = Secret::build(|subkey: &mut [u8; 32]| {
        for (bytes, i) in subkey.chunks_exact_mut(4).zip([0, 1, 2, 3, 12, 13, 14, 15]) {
            bytes.copy_from_slice(&x[i].to_le_bytes());
        }
        Ok::<_, Infallible>(())
    });
    x = [0; 16];
    black_box(&mut x);
    subkey
}

/// Returns the constants, which are the usual ones if the pointer is null.
fn constants_or_usual(caller: &Caller, constants: *const u8) -> Option<&[u8; 16]> {
    if constants.is_null() { Some(&SIGMA) } else { caller.array(constants).ok() }
}

fn core_hsalsa20(caller: &Caller, out: *mut u8, input: *const u8, key: *const u8, constants: *const u8) -> Option<()> {
    let constants = constants_or_usual(caller, constants)?;
    let subkey = salsa20::hsalsa20_with(constants, caller.array(key).ok()?, caller.array(input).ok()?);
    caller.write(out, subkey.expose()).ok()
}

fn core_salsa20(caller: &Caller, out: *mut u8, input: *const u8, key: *const u8, constants: *const u8) -> Option<()> {
    let constants = constants_or_usual(caller, constants)?;
    let block = salsa20::core(constants, caller.array(key).ok()?, caller.array(input).ok()?);
    caller.write(out, block.expose()).ok()
}

/// RFC 8439 Section 2.1.
fn quarter_round(x: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
    for (sum, addend, target, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        x[sum] = x[sum].wrapping_add(x[addend]);
        x[target] = (x[target] ^ x[sum]).rotate_left(bits);
    }
}

exports! {
    crypto_stream_chacha20(c: *mut u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = stream::<ChaCha20Djb, 8>;
    crypto_stream_chacha20_xor(c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = xor::<ChaCha20Djb, 8>;
    crypto_stream_chacha20_xor_ic(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, start: u64, key: *const u8
    ) -> c_int = xor_from::<ChaCha20Djb, 8>;
    crypto_stream_chacha20_ietf(c: *mut u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = stream::<ChaCha20, 12>;
    crypto_stream_chacha20_ietf_xor(c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = xor::<ChaCha20, 12>;
    crypto_stream_chacha20_ietf_xor_ic(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, start: u32, key: *const u8
    ) -> c_int = xor_from_short::<ChaCha20, 12>;
    crypto_stream_xchacha20(c: *mut u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = stream::<LongXChaCha20, 24>;
    crypto_stream_xchacha20_xor(c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = xor::<LongXChaCha20, 24>;
    crypto_stream_xchacha20_xor_ic(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, start: u64, key: *const u8
    ) -> c_int = xor_from::<LongXChaCha20, 24>;
    crypto_core_hchacha20(out: *mut u8, input: *const u8, key: *const u8, constants: *const u8)
        -> c_int = core_hchacha20;
    crypto_stream_salsa20(c: *mut u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = stream::<Salsa20, 8>;
    crypto_stream_salsa20_xor(c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = xor::<Salsa20, 8>;
    crypto_stream_salsa20_xor_ic(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, start: u64, key: *const u8
    ) -> c_int = xor_from::<Salsa20, 8>;
    crypto_stream crypto_stream_xsalsa20(c: *mut u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = stream::<XSalsa20, 24>;
    crypto_stream_xor crypto_stream_xsalsa20_xor(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = xor::<XSalsa20, 24>;
    crypto_stream_xsalsa20_xor_ic(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, start: u64, key: *const u8
    ) -> c_int = xor_from::<XSalsa20, 24>;
    crypto_core_hsalsa20(out: *mut u8, input: *const u8, key: *const u8, constants: *const u8)
        -> c_int = core_hsalsa20;
    crypto_core_salsa20(out: *mut u8, input: *const u8, key: *const u8, constants: *const u8)
        -> c_int = core_salsa20;
}
