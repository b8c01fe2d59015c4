//! Signatures: keys are secret, signatures are public.

use super::super::Operation;
use super::{OS, blank, row, secret};
use crate::check::Check;
use carnelian_capi::ed25519::*;
use carnelian_capi::hash::CARNELIAN_PREHASH_SHA256;
use carnelian_capi::mldsa::*;
use carnelian_capi::slhdsa::*;
use carnelian_capi::status::carnelian_status;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] =
    &[row("ed25519/through-c", edwards), row("mldsa44/through-c", lattice), row("slhdsa-sha2/through-c", trees)];

fn edwards(check: &mut Check) {
    const SCHEME: carnelian_eddsa_scheme = CARNELIAN_ED25519;
    let (mut seed, message) = (secret(check, 32), secret(check, 100));
    let (mut public, mut signature) = ([0; 32], [0; 64]);
    ok!(carnelian_eddsa_public_key: SCHEME, *seed, *mut public);
    check.public_result(&public);
    ok!(carnelian_eddsa_sign_once: SCHEME, *seed, [message], *mut signature);
    check.public_result(&signature);
    let (mut key, mut of_pair) = (ptr::null_mut(), ptr::null_mut());
    ok!(carnelian_eddsa_signing_key_new: SCHEME, *seed, &mut key);
    let pair = [&seed[..], &public].concat();
    ok!(carnelian_eddsa_signing_key_new_from_pair: SCHEME, *pair, &mut of_pair);
    call!(carnelian_eddsa_signing_key_free: of_pair);
    ok!(carnelian_eddsa_signing_key_public: key, *mut public);
    check.public_result(&public);
    let mut same = [0; 32];
    ok!(carnelian_eddsa_signing_key_seed: key, *mut same);
    check.secret_result(&same);
    ok!(carnelian_eddsa_sign: key, [message], *mut signature);
    // Verification takes time that depends on the message.
    ok!(carnelian_eddsa_sign_verified: key, [b"public"], *mut signature);
    ok!(carnelian_eddsa_signing_key_check_pair: key);
    ok!(carnelian_eddsa_sign_hedged: key, OS, [message], *mut signature);
    let mut signed = vec![0; 164];
    ok!(carnelian_eddsa_sign_combined: key, [message], [mut signed]);
    ok!(carnelian_ed25519_sign_ctx: key, [b"purpose"], [message], *mut signature);
    ok!(carnelian_ed25519_sign_ctx_hedged: key, OS, [b"purpose"], [message], *mut signature);
    let (mut prehash, digest) = (blank(), secret(check, 64));
    ok!(carnelian_ed25519_prehash_init: &mut prehash);
    ok!(carnelian_ed25519_prehash_update: &mut prehash, [message]);
    ok!(carnelian_ed25519_sign_prehash: key, [b""], &mut prehash, *mut signature);
    ok!(carnelian_ed25519_prehash_init: &mut prehash);
    ok!(carnelian_ed25519_sign_prehash_hedged: key, OS, [b""], &mut prehash, *mut signature);
    ok!(carnelian_ed25519_prehash_init: &mut prehash);
    ok!(carnelian_ed25519_prehash_wipe: &mut prehash);
    ok!(carnelian_ed25519_sign_digest: key, [b""], *digest, *mut signature);
    check.public_result(&signature);
    let job = || carnelian_eddsa_job { key, message: message.as_ptr(), message_len: message.len() };
    let (jobs, mut signatures) = ([job(), job()], [0; 128]);
    ok!(carnelian_eddsa_sign_batch: SCHEME, *jobs, 2, *mut signatures);
    check.public_result(&signatures);
    call!(carnelian_eddsa_signing_key_free: key);
    ok!(carnelian_eddsa_seed_to_x25519: SCHEME, *seed, *mut same);
    check.secret_result(&same);
    let (mut seeds, mut publics) = (secret(check, 64), [0; 64]);
    ok!(carnelian_eddsa_public_key_batch: SCHEME, *seeds, 2, *mut publics);
    check.public_result(&publics);
    ok!(carnelian_eddsa_generate_batch: SCHEME, OS, 2, *mut seeds, *mut publics);
    check.secret_result(&seeds);
    ok!(carnelian_eddsa_generate: SCHEME, OS, *mut seed, *mut public);
    check.secret_result(&seed);
}

fn lattice(check: &mut Check) {
    const SET: carnelian_mldsa_set = CARNELIAN_ML_DSA_44;
    let (mut seed, message, mu, digest) = (secret(check, 32), secret(check, 100), [7; 64], [9; 32]);
    let (mut public, mut signature) = (vec![0; 1312], vec![0; 2420]);
    ok!(carnelian_mldsa_public_key: SET, *seed, [mut public]);
    check.public_result(&public);
    let (mut key, mut again) = (ptr::null_mut(), ptr::null_mut());
    ok!(carnelian_mldsa_signing_key_new: SET, *seed, &mut key);
    let mut expanded = vec![0; carnelian_mldsa_expanded_key_len(SET)];
    ok!(carnelian_mldsa_signing_key_expanded: key, [mut expanded]);
    check.secret_result(&expanded[128..128 + 8 * 96]);
    ok!(carnelian_mldsa_signing_key_new_from_expanded: SET, [expanded], &mut again);
    call!(carnelian_mldsa_signing_key_free: again);
    ok!(carnelian_mldsa_signing_key_public: key, [mut public]);
    let mut same = [0; 32];
    ok!(carnelian_mldsa_signing_key_seed: key, *mut same);
    check.secret_result(&same);
    ok!(carnelian_mldsa_sign: key, OS, [b"context"], [message], [mut signature]);
    check.public_result(&signature);
    ok!(carnelian_mldsa_sign_verified: key, OS, [b""], [b"public"], [mut signature]);
    ok!(carnelian_mldsa_signing_key_check_pair: key);
    ok!(carnelian_mldsa_sign_deterministic: key, [b""], [message], [mut signature]);
    ok!(carnelian_mldsa_sign_mu: key, OS, *mu, [mut signature]);
    ok!(carnelian_mldsa_sign_mu_deterministic: key, *mu, [mut signature]);
    ok!(carnelian_mldsa_sign_digest: key, OS, [b""], CARNELIAN_PREHASH_SHA256, [digest], [mut signature]);
    ok!(carnelian_mldsa_sign_digest_deterministic: key, [b""], CARNELIAN_PREHASH_SHA256, [digest], [mut signature]);
    check.public_result(&signature);
    call!(carnelian_mldsa_signing_key_free: key);
    ok!(carnelian_mldsa_generate: SET, OS, *mut seed, [mut public]);
    check.secret_result(&seed);
}

/// The messages and digests are public, as everywhere with SLH-DSA.
fn trees(check: &mut Check) {
    const SET: carnelian_slhdsa_set = CARNELIAN_SLH_DSA_SHA2_128F;
    let (sk_seed, sk_prf, pk_seed) = (secret(check, 16), secret(check, 16), [5; 16]);
    let (message, digest) = (b"a message", [9; 32]);
    let (mut private, mut public) = (vec![0; 64], vec![0; 32]);
    let mut signature = vec![0; carnelian_slhdsa_signature_len(SET)];
    ok!(carnelian_slhdsa_generate: SET, OS, [mut private], [mut public]);
    check.secret_result(&private[..32]);
    ok!(carnelian_slhdsa_generate_from_seeds: SET, [sk_seed], [sk_prf], [pk_seed], [mut private], [mut public]);
    check.secret_result(&private[..32]);
    check.public_result(&public);
    let mut key = ptr::null_mut();
    ok!(carnelian_slhdsa_signing_key_new: SET, [private], &mut key);
    ok!(carnelian_slhdsa_signing_key_check: key);
    ok!(carnelian_slhdsa_signing_key_public: key, [mut public]);
    ok!(carnelian_slhdsa_signing_key_private: key, [mut private]);
    check.secret_result(&private[..32]);
    ok!(carnelian_slhdsa_signing_key_prepare: key);
    ok!(carnelian_slhdsa_sign: key, OS, [b"context"], [message], [mut signature]);
    check.public_result(&signature);
    ok!(carnelian_slhdsa_sign_verified: key, OS, [b""], [message], [mut signature]);
    ok!(carnelian_slhdsa_signing_key_check_pair: key);
    ok!(carnelian_slhdsa_sign_deterministic: key, [b""], [message], [mut signature]);
    ok!(carnelian_slhdsa_sign_digest: key, OS, [b""], CARNELIAN_PREHASH_SHA256, [digest], [mut signature]);
    ok!(carnelian_slhdsa_sign_digest_deterministic: key, [b""], CARNELIAN_PREHASH_SHA256, [digest], [mut signature]);
    check.public_result(&signature);
    let (messages, lens) = ([message.as_ptr(); 1], [message.len()]);
    ok!(carnelian_slhdsa_sign_batch: key, OS, [b""], *messages, *lens, 1, [mut signature]);
    check.public_result(&signature);
    call!(carnelian_slhdsa_signing_key_free: key);
}
