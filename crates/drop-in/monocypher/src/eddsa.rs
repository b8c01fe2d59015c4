//! EdDSA with BLAKE2b, and the steps that it consists of.
#![allow(unsafe_code)] // Entry points of C.

use crate::{field, judge, serve, signing};
use carnelian::curve::curve25519::{EdwardsPoint, Scalar};
use carnelian::curve::eddsa_blake2b::{self, Rule, Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519;
use carnelian::hash::Blake2b512;
use carnelian::secret::{self, Secret};
use carnelian_ffi::{Caller, Fault, wiping_stack};
use core::ffi::c_int;

/// Bytes of stack that arithmetic on scalars may use.
const STACK: usize = 1024;

/// Derives a key pair with `derive`, from a seed to a public key. The seed is wiped; then the secret key is written,
/// then the public key, wherever they overlap.
pub(crate) fn key_pair(
    caller: &Caller,
    (secret_key, public_key): (*mut u8, *mut u8),
    seed: *mut u8,
    derive: impl FnOnce(&[u8; 32]) -> [u8; 32],
) -> Result<(), Fault> {
    let place = caller.output(seed, 32)?;
    let mut both = [0; 64];
    both[..32].copy_from_slice(place);
    secret::wipe(place);
    let public = derive(both.first_chunk().expect("64 bytes begin with 32"));
    both[32..].copy_from_slice(&public);
    let written = caller.write(secret_key, &both);
    secret::wipe(&mut both);
    written?;
    caller.write(public_key, &public)
}

/// Derives a key pair from a seed, which is wiped.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_key_pair(secret_key: *mut u8, public_key: *mut u8, seed: *mut u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    let derive = |seed: &[u8; 32]| SigningKey::from_seed(*seed).verifying_key().to_bytes();
    serve(|| key_pair(&caller, (secret_key, public_key), seed, derive));
}

/// Signs a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_sign(
    signature: *mut u8,
    secret_key: *const u8,
    message: *const u8,
    message_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, message) = (caller.array(secret_key)?, caller.bytes(message, message_size)?);
        caller.write(signature, &signing::sign::<Blake2b512>(&[], key, message))
    });
}

/// Verifies a signature.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_check(
    signature: *const u8,
    public_key: *const u8,
    message: *const u8,
    message_size: usize,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let (key, message) = (caller.array(public_key)?, caller.bytes(message, message_size)?);
        Ok(eddsa_blake2b::verify(key, message, &Signature::from_bytes(caller.array(signature)?)).is_ok())
    })
}

/// Verifies a signature for a challenge that the program computed.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_check_equation(
    signature: *const u8,
    public_key: *const u8,
    h_ram: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let signature = Signature::from_bytes(caller.array(signature)?);
        let challenge = Scalar::from_bytes_mod_order(caller.array(h_ram)?);
        let Ok(key) = VerifyingKey::from_bytes(caller.array(public_key)?) else { return Ok(false) };
        Ok(key.verify_challenge(Rule::Zip215, &challenge, &signature).is_ok())
    })
}

/// Converts a public key of EdDSA to one of X25519.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_to_x25519(x25519: *mut u8, eddsa: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| caller.write(x25519, &field::u_of_y(caller.array(eddsa)?)));
}

/// Clamps a scalar.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_trim_scalar(out: *mut u8, r#in: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| caller.write(out, x25519::decode_scalar(caller.array(r#in)?).expose()));
}

/// Reduces a number of 64 bytes modulo L.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_reduce(reduced: *mut u8, expanded: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| write_scalar(&caller, reduced, Scalar::from_bytes_mod_order_wide(caller.array(expanded)?)));
}

/// Computes a·b + c modulo L, for numbers of 32 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_mul_add(r: *mut u8, a: *const u8, b: *const u8, c: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let scalar = |bytes| Ok(Secret::new(Scalar::from_bytes_mod_order(caller.array(bytes)?)));
        wiping_stack::<STACK, _>(|| {
            let (a, b, c) = (scalar(a)?, scalar(b)?, scalar(c)?);
            write_scalar(&caller, r, a.expose().mul_add(b.expose(), c.expose()))
        })
    });
}

/// Writes a secret scalar.
fn write_scalar(caller: &Caller, out: *mut u8, scalar: Scalar) -> Result<(), Fault> {
    let scalar = Secret::new(scalar);
    caller.write(out, Secret::new(scalar.expose().to_bytes()).expose())
}

/// Multiplies the base point by a number of 32 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_eddsa_scalarbase(point: *mut u8, scalar: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let scalar = Secret::new(Scalar::from_bytes_mod_order(caller.array(scalar)?));
        let product = Secret::new(EdwardsPoint::mul_base(scalar.expose()));
        caller.write(point, &product.expose().compress())
    });
}
