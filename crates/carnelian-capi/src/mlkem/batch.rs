//! Many keys, ciphertexts and secrets of ML-KEM at a time.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{SECRET_LEN, SEED_LEN, Set, carnelian_mlkem_private_key, with_set};
use crate::kem::{CARNELIAN_MLKEM_512, CARNELIAN_MLKEM_768, CARNELIAN_MLKEM_1024, carnelian_kem_algorithm};
use crate::outputs::{apart, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::postquantum::mlkem::{self, Ciphertext, EncapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters};

/// Generates `count` key pairs, several at a time where the CPU has vector lanes for it: `seeds` receives `count` times
/// 64 bytes, `public_keys` as many public keys. `random` is the random source, NULL that of the operating system.
/// Constant time.
///
/// Errors: `CARNELIAN_ERROR_RANDOM` if the source fails; `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_generate_batch(
    set: carnelian_kem_algorithm,
    random: *const carnelian_random_source,
    count: usize,
    seeds: *mut u8,
    public_keys: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let public_len = with_set!(set, P => P::ENCAPSULATION_KEY_LEN, _ => 0);
    let (seeds_len, publics_len) = (count.saturating_mul(SEED_LEN), count.saturating_mul(public_len));
    zeroing(&caller, [(seeds, seeds_len), (public_keys, publics_len)], || {
        // Before anything is allocated for a count that no output can have.
        caller.output(seeds, seeds_len)?;
        with_set!(set, P => {
            let keys = mlkem::generate_batch::<P>(count, &mut Source::of(&caller, random)?)?;
            let out = caller.output(public_keys, publics_len)?.chunks_exact_mut(public_len);
            out.zip(&keys).for_each(|(out, key)| out.copy_from_slice(key.encapsulation_key().as_ref()));
            let out = caller.output(seeds, seeds_len)?.as_chunks_mut::<SEED_LEN>().0;
            for (out, key) in out.iter_mut().zip(&keys) {
                out.copy_from_slice(key.as_seed().ok_or(carnelian_status::CARNELIAN_ERROR_KEY)?.expose());
            }
            Ok(())
        })
    })
}

/// Computes `carnelian_kem_encapsulate` for `count` public keys, several at a time where the CPU has vector lanes for it:
/// `ciphertexts` receives `count` ciphertexts, `secrets` `count` times 32 bytes. The outputs may overlap the public
/// keys. `random` is the random source, NULL that of the operating system. Constant time in the secrets.
///
/// Errors: `CARNELIAN_ERROR_KEY` if any public key is none; `CARNELIAN_ERROR_RANDOM` if the source fails;
/// `CARNELIAN_ERROR_ALGORITHM`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_encapsulate_batch(
    set: carnelian_kem_algorithm,
    public_keys: *const u8,
    count: usize,
    random: *const carnelian_random_source,
    ciphertexts: *mut u8,
    secrets: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let ciphertext_len = with_set!(set, P => P::CIPHERTEXT_LEN, _ => 0);
    let (sent_len, secrets_len) = (count.saturating_mul(ciphertext_len), count.saturating_mul(SECRET_LEN));
    zeroing(&caller, [(ciphertexts, sent_len), (secrets, secrets_len)], || {
        with_set!(set, P => {
            let publics = caller.bytes(public_keys, count.saturating_mul(P::ENCAPSULATION_KEY_LEN))?;
            let publics = publics.chunks_exact(P::ENCAPSULATION_KEY_LEN);
            let keys = publics.map(EncapsulationKey::<P>::from_slice).collect::<Result<Vec<_>, _>>()?;
            let keys: Vec<_> = keys.iter().collect();
            let made = mlkem::encapsulate_batch(&keys, &mut Source::of(&caller, random)?)?;
            let out = caller.output(ciphertexts, sent_len)?.chunks_exact_mut(ciphertext_len);
            out.zip(&made).for_each(|(out, (sent, _))| out.copy_from_slice(sent.as_ref()));
            let out = caller.output(secrets, secrets_len)?.as_chunks_mut().0;
            out.iter_mut().zip(&made).for_each(|(out, (_, shared))| *out = *shared.expose());
            Ok(())
        })
    })
}

/// Computes `carnelian_mlkem_private_key_decapsulate` for `count` ciphertexts, each with the prepared key at the same
/// index of `keys`, several at a time where the CPU has vector lanes for it: `secrets` receives `count` times 32 bytes,
/// and must not overlap the ciphertexts. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY_KIND` if a key is of another parameter set; `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_OVERLAP`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_mlkem_decapsulate_batch(
    set: carnelian_kem_algorithm,
    keys: *const *const carnelian_mlkem_private_key,
    ciphertexts: *const u8,
    count: usize,
    secrets: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    let secrets_len = count.saturating_mul(SECRET_LEN);
    zeroing(&caller, [(secrets, secrets_len)], || {
        let keys = caller.items(keys, count)?;
        with_set!(set, P => {
            let received_len = count.saturating_mul(P::CIPHERTEXT_LEN);
            apart(ciphertexts, received_len, secrets, secrets_len)?;
            let received = caller.bytes(ciphertexts, received_len)?.chunks_exact(P::CIPHERTEXT_LEN);
            let received = received.map(Ciphertext::<P>::from_slice).collect::<Result<Vec<_>, _>>()?;
            let pair = |(key, ciphertext): (&*const _, _)| Ok((P::private_key(caller.get(*key)?)?, ciphertext));
            let pairs = keys.iter().zip(&received).map(pair).collect::<Result<Vec<_>, carnelian_status>>()?;
            let shared = mlkem::decapsulate_batch(&pairs);
            let out = caller.output(secrets, secrets_len)?.as_chunks_mut().0;
            out.iter_mut().zip(&shared).for_each(|(out, shared)| *out = *shared.expose());
            Ok(())
        })
    })
}
