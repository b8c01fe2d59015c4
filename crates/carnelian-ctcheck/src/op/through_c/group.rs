//! Points and scalars.

use super::super::Operation;
use super::{OS, blank, row, secret};
use crate::check::Check;
use carnelian_capi::group::*;
use carnelian_capi::status::carnelian_status;

pub(super) const OPERATIONS: &[Operation] = &[
    row("edwards25519/through-c", edwards),
    row("ristretto255/through-c", ristretto),
    row("scalar25519/through-c", scalars),
];

/// Returns a scalar.
fn scalar(check: &mut Check) -> Vec<u8> {
    let (number, mut scalar) = (secret(check, 64), vec![0; 32]);
    ok!(carnelian_scalar_reduce: [number], *mut scalar);
    check.secret_result(&scalar);
    scalar
}

fn edwards(check: &mut Check) {
    let (a, number) = (scalar(check), secret(check, 32));
    let (mut point, mut other, mut result, mut bytes): (_, _, carnelian_point, _) =
        (blank(), blank(), blank(), [0; 32]);
    ok!(carnelian_point_mul_base: CARNELIAN_EDWARDS25519, *a, &mut point);
    ok!(carnelian_point_mul_base_bytes: *number, &mut other);
    ok!(carnelian_point_add: &point, &other, &mut result);
    ok!(carnelian_point_sub: &result, &other, &mut result);
    ok!(carnelian_point_negate: &result, &mut result);
    ok!(carnelian_point_double: &result, &mut result);
    ok!(carnelian_point_mul_by_cofactor: &result, &mut result);
    ok!(carnelian_point_mul: *a, &result, &mut result);
    ok!(carnelian_point_encode: &result, *mut bytes);
    check.secret_result(&bytes);
    ok!(carnelian_point_decode: CARNELIAN_EDWARDS25519, *bytes, &mut other);
    ok!(carnelian_point_to_montgomery: &other, *mut bytes);
    check.secret_result(&bytes);
    ok!(carnelian_point_from_montgomery: *bytes, 0, &mut result);
    let mut answer = 0;
    ok!(carnelian_point_equal: &point, &result, &mut answer);
    ok!(carnelian_point_is_identity: &result, &mut answer);
    ok!(carnelian_point_is_small_order: &result, &mut answer);
    ok!(carnelian_point_is_torsion_free: &result, &mut answer);
    ok!(carnelian_point_copy: &point, &mut other);
    let (mut points, mut encodings): ([carnelian_point; 2], _) = ([blank(), blank()], [0; 64]);
    for copy in &mut points {
        ok!(carnelian_point_copy: &point, copy);
    }
    ok!(carnelian_point_encode_batch: *points, 2, *mut encodings);
    check.secret_result(&encodings);
    ok!(carnelian_point_wipe: &mut result);
}

fn ristretto(check: &mut Check) {
    let (a, uniform) = (scalar(check), secret(check, 64));
    let (mut point, mut result, mut bytes): (carnelian_point, carnelian_point, _) = (blank(), blank(), [0; 32]);
    ok!(carnelian_ristretto255_from_uniform: *uniform, &mut point);
    ok!(carnelian_point_mul: *a, &point, &mut result);
    ok!(carnelian_point_encode: &result, *mut bytes);
    check.secret_result(&bytes);
    ok!(carnelian_point_decode: CARNELIAN_RISTRETTO255, *bytes, &mut point);
    ok!(carnelian_ristretto255_random: OS, &mut point);
    ok!(carnelian_point_encode: &point, *mut bytes);
}

fn scalars(check: &mut Check) {
    let (a, b, c, mut result) = (scalar(check), scalar(check), scalar(check), vec![0; 32]);
    ok!(carnelian_scalar_check: *a);
    ok!(carnelian_scalar_add: *a, *b, *mut result);
    check.secret_result(&result);
    ok!(carnelian_scalar_sub: *a, *b, *mut result);
    check.secret_result(&result);
    ok!(carnelian_scalar_mul: *a, *b, *mut result);
    check.secret_result(&result);
    ok!(carnelian_scalar_mul_add: *a, *b, *c, *mut result);
    check.secret_result(&result);
    ok!(carnelian_scalar_negate: *a, *mut result);
    check.secret_result(&result);
    ok!(carnelian_scalar_invert: *a, *mut result);
    check.secret_result(&result);
    let mut equal = 0;
    ok!(carnelian_scalar_equal: *a, *b, &mut equal);
    ok!(carnelian_scalar_random: OS, *mut result);
}
