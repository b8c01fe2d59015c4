//! Signatures: keys are secret, signatures are public.

use super::super::Operation;
use super::{OS, row, secret, blank};
use crate::check::Check;
use carnelian_capi::eddsa::*;
use carnelian_capi::hash::{CARNELIAN_SHA256, CARNELIAN_SHA512, carnelian_hash_algorithm};
use carnelian_capi::mldsa::*;
use carnelian_capi::signature::*;
use carnelian_capi::slhdsa::*;
use carnelian_capi::status::carnelian_status;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] =
    &[row("ed25519/through-c", edwards), row("mldsa44/through-c", lattice), row("slhdsa-sha2/through-c", trees)];

/// Returns options with a context, a hash function of a digest if it is not 0, and hedging.
fn options(
    context: &[u8],
    prehash: carnelian_hash_algorithm,
    hedging: carnelian_hedging,
    verified: bool,
) -> carnelian_sign_options {
    let data = if context.is_empty() { ptr::null() } else { context.as_ptr() };
    carnelian_sign_options {
        context: data,
        context_len: context.len(),
        prehash,
        hedging,
        verified: verified.into(),
        random: OS,
    }
}

/// Calls what every scheme has, with a private key that is secret up to `secret_len`. Messages are public if `verified`.
fn every_scheme(check: &mut Check, algorithm: carnelian_signature_algorithm, secret_len: usize, message: &[u8]) {
    let mut private = vec![0; carnelian_signature_private_key_len(algorithm)];
    let mut public = vec![0; carnelian_signature_public_key_len(algorithm)];
    let mut signature = vec![0; carnelian_signature_len(algorithm)];
    ok!(carnelian_signature_generate: algorithm, OS, [mut private], [mut public]);
    check.secret_result(&private[..secret_len]);
    let seed = secret(check, carnelian_signature_seed_len(algorithm));
    ok!(carnelian_signature_public_key: algorithm, [seed], [mut public]);
    check.public_result(&public);
    ok!(carnelian_signature_sign: algorithm, [seed], ptr::null(), [message], [mut signature]);
    check.public_result(&signature);
    let mut key = ptr::null_mut();
    ok!(carnelian_signing_key_new: algorithm, [seed], &mut key);
    ok!(carnelian_signing_key_public_key: key, [mut public]);
    ok!(carnelian_signing_key_private_key: key, [mut private]);
    check.secret_result(&private[..secret_len]);
    let mut same = vec![0; seed.len()];
    ok!(carnelian_signing_key_seed: key, [mut same]);
    check.secret_result(&same[..secret_len]);
    for hedging in [CARNELIAN_HEDGING_NONE, CARNELIAN_HEDGING_RANDOM] {
        let how = options(b"", 0, hedging, false);
        ok!(carnelian_signing_key_sign: key, &how, [message], [mut signature]);
        check.public_result(&signature);
    }
    // Verification takes time that depends on the message.
    let how = options(b"", 0, CARNELIAN_HEDGING_STANDARD, true);
    ok!(carnelian_signing_key_sign: key, &how, [b"public"], [mut signature]);
    ok!(carnelian_signing_key_check: key);
    ok!(carnelian_signing_key_check_pair: key);
    let mut signed = vec![0; signature.len() + message.len()];
    ok!(carnelian_signing_key_sign_combined: key, ptr::null(), [message], [mut signed]);
    call!(carnelian_signing_key_free: key);
}

/// Signs a digest, and a message in parts, under a context.
fn with_digest(check: &mut Check, key: *mut carnelian_signing_key, hash: carnelian_hash_algorithm, digest: &[u8]) {
    let mut signature = [0; 17088];
    // SAFETY: the key is alive.
    let signature = &mut signature[..unsafe { len_of(key) }];
    for hedging in [CARNELIAN_HEDGING_NONE, CARNELIAN_HEDGING_RANDOM] {
        let how = options(b"context", hash, hedging, false);
        ok!(carnelian_signing_key_sign_digest: key, &how, [digest], [mut signature]);
        check.public_result(signature);
    }
}
