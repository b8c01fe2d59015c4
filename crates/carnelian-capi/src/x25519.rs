//! X25519, RFC 7748: key pairs, shared secrets, and the function itself.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::context::wiping_stack;
use crate::outputs::{reporting, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::x25519::{self, PublicKey, SecretKey};
use carnelian::secret::Secret;
use carnelian_ffi::Caller;

/// The number of bytes in a secret key, a public key and a shared secret of X25519.
pub const CARNELIAN_X25519_LEN: usize = 32;

const LEN: usize = CARNELIAN_X25519_LEN;

/// Generates a key pair of X25519.
///
/// `random` is the random source; with NULL it is the operating system's. `secret` and `public_key` receive 32 bytes
/// each. Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_generate(
    random: *const carnelian_random_source,
    secret: *mut u8,
    public_key: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(secret, LEN), (public_key, LEN)], || {
        let key = SecretKey::generate(&mut Source::of(&caller, random)?)?;
        caller.write(public_key, key.public_key().as_bytes())?;
        Ok(caller.write(secret, key.to_bytes().expose())?)
    })
}

/// Computes the public key of a secret key of X25519: 32 bytes each.
///
/// Any 32 bytes are a secret key; they are clamped here and wherever they are used. Constant time.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_public_key(secret: *const u8, public_key: *mut u8) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(public_key, LEN)], || {
        let key = key_at(&caller, secret)?;
        Ok(caller.write(public_key, key.public_key().as_bytes())?)
    })
}

/// Computes the secret that is shared with the holder of the secret key of `public_key`: RFC 7748 Section 6.1. All
/// three have 32 bytes. Derive keys from the shared secret, do not use it as one.
///
/// Constant time, except that it reveals whether it fails.
///
/// Errors: `CARNELIAN_ERROR_POINT` if `public_key` is of small order: the result would be zero for every
/// secret key.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_diffie_hellman(
    secret: *const u8,
    public_key: *const u8,
    shared: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    zeroing(&caller, [(shared, LEN)], || {
        let (key, peer) = (key_at(&caller, secret)?, PublicKey::from(caller.array(public_key)?));
        Ok(caller.write(shared, key.diffie_hellman(&peer)?.expose())?)
    })
}

/// Computes X25519(k, u) of RFC 7748 Section 5, for protocols that check the result themselves: it is 32 zeros if `u` is
/// of small order. All three have 32 bytes; `k` is clamped, and the top bit of `u` is ignored. Constant time.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519(k: *const u8, u: *const u8, result: *mut u8) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    raw(&caller, x25519::x25519, k, u, result)
}

/// Computes the coordinate of 1/`k` times the point with coordinate `u`, the inverse of `carnelian_x25519`: it removes a
/// blinding by `k`. All three have 32 bytes; `k` is clamped, and inverted modulo the order of the base point. The result
/// is zeros for points that are not of prime order. Constant time.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_inverse(k: *const u8, u: *const u8, result: *mut u8) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    raw(&caller, x25519::x25519_inverse, k, u, result)
}

type Function = fn(&[u8; LEN], &[u8; LEN]) -> Secret<[u8; LEN]>;

fn raw(caller: &Caller, function: Function, k: *const u8, u: *const u8, result: *mut u8) -> carnelian_status {
    zeroing(
        caller,
        [(result, LEN)],
        || Ok(caller.write(result, function(caller.array(k)?, caller.array(u)?).expose())?),
    )
}

/// Checks that a public key is not of small order, under which `carnelian_x25519_diffie_hellman` fails with every secret
/// key. Keys need not be checked before they are used. Variable time in the key, which is public.
///
/// Errors: `CARNELIAN_ERROR_POINT` if the key is of small order.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_check_public_key(public_key: *const u8) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    reporting(|| match PublicKey::from(caller.array(public_key)?).is_small_order() {
        true => Err(carnelian_status::CARNELIAN_ERROR_POINT),
        false => Ok(()),
    })
}

/// Generates `count` key pairs of X25519, several at a time where the CPU has vector lanes for it: `secrets` and
/// `public_keys` receive `count` times 32 bytes each. Constant time.
///
/// `random` is the random source; with NULL it is the operating system's.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_generate_batch(
    random: *const carnelian_random_source,
    count: usize,
    secrets: *mut u8,
    public_keys: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let len = count.saturating_mul(LEN);
    zeroing(&caller, [(secrets, len), (public_keys, len)], || {
        // Before anything is allocated for a count that no output can have.
        caller.output(secrets, len)?;
        let pairs = x25519::generate_batch(count, &mut Source::of(&caller, random)?)?;
        let public = caller.output(public_keys, len)?.as_chunks_mut().0;
        public.iter_mut().zip(&pairs).for_each(|(out, (_, key))| *out = key.to_bytes());
        let secret = caller.output(secrets, len)?.as_chunks_mut().0;
        secret.iter_mut().zip(&pairs).for_each(|(out, (key, _))| *out = *key.to_bytes().expose());
        Ok(())
    })
}

/// Computes the public keys of `count` secret keys of X25519, several at a time where the CPU has vector lanes for it:
/// `secrets` and `public_keys` have `count` times 32 bytes each. Constant time.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_public_key_batch(
    secrets: *const u8,
    count: usize,
    public_keys: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let len = count.saturating_mul(LEN);
    zeroing(&caller, [(public_keys, len)], || {
        let public = x25519::public_key_batch(&keys(caller.bytes(secrets, len)?));
        let out = caller.output(public_keys, len)?.as_chunks_mut().0;
        out.iter_mut().zip(public).for_each(|(out, key)| *out = key.to_bytes());
        Ok(())
    })
}

/// Computes `carnelian_x25519_diffie_hellman` for `count` independent pairs, several at a time where the CPU has vector
/// lanes for it. `secrets`, `public_keys` and `shared` have `count` times 32 bytes each; `shared` may overlap
/// the inputs.
///
/// Byte i of `verdicts`, which may be NULL, becomes 1 if pair i has a shared secret, and 0 if its public key is of small
/// order; its shared secret is then zeros. Constant time, except for what the verdicts reveal.
///
/// Errors: `CARNELIAN_ERROR_POINT` if any public key is of small order; the other shared secrets and the
/// verdicts are written nevertheless.
///
/// # Safety
/// The pointers must be what the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_diffie_hellman_batch(
    secrets: *const u8,
    public_keys: *const u8,
    count: usize,
    shared: *mut u8,
    verdicts: *mut u8,
) -> carnelian_status {
    // SAFETY: the promise is that of this function's documentation.
    let caller = unsafe { Caller::promises() };
    let len = count.saturating_mul(LEN);
    let computed = || -> Result<bool, carnelian_status> {
        let keys = keys(caller.bytes(secrets, len)?);
        let peers: Vec<_> = caller.bytes(public_keys, len)?.as_chunks().0.iter().map(PublicKey::from).collect();
        let results = x25519::diffie_hellman_batch(&keys.iter().zip(&peers).collect::<Vec<_>>());
        for (out, result) in caller.output(shared, len)?.as_chunks_mut().0.iter_mut().zip(&results) {
            *out = result.as_ref().map_or([0; LEN], |secret| *secret.expose());
        }
        let verdicts = if verdicts.is_null() { &mut [] } else { caller.output(verdicts, count)? };
        verdicts.iter_mut().zip(&results).for_each(|(out, result)| *out = result.is_ok().into());
        Ok(results.iter().all(Result::is_ok))
    };
    match computed() {
        Ok(true) => carnelian_status::CARNELIAN_OK,
        Ok(false) => carnelian_status::CARNELIAN_ERROR_POINT,
        Err(status) => zeroing(&caller, [(shared, len), (verdicts, count)], || Err(status)),
    }
}

fn keys(secrets: &[u8]) -> Vec<SecretKey> {
    wiping_stack::<[u8; LEN], _>(|| secrets.as_chunks().0.iter().map(|key| SecretKey::from_bytes(*key)).collect())
}

/// Returns the secret key at `secret`, without a copy of its bytes on the stack.
pub(crate) fn key_at(caller: &Caller, secret: *const u8) -> Result<SecretKey, carnelian_status> {
    wiping_stack::<[u8; LEN], _>(|| Ok(SecretKey::from_bytes(*caller.array(secret)?)))
}
