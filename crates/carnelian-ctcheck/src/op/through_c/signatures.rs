//! Signatures: keys are secret, signatures are public.

use super::super::Operation;
use super::{OS, row, secret};
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

/// Returns a seed of the scheme. PK.seed of SLH-DSA, what follows 32 bytes, is public.
fn seed_of(check: &mut Check, algorithm: carnelian_signature_algorithm) -> Vec<u8> {
    let public = vec![5; carnelian_signature_seed_len(algorithm) - 32];
    [secret(check, 32), public].concat()
}

/// Calls what every scheme has, with a private key whose first 32 bytes are secret.
fn every_scheme(check: &mut Check, algorithm: carnelian_signature_algorithm, message: &[u8]) {
    let mut private = vec![0; carnelian_signature_private_key_len(algorithm)];
    let mut public = vec![0; carnelian_signature_public_key_len(algorithm)];
    let mut signature = vec![0; carnelian_signature_len(algorithm)];
    ok!(carnelian_signature_generate: algorithm, OS, [mut private], [mut public]);
    check.secret_result(&private[..32]);
    let seed = seed_of(check, algorithm);
    ok!(carnelian_signature_public_key: algorithm, [seed], [mut public]);
    check.public_result(&public);
    ok!(carnelian_signature_sign: algorithm, [seed], ptr::null(), [message], [mut signature]);
    check.public_result(&signature);
    let mut key = ptr::null_mut();
    ok!(carnelian_signing_key_new: algorithm, [seed], &mut key);
    ok!(carnelian_signing_key_public_key: key, [mut public]);
    ok!(carnelian_signing_key_private_key: key, [mut private]);
    check.secret_result(&private[..32]);
    let mut same = vec![0; seed.len()];
    ok!(carnelian_signing_key_seed: key, [mut same]);
    check.secret_result(&same[..32]);
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

/// Signs a digest, and a message in parts by its hash, under a context.
fn with_digest(check: &mut Check, algorithm: carnelian_signature_algorithm, hash: carnelian_hash_algorithm) {
    let (seed, digest) = (seed_of(check, algorithm), [9; 64]);
    let digest = &digest[..if hash == CARNELIAN_SHA256 { 32 } else { 64 }];
    let mut signature = vec![0; carnelian_signature_len(algorithm)];
    let (mut key, mut signer) = (ptr::null_mut(), ptr::null_mut());
    ok!(carnelian_signing_key_new: algorithm, [seed], &mut key);
    for hedging in [CARNELIAN_HEDGING_NONE, CARNELIAN_HEDGING_RANDOM] {
        let how = options(b"context", hash, hedging, false);
        ok!(carnelian_signing_key_sign_digest: key, &how, [digest], [mut signature]);
        check.public_result(&signature);
    }
    let how = options(b"context", hash, CARNELIAN_HEDGING_STANDARD, false);
    ok!(carnelian_signer_new: key, &how, &mut signer);
    ok!(carnelian_signer_update: signer, [b"a message"]);
    ok!(carnelian_signer_final: signer, OS, [mut signature]);
    check.public_result(&signature);
    call!(carnelian_signer_free: signer);
    call!(carnelian_signing_key_free: key);
}

fn edwards(check: &mut Check) {
    const SCHEME: carnelian_signature_algorithm = CARNELIAN_ED25519;
    let message = secret(check, 100);
    every_scheme(check, SCHEME, &message);
    with_digest(check, SCHEME, CARNELIAN_SHA512);
    let (seed, mut signature, mut same) = (secret(check, 32), [0; 64], [0; 32]);
    let mut key = ptr::null_mut();
    ok!(carnelian_signing_key_new: SCHEME, [seed], &mut key);
    // Ed25519ctx.
    let how = options(b"purpose", 0, CARNELIAN_HEDGING_NONE, false);
    ok!(carnelian_signing_key_sign: key, &how, [message], [mut signature]);
    check.public_result(&signature);
    let job = || carnelian_eddsa_job { key, message: message.as_ptr(), message_len: message.len() };
    let (jobs, mut signatures) = ([job(), job()], [0; 128]);
    ok!(carnelian_eddsa_sign_batch: SCHEME, *jobs, 2, *mut signatures);
    check.public_result(&signatures);
    call!(carnelian_signing_key_free: key);
    ok!(carnelian_eddsa_seed_to_x25519: SCHEME, *seed, *mut same);
    check.secret_result(&same);
    let (mut seeds, mut publics) = (secret(check, 64), [0; 64]);
    ok!(carnelian_eddsa_public_key_batch: SCHEME, *seeds, 2, *mut publics);
    check.public_result(&publics);
    ok!(carnelian_eddsa_generate_batch: SCHEME, OS, 2, *mut seeds, *mut publics);
    check.secret_result(&seeds);
}

fn lattice(check: &mut Check) {
    const SET: carnelian_signature_algorithm = CARNELIAN_MLDSA_44;
    let (message, mu) = (secret(check, 100), [7; 64]);
    every_scheme(check, SET, &message);
    with_digest(check, SET, CARNELIAN_SHA256);
    let (seed, mut signature) = (secret(check, 32), vec![0; 2420]);
    let (mut key, mut again) = (ptr::null_mut(), ptr::null_mut());
    ok!(carnelian_signing_key_new: SET, [seed], &mut key);
    let mut expanded = vec![0; carnelian_signature_expanded_key_len(SET)];
    ok!(carnelian_signing_key_expanded_key: key, [mut expanded]);
    check.secret_result(&expanded[128..128 + 8 * 96]);
    ok!(carnelian_signing_key_new: SET, [expanded], &mut again);
    call!(carnelian_signing_key_free: again);
    for hedging in [CARNELIAN_HEDGING_NONE, CARNELIAN_HEDGING_RANDOM] {
        let how = options(b"", 0, hedging, false);
        ok!(carnelian_mldsa_sign_mu: key, &how, *mu, [mut signature]);
        check.public_result(&signature);
    }
    call!(carnelian_signing_key_free: key);
}

/// The messages and digests are public, as everywhere with SLH-DSA.
fn trees(check: &mut Check) {
    const SET: carnelian_signature_algorithm = CARNELIAN_SLHDSA_SHA2_128F;
    let message = b"a message";
    every_scheme(check, SET, message);
    with_digest(check, SET, CARNELIAN_SHA256);
    let (seed, mut signature) = (seed_of(check, SET), vec![0; carnelian_signature_len(SET)]);
    let mut key = ptr::null_mut();
    ok!(carnelian_signing_key_new: SET, [seed], &mut key);
    let (messages, lens) = ([message.as_ptr(); 1], [message.len()]);
    ok!(carnelian_slhdsa_sign_batch: key, ptr::null(), *messages, *lens, 1, [mut signature]);
    check.public_result(&signature);
    call!(carnelian_signing_key_free: key);
}
