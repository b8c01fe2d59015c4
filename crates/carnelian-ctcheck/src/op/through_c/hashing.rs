//! Hash functions, extendable output, and authenticators made of them.

use super::super::Operation;
use super::{blank, row, secret};
use crate::check::Check;
use carnelian_capi::blake2::*;
use carnelian_capi::hash::*;
use carnelian_capi::hkdf::*;
use carnelian_capi::library::*;
use carnelian_capi::mac::*;
use carnelian_capi::poly1305::*;
use carnelian_capi::status::carnelian_status;
use carnelian_capi::xof::*;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] = &[
    row("sha256/through-c", hash),
    row("shake/through-c", extend),
    row("blake2b/through-c", blake2),
    row("hmac/through-c", hmac),
    row("kmac/through-c", kmac),
    row("poly1305/through-c", poly1305),
    row("hkdf/through-c", derive),
    row("ct/through-c", compare),
];

fn hash(check: &mut Check) {
    let (message, mut digest) = (secret(check, 150), [0; 32]);
    ok!(carnelian_hash: CARNELIAN_SHA256, [message], [mut digest]);
    check.secret_result(&digest);
    let (messages, lens, mut digests) = ([message.as_ptr(); 2], [150, 9], [0; 64]);
    ok!(carnelian_hash_many: CARNELIAN_SHA256, *messages, *lens, 2, [mut digests]);
    check.secret_result(&digests);
    let (mut hasher, mut copy) = (blank(), blank());
    ok!(carnelian_hasher_init: &mut hasher, CARNELIAN_SHA256);
    ok!(carnelian_hasher_update: &mut hasher, [message]);
    ok!(carnelian_hasher_copy: &hasher, &mut copy);
    ok!(carnelian_hasher_final: &mut hasher, [mut digest]);
    check.secret_result(&digest);
    ok!(carnelian_hasher_wipe: &mut copy);
}

fn extend(check: &mut Check) {
    let (message, mut output) = (secret(check, 150), [0; 300]);
    ok!(carnelian_xof: CARNELIAN_SHAKE128, [message], [mut output]);
    check.secret_result(&output);
    let (messages, lens, mut outputs) = ([message.as_ptr(); 2], [150, 9], [0; 80]);
    ok!(carnelian_xof_many: CARNELIAN_SHAKE256, *messages, *lens, 2, [mut outputs]);
    check.secret_result(&outputs);
    let (mut context, mut copy) = (blank(), blank());
    ok!(carnelian_xof_init: &mut context, CARNELIAN_SHAKE256);
    ok!(carnelian_xof_wipe: &mut context);
    let customization = secret(check, 9);
    ok!(carnelian_xof_init_custom: &mut context, CARNELIAN_SHAKE128, [b"name"], [customization]);
    ok!(carnelian_xof_update: &mut context, [message]);
    ok!(carnelian_xof_copy: &context, &mut copy);
    ok!(carnelian_xof_squeeze: &mut context, [mut output]);
    check.secret_result(&output);
    ok!(carnelian_xof_wipe: &mut copy);
}

fn blake2(check: &mut Check) {
    let (key, salt, personal, message) = (secret(check, 32), secret(check, 16), secret(check, 16), secret(check, 150));
    let options = carnelian_blake2_options {
        key: key.as_ptr(),
        key_len: key.len(),
        salt: salt.as_ptr(),
        salt_len: salt.len(),
        personalization: personal.as_ptr(),
        personalization_len: personal.len(),
    };
    let mut tag = [0; 32];
    ok!(carnelian_blake2: CARNELIAN_BLAKE2B, &options, [message], [mut tag]);
    check.secret_result(&tag);
    let (mut context, mut copy, mut other) = (blank(), blank(), blank());
    ok!(carnelian_blake2_init: &mut context, CARNELIAN_BLAKE2B, 32, &options);
    ok!(carnelian_blake2_update: &mut context, [message]);
    ok!(carnelian_blake2_copy: &context, &mut copy);
    ok!(carnelian_blake2_copy: &context, &mut other);
    ok!(carnelian_blake2_final_verify: &mut context, [tag]);
    ok!(carnelian_blake2_final: &mut copy, [mut tag]);
    check.secret_result(&tag);
    ok!(carnelian_blake2_wipe: &mut other);
    authenticate(check, CARNELIAN_MAC_BLAKE2B, ptr::null());
}

/// Computes and checks a tag, whole and in pieces.
fn authenticate(check: &mut Check, algorithm: carnelian_mac_algorithm, options: *const carnelian_mac_options) {
    let (key, message) = (secret(check, 32), secret(check, 150));
    let mut tag = vec![0; carnelian_mac_tag_len(algorithm)];
    ok!(carnelian_mac: algorithm, [key], options, [message], [mut tag]);
    check.secret_result(&tag);
    verifies!(tag, carnelian_mac_verify: algorithm, [key], options, [message], [tag]);
    let (mut context, mut copy, mut other) = (blank(), blank(), blank());
    ok!(carnelian_mac_init: &mut context, algorithm, [key], options);
    ok!(carnelian_mac_update: &mut context, [message]);
    ok!(carnelian_mac_copy: &context, &mut copy);
    ok!(carnelian_mac_copy: &context, &mut other);
    ok!(carnelian_mac_final_verify: &mut context, [tag]);
    ok!(carnelian_mac_final: &mut copy, [mut tag]);
    check.secret_result(&tag);
    ok!(carnelian_mac_wipe: &mut other);
}

fn hmac(check: &mut Check) {
    authenticate(check, CARNELIAN_HMAC_SHA256, ptr::null());
    let (key, message, mut tag) = (secret(check, 32), secret(check, 150), [0; 32]);
    ok!(carnelian_mac: CARNELIAN_HMAC_SHA256, [key], ptr::null(), [message], [mut tag]);
    let mut short = tag[..16].to_vec();
    verifies!(short, carnelian_hmac_verify_truncated: CARNELIAN_HMAC_SHA256, [key], [message], [short]);
}

fn kmac(check: &mut Check) {
    let (key, custom, message) = (secret(check, 32), secret(check, 9), secret(check, 150));
    let options = carnelian_mac_options { customization: custom.as_ptr(), customization_len: custom.len(), tag_len: 0 };
    authenticate(check, CARNELIAN_KMAC128, &raw const options);
    let mut output = [0; 200];
    ok!(carnelian_kmac_xof: CARNELIAN_KMAC256, [key], &options, [message], [mut output]);
    check.secret_result(&output);
    let mut context = blank();
    ok!(carnelian_mac_init: &mut context, CARNELIAN_KMAC128, [key], &options);
    ok!(carnelian_mac_update: &mut context, [message]);
    ok!(carnelian_kmac_final_xof: &mut context, [mut output]);
    check.secret_result(&output);
}

fn poly1305(check: &mut Check) {
    let (key, message, mut tag) = (secret(check, 32), secret(check, 700), [0; 16]);
    ok!(carnelian_poly1305: *key, [message], *mut tag);
    check.secret_result(&tag);
    verifies!(tag, carnelian_poly1305_verify: *key, [message], *tag);
    let (mut context, mut other) = (blank(), blank());
    ok!(carnelian_poly1305_init: &mut context, *key);
    ok!(carnelian_poly1305_update: &mut context, [message]);
    ok!(carnelian_poly1305_final_verify: &mut context, *tag);
    ok!(carnelian_poly1305_init: &mut other, *key);
    ok!(carnelian_poly1305_final: &mut other, *mut tag);
    check.secret_result(&tag);
    ok!(carnelian_poly1305_init: &mut other, *key);
    ok!(carnelian_poly1305_wipe: &mut other);
}

fn derive(check: &mut Check) {
    let (salt, input) = (secret(check, 13), secret(check, 40));
    let (mut key, mut prk) = ([0; 70], [0; 32]);
    ok!(carnelian_hkdf: CARNELIAN_SHA256, [salt], [input], [b"public"], [mut key]);
    check.secret_result(&key);
    ok!(carnelian_hkdf_extract: CARNELIAN_SHA256, [salt], [input], [mut prk]);
    check.secret_result(&prk);
    ok!(carnelian_hkdf_expand: CARNELIAN_SHA256, [prk], [b"public"], [mut key]);
    check.secret_result(&key);
}

fn compare(check: &mut Check) {
    let mut tag = secret(check, 40);
    let same = tag.clone();
    verifies!(tag, carnelian_verify: *tag, [same]);
    ok!(carnelian_wipe: [mut tag]);
    check.public_result(&tag);
}
