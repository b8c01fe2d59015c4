//! Key agreement: one interface for every scheme.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

mod constants;

pub use constants::*;

use crate::context::wiping_stack;
use crate::outputs::{needs, reporting, write, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::algorithm::{AgreementAlgorithm, DynAgreementKey, agreements};
use carnelian_ffi::Caller;

/// A scheme of key agreement.
pub type carnelian_exchange_algorithm = u32;

/// Returns the scheme with a number.
fn scheme(algorithm: carnelian_exchange_algorithm) -> Result<&'static AgreementAlgorithm, carnelian_status> {
    agreements().with_number(algorithm).ok_or(carnelian_status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the private key at `data`.
fn private(
    caller: &Caller,
    scheme: &AgreementAlgorithm,
    (data, len): (*const u8, usize),
) -> Result<Box<dyn DynAgreementKey>, carnelian_status> {
    wiping_stack::<[u8; CARNELIAN_EXCHANGE_PRIVATE_KEY_MAX_LEN], _>(|| {
        Ok(scheme.key_from_bytes(caller.bytes(data, len)?)?)
    })
}

/// Returns the number of bytes in a private key of the scheme; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_exchange_private_key_len(algorithm: carnelian_exchange_algorithm) -> usize {
    scheme(algorithm).map_or(0, AgreementAlgorithm::key_len)
}

/// Returns the number of bytes in a public key of the scheme; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_exchange_public_key_len(algorithm: carnelian_exchange_algorithm) -> usize {
    scheme(algorithm).map_or(0, AgreementAlgorithm::public_key_len)
}

/// Returns the number of bytes in a shared secret of the scheme; 0 if there is no such scheme.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_exchange_shared_secret_len(algorithm: carnelian_exchange_algorithm) -> usize {
    scheme(algorithm).map_or(0, AgreementAlgorithm::shared_secret_len)
}

/// Generates a key pair; the lengths are the scheme's. `random` is the random source, NULL that of the operating system.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths; `CARNELIAN_ERROR_RANDOM` if the
/// source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_exchange_generate(
    algorithm: carnelian_exchange_algorithm,
    random: *const carnelian_random_source,
    private_key: *mut u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(private_key, private_key_len), (public_key, public_key_len)], || {
        let scheme = scheme(algorithm)?;
        needs(private_key_len == scheme.key_len() && public_key_len == scheme.public_key_len())?;
        let mut random = Source::of(&caller, random)?;
        let key = wiping_stack::<[u8; CARNELIAN_EXCHANGE_PRIVATE_KEY_MAX_LEN], _>(|| scheme.generate(&mut random))?;
        write(&caller, (public_key, public_key_len), &key.public_key())?;
        write(&caller, (private_key, private_key_len), key.to_bytes().expose())
    })
}

/// Computes the public key of a private key. Any 32 bytes are a private key of X25519; they are clamped wherever they are
/// used. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_exchange_public_key(
    algorithm: carnelian_exchange_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, public_key_len)], || {
        let scheme = scheme(algorithm)?;
        let key = private(&caller, scheme, (private_key, private_key_len))?;
        write(&caller, (public_key, public_key_len), &key.public_key())
    })
}

/// Computes the secret that is shared with the holder of the private key of `public_key`. Derive keys from it and from both
/// public keys, do not use it as one. Constant time, except that it reveals whether it fails.
///
/// Errors: `CARNELIAN_ERROR_POINT` if `public_key` is of small order: the result would be zero for every private key;
/// `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_exchange_agree(
    algorithm: carnelian_exchange_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    public_key: *const u8,
    public_key_len: usize,
    shared_secret: *mut u8,
    shared_secret_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(shared_secret, shared_secret_len)], || {
        let scheme = scheme(algorithm)?;
        needs(shared_secret_len == scheme.shared_secret_len())?;
        let key = private(&caller, scheme, (private_key, private_key_len))?;
        let shared = key.agree(caller.bytes(public_key, public_key_len)?)?;
        write(&caller, (shared_secret, shared_secret_len), shared.expose())
    })
}

/// Checks a public key, with which `carnelian_exchange_agree` would fail with every private key. Keys need not be checked
/// before they are used. Variable time in the key, which is public.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the key is of small order; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_exchange_check_public_key(
    algorithm: carnelian_exchange_algorithm,
    public_key: *const u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| Ok(scheme(algorithm)?.check_public_key(caller.bytes(public_key, public_key_len)?)?))
}
