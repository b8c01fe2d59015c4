//! Derivation of keys: BLAKE2b with the number of a key as salt, and HKDF.

use crate::hashing::blake2b::{self, Blake};
use crate::library::{EINVAL, set_errno};
use crate::states::{self, State};
use carnelian::hash::{Hash, Hmac, Sha256, Sha512};
use carnelian::kdf::hkdf::Hkdf;
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::{Caller, wiping_stack};
use core::ffi::{c_char, c_int};

/// The lengths of a key that is derived with BLAKE2b.
const LENGTHS: core::ops::RangeInclusive<usize> = 16..=64;

/// Bytes of stack that deriving a key with BLAKE2b may use: a computation in parts six times, and more. With the
/// 4096 of [`states::STACK`] a call takes a tenth longer.
const STACK: usize = 1536;
const _: () = assert!(STACK >= 6 * size_of::<Blake>());

fn derive(
    caller: &Caller,
    subkey: *mut u8,
    len: usize,
    number: u64,
    context: *const c_char,
    key: *const u8,
) -> Option<()> {
    if !LENGTHS.contains(&len) {
        set_errno(EINVAL);
        return None;
    }
    let compute = || {
        let mut settings = [[0; 16]; 2];
        let [salt, personal] = &mut settings;
        salt[..8].copy_from_slice(&number.to_le_bytes());
        personal[..8].copy_from_slice(caller.array::<8>(context.cast()).ok()?);
        let key = caller.array::<32>(key).ok()?;
        Secret::build(|derived: &mut [u8; 64]| {
            let derived = derived.get_mut(..len).ok_or(())?;
            blake2b::digest(&[], key, salt, personal, derived).ok_or(())
        })
        .ok()
    };
    wiping_stack::<STACK, _>(|| {
        let derived = compute()?;
        caller.output(subkey, len).ok()?.copy_from_slice(&derived.expose()[..len]);
        Some(())
    })
}

fn extract<H: Hash<Digest = [u8; N]>, const N: usize>(
    caller: &Caller,
    prk: *mut u8,
    salt: *const u8,
    salt_len: usize,
    ikm: *const u8,
    ikm_len: usize,
) -> Option<()> {
    let mut key = Hmac::<H>::mac(caller.bytes(salt, salt_len).ok()?, caller.bytes(ikm, ikm_len).ok()?);
    let written = caller.write(prk, &key).ok();
    wipe(&mut key);
    written
}

/// Derives output; fails if it would be longer than 255 digests.
fn expand<H: Hash<Digest = [u8; N]>, const N: usize>(
    caller: &Caller,
    out: *mut u8,
    len: usize,
    context: *const c_char,
    context_len: usize,
    prk: *const u8,
) -> Option<()> {
    let hkdf = Hkdf::<H>::from_prk(caller.array::<N>(prk).ok()?).ok()?;
    let context = caller.bytes(context.cast(), context_len).ok()?;
    if len > Hkdf::<H>::MAX_OUTPUT_LEN {
        set_errno(EINVAL);
        return None;
    }
    hkdf.expand(context, caller.output(out, len).ok()?).ok()
}

fn extract_init<H: Hash>(caller: &Caller, state: *mut State<Hmac<H>>, salt: *const u8, len: usize) -> Option<()> {
    states::begin_keyed(caller, state, || Some(Hmac::new(caller.bytes(salt, len).ok()?)))
}

fn extract_update<H: Hash>(caller: &Caller, state: *mut State<Hmac<H>>, ikm: *const u8, len: usize) -> Option<()> {
    let ikm = caller.bytes(ikm, len).ok()?;
    states::with(caller, state, |hmac| hmac.update(ikm))
}

fn extract_final<H: Hash<Digest = [u8; N]>, const N: usize>(
    caller: &Caller,
    state: *mut State<Hmac<H>>,
    prk: *mut u8,
) -> Option<()> {
    wiping_stack::<{ states::STACK }, _>(|| {
        let mut key = states::end(caller, state)?.finalize();
        let written = caller.write(prk, &key).ok();
        wipe(&mut key);
        written
    })
}

exports! {
    crypto_kdf_derive_from_key crypto_kdf_blake2b_derive_from_key(
        subkey: *mut u8, len: usize, number: u64, context: *const c_char, key: *const u8
    ) -> c_int = derive;
    crypto_kdf_hkdf_sha256_extract(prk: *mut u8, salt: *const u8, salt_len: usize, ikm: *const u8, ikm_len: usize)
        -> c_int = extract::<Sha256, 32>;
    crypto_kdf_hkdf_sha256_expand(
        out: *mut u8, len: usize, context: *const c_char, context_len: usize, prk: *const u8
    ) -> c_int = expand::<Sha256, 32>;
    crypto_kdf_hkdf_sha256_extract_init(state: *mut State<Hmac<Sha256>>, salt: *const u8, len: usize)
        -> c_int = extract_init;
    crypto_kdf_hkdf_sha256_extract_update(state: *mut State<Hmac<Sha256>>, ikm: *const u8, len: usize)
        -> c_int = extract_update;
    crypto_kdf_hkdf_sha256_extract_final(state: *mut State<Hmac<Sha256>>, prk: *mut u8)
        -> c_int = extract_final::<Sha256, 32>;
    crypto_kdf_hkdf_sha512_extract(prk: *mut u8, salt: *const u8, salt_len: usize, ikm: *const u8, ikm_len: usize)
        -> c_int = extract::<Sha512, 64>;
    crypto_kdf_hkdf_sha512_expand(
        out: *mut u8, len: usize, context: *const c_char, context_len: usize, prk: *const u8
    ) -> c_int = expand::<Sha512, 64>;
    crypto_kdf_hkdf_sha512_extract_init(state: *mut State<Hmac<Sha512>>, salt: *const u8, len: usize)
        -> c_int = extract_init;
    crypto_kdf_hkdf_sha512_extract_update(state: *mut State<Hmac<Sha512>>, ikm: *const u8, len: usize)
        -> c_int = extract_update;
    crypto_kdf_hkdf_sha512_extract_final(state: *mut State<Hmac<Sha512>>, prk: *mut u8)
        -> c_int = extract_final::<Sha512, 64>;
}
