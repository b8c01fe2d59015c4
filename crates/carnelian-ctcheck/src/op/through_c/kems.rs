//! Key encapsulation and key exchange.

use super::super::Operation;
use super::{OS, row, secret};
use crate::check::Check;
use carnelian_capi::kem::*;
use carnelian_capi::mlkem::*;
use carnelian_capi::status::carnelian_status;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] = &[
    row("mlkem768/through-c", encapsulate::<CARNELIAN_MLKEM_768>),
    row("mlkem512/through-c", lattice),
    row("xwing/through-c", encapsulate::<CARNELIAN_XWING>),
    row("dhkem-x25519/through-c", diffie_hellman),
    row("x25519mlkem768/through-c", exchange),
];

/// Decapsulates a right ciphertext and a wrong one, after which nothing differs that can be seen.
fn encapsulate<const ALGORITHM: carnelian_kem_algorithm>(check: &mut Check) {
    let mut key = vec![0; carnelian_kem_private_key_len(ALGORITHM)];
    let mut public = vec![0; carnelian_kem_public_key_len(ALGORITHM)];
    let mut ciphertext = vec![0; carnelian_kem_ciphertext_len(ALGORITHM)];
    let mut shared = [0; 32];
    ok!(carnelian_kem_generate: ALGORITHM, OS, [mut key], [mut public]);
    check.secret_result(&key);
    let key = secret(check, key.len());
    ok!(carnelian_kem_public_key: ALGORITHM, [key], [mut public]);
    check.public_result(&public);
    ok!(carnelian_kem_check_pair: ALGORITHM, [key], [public]);
    ok!(carnelian_kem_encapsulate: ALGORITHM, [public], OS, [mut ciphertext], [mut shared]);
    check.public_result(&ciphertext);
    check.secret_result(&shared);
    for _ in 0..2 {
        ok!(carnelian_kem_decapsulate: ALGORITHM, [key], [ciphertext], [mut shared]);
        check.secret_result(&shared);
        ciphertext[9] ^= 1;
    }
}

/// Functions that only ML-KEM has.
fn lattice(check: &mut Check) {
    const SET: carnelian_kem_algorithm = CARNELIAN_MLKEM_512;
    let (seed, m) = (secret(check, 64), secret(check, 32));
    let (mut public, mut ciphertext, mut shared) = (vec![0; 800], vec![0; 768], [0; 32]);
    let mut expanded = vec![0; carnelian_kem_expanded_key_len(SET)];
    ok!(carnelian_mlkem_expand: SET, *seed, [mut expanded]);
    check.secret_result(&expanded[..768]);
    ok!(carnelian_mlkem_check_expanded_key: SET, [expanded], *seed);
    let (mut key, mut public_key) = (ptr::null_mut(), ptr::null_mut());
    ok!(carnelian_mlkem_private_key_new: SET, [seed], &mut key);
    ok!(carnelian_mlkem_private_key_public: key, [mut public]);
    check.public_result(&public);
    ok!(carnelian_mlkem_private_key_check_pair: key);
    ok!(carnelian_mlkem_encapsulate_with: SET, [public], *m, [mut ciphertext], *mut shared);
    check.secret_result(&shared);
    ok!(carnelian_mlkem_public_key_new: SET, [public], &mut public_key);
    ok!(carnelian_mlkem_public_key_encapsulate: public_key, OS, [mut ciphertext], *mut shared);
    check.secret_result(&shared);
    ok!(carnelian_mlkem_private_key_decapsulate: key, [ciphertext], *mut shared);
    check.secret_result(&shared);

    let (publics, mut ciphertexts, mut secrets) = (public.repeat(2), vec![0; 2 * 768], [0; 64]);
    ok!(carnelian_mlkem_encapsulate_batch: SET, *publics, 2, OS, *mut ciphertexts, *mut secrets);
    check.secret_result(&secrets);
    let keys = [key.cast_const(); 2];
    ok!(carnelian_mlkem_decapsulate_batch: SET, *keys, *ciphertexts, 2, *mut secrets);
    check.secret_result(&secrets);
    let (mut seeds, mut publics) = ([0; 128], publics);
    ok!(carnelian_mlkem_generate_batch: SET, OS, 2, *mut seeds, *mut publics);
    check.secret_result(&seeds);
    call!(carnelian_mlkem_public_key_free: public_key);
    call!(carnelian_mlkem_private_key_free: key);
}

fn diffie_hellman(check: &mut Check) {
    encapsulate::<CARNELIAN_DHKEM_X25519>(check);
    let (ikm, sender) = (secret(check, 32), secret(check, 32));
    let (mut key, mut public, mut ciphertext, mut shared) = ([0; 32], [0; 32], [0; 32], [0; 32]);
    ok!(carnelian_dhkem_derive_key_pair: [ikm], *mut key, *mut public);
    check.secret_result(&key);
    let mut of_sender = [0; 32];
    ok!(carnelian_kem_public_key: CARNELIAN_DHKEM_X25519, [sender], [mut of_sender]);
    ok!(carnelian_dhkem_auth_encapsulate: *public, *sender, OS, *mut ciphertext, *mut shared);
    check.secret_result(&shared);
    ok!(carnelian_dhkem_auth_decapsulate: *key, *ciphertext, *of_sender, *mut shared);
    check.secret_result(&shared);
}

/// Both sides draw their keys, which are secret as soon as they are drawn.
fn exchange(check: &mut Check) {
    let (mut share, mut answer, mut ours, mut theirs) = (vec![0; 1216], vec![0; 1120], [0; 64], [0; 64]);
    let mut client = ptr::null_mut();
    ok!(carnelian_x25519mlkem768_client_new: OS, *mut share, &mut client);
    ok!(carnelian_kem_encapsulate: CARNELIAN_X25519MLKEM768, [share], OS, [mut answer], [mut theirs]);
    check.secret_result(&theirs);
    ok!(carnelian_x25519mlkem768_client_finish: client, *answer, *mut ours);
    check.secret_result(&ours);
    call!(carnelian_x25519mlkem768_client_free: client);
}
