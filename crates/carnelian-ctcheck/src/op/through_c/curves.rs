//! X25519, Elligator 2, hashing to the curve.

use super::super::Operation;
use super::{OS, row, secret};
use crate::check::Check;
use carnelian::curve::x25519::BASE;
use carnelian_capi::elligator2::*;
use carnelian_capi::exchange::*;
use carnelian_capi::status::carnelian_status;
use carnelian_capi::x25519::*;

pub(super) const OPERATIONS: &[Operation] = &[row("x25519/through-c", agree), row("elligator2/through-c", hide)];

fn agree(check: &mut Check) {
    let (mut key, mut public, mut shared) = (secret(check, 32), [0; 32], [0; 32]);
    ok!(carnelian_exchange_public_key: CARNELIAN_X25519, [key], [mut public]);
    check.public_result(&public);
    ok!(carnelian_exchange_agree: CARNELIAN_X25519, [key], [BASE], [mut shared]);
    check.secret_result(&shared);
    let u = secret(check, 32);
    ok!(carnelian_x25519: *key, *u, *mut shared);
    check.secret_result(&shared);
    ok!(carnelian_x25519_inverse: *key, *public, *mut shared);
    check.secret_result(&shared);
    let (mut keys, mut publics, mut shares, mut verdicts) = (secret(check, 96), [0; 96], [0; 96], [0; 3]);
    ok!(carnelian_x25519_public_key_batch: *keys, 3, *mut publics);
    check.public_result(&publics);
    ok!(carnelian_x25519_agree_batch: *keys, *publics, 3, *mut shares, *mut verdicts);
    check.secret_result(&shares);
    ok!(carnelian_x25519_generate_batch: OS, 3, *mut keys, *mut publics);
    check.secret_result(&keys);
    ok!(carnelian_exchange_generate: CARNELIAN_X25519, OS, [mut key], [mut public]);
    check.secret_result(&key);
}

/// Hides keys with and without a representative. Only which of the two they are becomes public.
fn hide(check: &mut Check) {
    let (mut key, mut output) = (vec![0; 32], [0; 32]);
    ok!(carnelian_elligator2_generate: OS, *mut key, *mut output);
    check.secret_result(&key);
    check.public_result(&output);
    for _ in 0..4 {
        let (key, tweak) = (secret(check, 32), check.word() as u8);
        if call!(carnelian_elligator2_hide: *key, tweak, *mut output) == carnelian_status::CARNELIAN_OK {
            check.public_result(&output);
        }
        if call!(carnelian_elligator2_rev: *key, tweak, *mut output) == carnelian_status::CARNELIAN_OK {
            check.public_result(&output);
        }
    }
    ok!(carnelian_elligator2_map: *key, *mut output);
    ok!(carnelian_elligator2_dirty_public_key: *key, *mut output);
    check.public_result(&output);
    let message = secret(check, 40);
    ok!(carnelian_elligator2_hash_to_curve: [message], [b"a tag"], *mut output);
    check.secret_result(&output);
    ok!(carnelian_elligator2_encode_to_curve: [message], [b"a tag"], *mut output);
    check.secret_result(&output);
}
