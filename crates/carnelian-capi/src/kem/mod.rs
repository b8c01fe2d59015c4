//! Key encapsulation: one interface for ML-KEM, X-Wing and DHKEM; what only DHKEM has, and the hybrid of TLS.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

mod constants;
mod dhkem_only;
mod hybrid;

pub use constants::*;
pub use dhkem_only::*;
pub use hybrid::*;

use crate::context::wiping_stack;
use crate::outputs::{needs, reporting, write, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::algorithm::{DynDecapsulationKey, KemAlgorithm, kems};
use carnelian_ffi::Caller;

/// A mechanism of key encapsulation. The private key of ML-KEM is its seed d || z, and it has an expanded one too. X-Wing
/// is ML-KEM-768 and X25519, secure as long as one of them is. The keys of X25519MLKEM768 are used once and have no bytes:
/// see `carnelian_x25519mlkem768_client_new`.
pub type carnelian_kem_algorithm = u32;

/// Room on the stack for what encapsulation returns.
type Sent = [u8; CARNELIAN_KEM_CIPHERTEXT_MAX_LEN];

/// Returns the algorithm with a number.
fn scheme(algorithm: carnelian_kem_algorithm) -> Result<&'static KemAlgorithm, carnelian_status> {
    kems().with_number(algorithm).ok_or(carnelian_status::CARNELIAN_ERROR_ALGORITHM)
}

/// Returns the key of a private key in any of its forms.
fn private(
    caller: &Caller,
    scheme: &KemAlgorithm,
    (data, len): (*const u8, usize),
) -> Result<Box<dyn DynDecapsulationKey>, carnelian_status> {
    wiping_stack::<Sent, _>(|| Ok(scheme.decapsulation_key_from_bytes(caller.bytes(data, len)?)?))
}

/// Returns the number of bytes in a private key of the algorithm, for ML-KEM that of its seed; 0 if there is no such
/// algorithm, or its keys have no bytes.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_private_key_len(algorithm: carnelian_kem_algorithm) -> usize {
    scheme(algorithm).ok().and_then(|scheme| scheme.decapsulation_key_lens().first().copied()).unwrap_or(0)
}

/// Returns the number of bytes in the expanded form of a private key of ML-KEM; 0 for other algorithms.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_expanded_key_len(algorithm: carnelian_kem_algorithm) -> usize {
    scheme(algorithm).ok().and_then(KemAlgorithm::expanded_len).unwrap_or(0)
}

/// Returns the number of bytes in a public key of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_public_key_len(algorithm: carnelian_kem_algorithm) -> usize {
    scheme(algorithm).map_or(0, KemAlgorithm::encapsulation_key_len)
}

/// Returns the number of bytes in a ciphertext of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_ciphertext_len(algorithm: carnelian_kem_algorithm) -> usize {
    scheme(algorithm).map_or(0, KemAlgorithm::ciphertext_len)
}

/// Returns the number of bytes in a shared secret of the algorithm; 0 if there is no such algorithm.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_kem_shared_secret_len(algorithm: carnelian_kem_algorithm) -> usize {
    scheme(algorithm).map_or(0, KemAlgorithm::shared_secret_len)
}

/// Generates a key pair; the lengths are the algorithm's. `random` is the random source, NULL that of the operating
/// system. Constant time.
///
/// Errors: `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths; `CARNELIAN_ERROR_RANDOM` if the
/// source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_generate(
    algorithm: carnelian_kem_algorithm,
    random: *const carnelian_random_source,
    private_key: *mut u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(private_key, private_key_len), (public_key, public_key_len)], || {
        let scheme = scheme(algorithm)?;
        let expected = scheme.decapsulation_key_lens().first().ok_or(carnelian_status::CARNELIAN_ERROR_ALGORITHM)?;
        needs(private_key_len == *expected && public_key_len == scheme.encapsulation_key_len())?;
        let mut random = Source::of(&caller, random)?;
        let key = wiping_stack::<Sent, _>(|| scheme.generate(&mut random))?;
        write(&caller, (public_key, public_key_len), &key.encapsulation_key().to_bytes())?;
        let bytes = key.to_bytes().ok_or(carnelian_status::CARNELIAN_ERROR_ALGORITHM)?;
        write(&caller, (private_key, private_key_len), bytes.expose())
    })
}

/// Computes the public key of a private key, which is that of a generated pair or, for ML-KEM, an expanded one. Constant
/// time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if an expanded key fails a check of `carnelian_mlkem_check_expanded_key`;
/// `CARNELIAN_ERROR_ALGORITHM`; `CARNELIAN_ERROR_LENGTH` for other lengths.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_public_key(
    algorithm: carnelian_kem_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    public_key: *mut u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(public_key, public_key_len)], || {
        let scheme = scheme(algorithm)?;
        needs(public_key_len == scheme.encapsulation_key_len())?;
        let key = private(&caller, scheme, (private_key, private_key_len))?;
        write(&caller, (public_key, public_key_len), &key.encapsulation_key().to_bytes())
    })
}

/// Checks a public key: the modulus check of FIPS 203 Section 7.2 for ML-KEM and X-Wing, the order of the point for
/// DHKEM. Encapsulation checks it too. Takes time that depends on the key, which is public.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if it is no public key; `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_check_public_key(
    algorithm: carnelian_kem_algorithm,
    public_key: *const u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let bytes = caller.bytes(public_key, public_key_len)?;
        Ok(scheme(algorithm)?.encapsulation_key_from_bytes(bytes).map(drop)?)
    })
}

/// Checks that a private key and a public key belong together: derives the public key, and encapsulates and decapsulates a
/// secret, which is not used for anything. Constant time in the private key.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the public key is another one; `CARNELIAN_ERROR_FAULT` if another secret is the
/// result; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_check_pair(
    algorithm: carnelian_kem_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    public_key: *const u8,
    public_key_len: usize,
) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let scheme = scheme(algorithm)?;
        needs(public_key_len == scheme.encapsulation_key_len())?;
        let key = private(&caller, scheme, (private_key, private_key_len))?;
        if key.encapsulation_key().to_bytes() != caller.bytes(public_key, public_key_len)? {
            return Err(carnelian_status::CARNELIAN_ERROR_KEY);
        }
        Ok(key.check_pair()?)
    })
}

/// Makes a shared secret and the ciphertext from which the holder of the private key computes it. `random` is the random
/// source, NULL that of the operating system. Constant time in the secret.
///
/// Errors: `CARNELIAN_ERROR_KEY` or `CARNELIAN_ERROR_POINT` if the public key is none; `CARNELIAN_ERROR_RANDOM` if the
/// source fails; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_encapsulate(
    algorithm: carnelian_kem_algorithm,
    public_key: *const u8,
    public_key_len: usize,
    random: *const carnelian_random_source,
    ciphertext: *mut u8,
    ciphertext_len: usize,
    shared_secret: *mut u8,
    shared_secret_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(ciphertext, ciphertext_len), (shared_secret, shared_secret_len)], || {
        let scheme = scheme(algorithm)?;
        needs(ciphertext_len == scheme.ciphertext_len() && shared_secret_len == scheme.shared_secret_len())?;
        let key = scheme.encapsulation_key_from_bytes(caller.bytes(public_key, public_key_len)?)?;
        let mut random = Source::of(&caller, random)?;
        let (sent, shared) = wiping_stack::<Sent, _>(|| key.encapsulate(&mut random))?;
        write(&caller, (ciphertext, ciphertext_len), &sent)?;
        write(&caller, (shared_secret, shared_secret_len), shared.expose())
    })
}

/// Computes the shared secret that a ciphertext encapsulates, with a private key that is that of a generated pair or, for
/// ML-KEM, an expanded one. A ciphertext of ML-KEM or X-Wing that was not made for this key results in a secret that no one
/// knows, not in an error. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` for a ciphertext of DHKEM that is of small order; `CARNELIAN_ERROR_KEY` as
/// `carnelian_kem_public_key`; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_LENGTH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_kem_decapsulate(
    algorithm: carnelian_kem_algorithm,
    private_key: *const u8,
    private_key_len: usize,
    ciphertext: *const u8,
    ciphertext_len: usize,
    shared_secret: *mut u8,
    shared_secret_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(shared_secret, shared_secret_len)], || {
        let scheme = scheme(algorithm)?;
        needs(shared_secret_len == scheme.shared_secret_len())?;
        let key = private(&caller, scheme, (private_key, private_key_len))?;
        let ciphertext = caller.bytes(ciphertext, ciphertext_len)?;
        let shared = wiping_stack::<Sent, _>(|| key.decapsulate(ciphertext))?;
        write(&caller, (shared_secret, shared_secret_len), shared.expose())
    })
}
