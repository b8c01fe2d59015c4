//! Stream ciphers and the functions that they are built from.

pub(crate) mod boxes;

use crate::aead::scheme::pair;
use carnelian::cipher::chacha20::variant::{ChaCha20, ChaCha20Djb, Variant, XChaCha20};
use carnelian::cipher::chacha20::{Cipher, hchacha20};
use carnelian::secret::wipe;
use carnelian_ffi::{Caller, Pair};
use core::ffi::{c_int, c_ulonglong};

/// Bytes in a block.
const BLOCK: u128 = 64;

/// The constants of ChaCha20 and Salsa20 for keys of 32 bytes.
const SIGMA: &[u8; 16] = b"expand 32-byte k";

/// Writes the keystream.
fn stream<V: Variant<Nonce = [u8; N]>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let mut cipher = Cipher::<V>::new(caller.array(key).ok()?, caller.array(nonce).ok()?);
    let out = caller.output(c, usize::try_from(len).ok()?).ok()?;
    out.fill(0);
    cipher.apply(out).ok()
}

/// XORs with the keystream from block `start` on.
fn xor_from<V: Variant<Nonce = [u8; N]>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    len: c_ulonglong,
    nonce: *const u8,
    start: u64,
    key: *const u8,
) -> Option<()> {
    let mut cipher = Cipher::<V>::new(caller.array(key).ok()?, caller.array(nonce).ok()?);
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

fn xor<V: Variant<Nonce = [u8; N]>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    xor_from::<V, N>(caller, c, m, len, nonce, 0, key)
}

/// Like [`xor_from`], with a block number of 32 bits.
fn xor_from_short<V: Variant<Nonce = [u8; N]>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    len: c_ulonglong,
    nonce: *const u8,
    start: u32,
    key: *const u8,
) -> Option<()> {
    xor_from::<V, N>(caller, c, m, len, nonce, u64::from(start), key)
}

/// HChaCha20; there are no other constants than the usual ones.
fn core_hchacha20(caller: &Caller, out: *mut u8, input: *const u8, key: *const u8, constants: *const u8) -> Option<()> {
    if !constants.is_null() && caller.array(constants).ok()? != SIGMA {
        caller.write(out, &[0; 32]).ok()?;
        return None;
    }
    let subkey = hchacha20(caller.array(key).ok()?, caller.array(input).ok()?);
    caller.write(out, subkey.expose()).ok()
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
        -> c_int = stream::<XChaCha20, 24>;
    crypto_stream_xchacha20_xor(c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = xor::<XChaCha20, 24>;
    crypto_stream_xchacha20_xor_ic(
        c: *mut u8, m: *const u8, len: c_ulonglong, nonce: *const u8, start: u64, key: *const u8
    ) -> c_int = xor_from::<XChaCha20, 24>;
    crypto_core_hchacha20(out: *mut u8, input: *const u8, key: *const u8, constants: *const u8)
        -> c_int = core_hchacha20;
}
