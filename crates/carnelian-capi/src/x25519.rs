//! X25519, RFC 7748, beyond the interface of all key agreement: the function itself, and many keys at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use crate::context::wiping_stack;
use crate::exchange::CARNELIAN_X25519_PRIVATE_KEY_LEN;
use crate::outputs::zeroing;
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::curve::x25519::{self, PublicKey, SecretKey};
use carnelian::secret::Secret;
use carnelian_ffi::Caller;

const LEN: usize = CARNELIAN_X25519_PRIVATE_KEY_LEN;

/// Computes X25519(k, u) of RFC 7748 Section 5, for protocols that check the result themselves: it is 32 zeros if `u` is
/// of small order. All three have 32 bytes; `k` is clamped, and the top bit of `u` is ignored. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519(k: *const u8, u: *const u8, result: *mut u8) -> carnelian_status {
    let caller = caller!();
    raw(&caller, x25519::x25519, k, u, result)
}

/// Computes the coordinate of 1/`k` times the point with coordinate `u`, the inverse of `carnelian_x25519`: it removes a
/// blinding by `k`. All three have 32 bytes; `k` is clamped, and inverted modulo the order of the base point. The result
/// is zeros for points that are not of prime order. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_inverse(k: *const u8, u: *const u8, result: *mut u8) -> carnelian_status {
    let caller = caller!();
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

/// Generates `count` key pairs of X25519, several at a time where the CPU has vector lanes for it: `private_keys` and
/// `public_keys` receive `count` times 32 bytes each. Constant time.
///
/// `random` is the random source; with NULL it is the operating system's.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_generate_batch(
    random: *const carnelian_random_source,
    count: usize,
    private_keys: *mut u8,
    public_keys: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(LEN);
    zeroing(&caller, [(private_keys, len), (public_keys, len)], || {
        // Before anything is allocated for a count that no output can have.
        caller.output(private_keys, len)?;
        let pairs = x25519::generate_batch(count, &mut Source::of(&caller, random)?)?;
        let public = caller.output(public_keys, len)?.as_chunks_mut().0;
        public.iter_mut().zip(&pairs).for_each(|(out, (_, key))| *out = key.to_bytes());
        let secret = caller.output(private_keys, len)?.as_chunks_mut().0;
        secret.iter_mut().zip(&pairs).for_each(|(out, (key, _))| *out = *key.to_bytes().expose());
        Ok(())
    })
}

/// Computes the public keys of `count` private keys of X25519, several at a time where the CPU has vector lanes for it:
/// `private_keys` and `public_keys` have `count` times 32 bytes each. Constant time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_public_key_batch(
    private_keys: *const u8,
    count: usize,
    public_keys: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(LEN);
    zeroing(&caller, [(public_keys, len)], || {
        let public = x25519::public_key_batch(&keys(caller.bytes(private_keys, len)?));
        let out = caller.output(public_keys, len)?.as_chunks_mut().0;
        out.iter_mut().zip(public).for_each(|(out, key)| *out = key.to_bytes());
        Ok(())
    })
}

/// Computes `carnelian_exchange_agree` for `count` independent pairs, several at a time where the CPU has vector
/// lanes for it. `private_keys`, `public_keys` and `shared` have `count` times 32 bytes each; `shared` may overlap
/// the inputs.
///
/// Byte i of `verdicts`, which may be NULL, becomes 1 if pair i has a shared secret, and 0 if its public key is of small
/// order; its shared secret is then zeros. Constant time, except for what the verdicts reveal.
///
/// Errors: `CARNELIAN_ERROR_POINT` if any public key is of small order; the other shared secrets and the
/// verdicts are written nevertheless.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_x25519_agree_batch(
    private_keys: *const u8,
    public_keys: *const u8,
    count: usize,
    shared: *mut u8,
    verdicts: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let len = count.saturating_mul(LEN);
    let computed = || -> Result<bool, carnelian_status> {
        let keys = keys(caller.bytes(private_keys, len)?);
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

fn keys(private_keys: &[u8]) -> Vec<SecretKey> {
    wiping_stack::<[u8; LEN], _>(|| private_keys.as_chunks().0.iter().map(|key| SecretKey::from_bytes(*key)).collect())
}

/// Returns the private key at `private_key`, without a copy of its bytes on the stack.
pub(crate) fn key_at(caller: &Caller, private_key: *const u8) -> Result<SecretKey, carnelian_status> {
    wiping_stack::<[u8; LEN], _>(|| Ok(SecretKey::from_bytes(*caller.array(private_key)?)))
}
