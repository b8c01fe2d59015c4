//! Ciphers, authenticated encryption, boxes, the generator of random bits, Argon2.

use super::super::Operation;
use super::{OS, blank, row, secret};
use crate::check::Check;
use carnelian::kdf::argon2::Block;
use carnelian_capi::aead::*;
use carnelian_capi::argon2::*;
use carnelian_capi::boxes::*;
use carnelian_capi::cipher::*;
use carnelian_capi::drbg::*;
use carnelian_capi::status::carnelian_status;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] = &[
    row("chacha20/through-c", cipher),
    row("aes/through-c", blocks),
    row("chacha20poly1305/through-c", aead::<CARNELIAN_CHACHA20_POLY1305>),
    row("aes256gcm/through-c", aead::<CARNELIAN_AES_256_GCM>),
    row("xsalsa20poly1305/through-c", secretbox),
    row("nacl-box/through-c", boxes),
    row("ctr-drbg/through-c", generator),
    row("argon2id/through-c", argon2),
];

fn cipher(check: &mut Check) {
    let (key, input, mut output) = (secret(check, 32), secret(check, 700), [0; 700]);
    for algorithm in [CARNELIAN_CHACHA20, CARNELIAN_AES_256_CTR] {
        let nonce = &[7; 16][..carnelian_cipher_nonce_len(algorithm)];
        ok!(carnelian_cipher_xor: algorithm, [key], [nonce], *input, *mut output, 700);
        check.secret_result(&output);
        let mut cipher = blank();
        ok!(carnelian_cipher_init: &mut cipher, algorithm, [key], [nonce]);
        ok!(carnelian_cipher_seek: &mut cipher, 3, 5);
        ok!(carnelian_cipher_apply: &mut cipher, *input, *mut output, 700);
        check.secret_result(&output);
        let (mut block, mut offset) = (0, 0);
        ok!(carnelian_cipher_position: &cipher, &mut block, &mut offset);
        ok!(carnelian_cipher_wipe: &mut cipher);
    }
    let (mut cipher, counter) = (blank(), [0; 16]);
    ok!(carnelian_cipher_init: &mut cipher, CARNELIAN_AES_256_CTR, [key], [counter]);
    ok!(carnelian_cipher_restart: &mut cipher, *counter);
    let (block, mut derived) = (secret(check, 16), [0; 32]);
    ok!(carnelian_hchacha20: *key, *block, *mut derived);
    check.secret_result(&derived);
    ok!(carnelian_hsalsa20: *key, *block, *mut derived);
    check.secret_result(&derived);
}

fn blocks(check: &mut Check) {
    let (key, input, mut output) = (secret(check, 32), secret(check, 80), [0; 80]);
    for direction in [CARNELIAN_AES_ENCRYPT, CARNELIAN_AES_DECRYPT] {
        let mut aes = blank();
        ok!(carnelian_aes_init: &mut aes, direction, [key]);
        ok!(carnelian_aes_blocks: &aes, *input, *mut output, 5);
        check.secret_result(&output);
        ok!(carnelian_aes_wipe: &mut aes);
    }
}

fn aead<const ALGORITHM: carnelian_aead_algorithm>(check: &mut Check) {
    let (key, aad, plaintext) = (secret(check, 32), secret(check, 13), secret(check, 700));
    let (nonce, len) = ([3; 12], plaintext.len());
    let inputs =
        carnelian_aead_inputs { nonce: nonce.as_ptr(), nonce_len: nonce.len(), aad: aad.as_ptr(), aad_len: aad.len() };
    let (mut ciphertext, mut opened, mut sealed, mut tag) = ([0; 700], [0; 700], [0; 716], [0; 16]);
    ok!(carnelian_aead_seal: ALGORITHM, [key], &inputs, *plaintext, *mut ciphertext, len, *mut tag);
    check.secret_result(&ciphertext);
    verifies!(tag, carnelian_aead_open: ALGORITHM, [key], &inputs, *ciphertext, *mut opened, len, *tag);
    ok!(carnelian_aead_seal_combined: ALGORITHM, [key], &inputs, [plaintext], [mut sealed]);
    check.secret_result(&sealed);
    ok!(carnelian_aead_open_combined: ALGORITHM, [key], &inputs, [sealed], [mut opened]);
    check.secret_result(&opened);

    let mut handle = ptr::null_mut();
    ok!(carnelian_aead_key_new: ALGORITHM, [key], &mut handle);
    ok!(carnelian_aead_key_seal: handle, &inputs, *plaintext, *mut ciphertext, len, *mut tag);
    verifies!(tag, carnelian_aead_key_open: handle, &inputs, *ciphertext, *mut opened, len, *tag);
    ok!(carnelian_aead_key_seal_combined: handle, &inputs, [plaintext], [mut sealed]);
    check.secret_result(&sealed);
    verifies!(sealed, carnelian_aead_key_open_combined: handle, &inputs, [sealed], [mut opened]);

    let (mut sealer, mut verifier, mut opener) = (blank(), blank(), blank());
    ok!(carnelian_aead_sealer_init: &mut sealer, handle, &inputs);
    ok!(carnelian_aead_sealer_update: &mut sealer, *plaintext, *mut ciphertext, len);
    ok!(carnelian_aead_sealer_final: &mut sealer, *mut tag);
    check.secret_result(&tag);
    ok!(carnelian_aead_sealer_init: &mut sealer, handle, &inputs);
    ok!(carnelian_aead_sealer_wipe: &mut sealer);
    ok!(carnelian_aead_verifier_init: &mut verifier, handle, &inputs);
    ok!(carnelian_aead_verifier_update: &mut verifier, [ciphertext]);
    ok!(carnelian_aead_verifier_final: &mut verifier, *tag, &mut opener);
    ok!(carnelian_aead_opener_update: &mut opener, *ciphertext, *mut opened, len);
    check.secret_result(&opened);
    ok!(carnelian_aead_opener_wipe: &mut opener);
    ok!(carnelian_aead_verifier_init: &mut verifier, handle, &inputs);
    ok!(carnelian_aead_verifier_wipe: &mut verifier);
    call!(carnelian_aead_key_free: handle);
}

fn secretbox(check: &mut Check) {
    let (key, plaintext, nonce) = (secret(check, 32), secret(check, 700), [3; 24]);
    let (mut ciphertext, mut opened, mut sealed, mut tag) = ([0; 700], [0; 700], [0; 716], [0; 16]);
    ok!(carnelian_secretbox_seal: *key, *nonce, *plaintext, *mut ciphertext, 700, *mut tag);
    check.secret_result(&ciphertext);
    verifies!(tag, carnelian_secretbox_open: *key, *nonce, *ciphertext, *mut opened, 700, *tag);
    ok!(carnelian_secretbox_seal_combined: *key, *nonce, [plaintext], [mut sealed]);
    check.secret_result(&sealed);
    ok!(carnelian_secretbox_open_combined: *key, *nonce, [sealed], [mut opened]);
    check.secret_result(&opened);
}

fn boxes(check: &mut Check) {
    use carnelian_capi::exchange::{CARNELIAN_X25519, carnelian_exchange_public_key};
    let (secret_key, plaintext, nonce) = (secret(check, 32), secret(check, 100), [3; 24]);
    let (mut public, mut shared, mut sealed, mut opened) = ([0; 32], [0; 32], [0; 116], [0; 100]);
    ok!(carnelian_exchange_public_key: CARNELIAN_X25519, [secret_key], [mut public]);
    ok!(carnelian_nacl_box_precompute: *secret_key, *public, *mut shared);
    check.secret_result(&shared);
    ok!(carnelian_nacl_box_seal: *secret_key, *public, *nonce, [plaintext], [mut sealed]);
    check.secret_result(&sealed);
    verifies!(sealed, carnelian_nacl_box_open: *secret_key, *public, *nonce, [sealed], [mut opened]);
    let mut sealed = [0; 148];
    ok!(carnelian_nacl_box_seal_anonymous: *public, OS, [plaintext], [mut sealed]);
    check.secret_result(&sealed[32..]);
    ok!(carnelian_nacl_box_open_anonymous: *secret_key, *public, [sealed], [mut opened]);
    check.secret_result(&opened);
}

fn generator(check: &mut Check) {
    let (entropy, nonce, personal, more) = (secret(check, 48), secret(check, 16), secret(check, 9), secret(check, 7));
    let (mut drbg, mut out) = (blank(), [0; 200]);
    ok!(carnelian_ctr_drbg_init: &mut drbg, [entropy], [nonce], [personal]);
    ok!(carnelian_ctr_drbg_generate: &mut drbg, [more], [mut out]);
    check.secret_result(&out);
    ok!(carnelian_ctr_drbg_reseed: &mut drbg, [entropy], [more]);
    ok!(carnelian_ctr_drbg_reseed_from: &mut drbg, OS, [more]);
    ok!(carnelian_ctr_drbg_generate_fresh: &mut drbg, OS, [more], [mut out]);
    check.secret_result(&out);
    let context = (&raw mut drbg).cast();
    assert_eq!(call!(carnelian_ctr_drbg_fill: context, [mut out]), 0);
    check.secret_result(&out);
    ok!(carnelian_ctr_drbg_init_without_df: &mut drbg, *entropy, [personal]);
    ok!(carnelian_ctr_drbg_init_from: &mut drbg, 1, OS, [personal]);
    ok!(carnelian_ctr_drbg_wipe: &mut drbg);
}

fn argon2(check: &mut Check) {
    let (password, salt, key, data) = (secret(check, 21), secret(check, 16), secret(check, 8), secret(check, 5));
    let cost = carnelian_argon2_cost { memory_kib: 16, passes: 2, lanes: 1 };
    let inputs = carnelian_argon2_inputs {
        password: password.as_ptr(),
        password_len: password.len(),
        salt: salt.as_ptr(),
        salt_len: salt.len(),
        secret: key.as_ptr(),
        secret_len: key.len(),
        associated_data: data.as_ptr(),
        associated_data_len: data.len(),
    };
    let mut tag = [0; 32];
    ok!(carnelian_argon2: CARNELIAN_ARGON2ID, &cost, &inputs, [mut tag]);
    check.secret_result(&tag);
    let mut memory = vec![Block::ZERO; 16];
    let memory = memory.as_mut_ptr().cast();
    let len = 16 << 10;
    ok!(carnelian_argon2_in_memory: memory, len, CARNELIAN_ARGON2I, &cost, &inputs, [mut tag]);
    check.secret_result(&tag);
    let mut area = ptr::null_mut();
    ok!(carnelian_argon2_area_new: &cost, &mut area);
    ok!(carnelian_argon2_in_area: area, CARNELIAN_ARGON2ID, &cost, &inputs, [mut tag]);
    check.secret_result(&tag);
    let mut hash = [0; 300];
    let inputs = carnelian_argon2_inputs {
        salt: ptr::null(),
        salt_len: 0,
        associated_data: ptr::null(),
        associated_data_len: 0,
        ..inputs
    };
    ok!(carnelian_argon2_hash_password: CARNELIAN_ARGON2ID, &cost, &inputs, OS, [mut hash]);
    let hash = &hash[..hash.iter().position(|byte| *byte == 0).expect("a string")];
    ok!(carnelian_argon2_verify_password: [hash], &cost, [password], [key]);
    let other = secret(check, 20);
    let refused = call!(carnelian_argon2_verify_password_in_area: area, [hash], &cost, [other], [key]);
    assert_eq!(refused, carnelian_status::CARNELIAN_ERROR_PASSPHRASE);
    call!(carnelian_argon2_area_free: area);
}
