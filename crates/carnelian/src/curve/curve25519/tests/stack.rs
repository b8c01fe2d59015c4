//! Tests that secrets leave nothing on the stack.

use super::super::kernel::{self, Backend, TOGETHER};
use super::super::{EdwardsPoint, RistrettoPoint, Scalar, tables};
use super::{bytes, testing, with_every_backend};
use crate::base::cpu::Portable64;
use crate::base::random::TestRandom;
use crate::base::secret::Secret;
use crate::curve::arithmetic::recode::radix16;
use crate::curve::x25519::{PublicKey, SecretKey, diffie_hellman_batch, public_key_batch};
use core::hint::black_box;
use std::collections::HashMap;
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// An upper bound on the frames above the kernels, which contain their callers' own data.
const CALLERS: usize = 512;
/// The bytes at the lowest address, where the wiping itself leaves addresses.
const OWN: usize = 32;

/// Asserts that `work` leaves the stack below its callers' frames unchanged. `work` writes its results to the heap.
#[track_caller]
fn leaves_nothing(what: &str, backend: Backend, work: &mut dyn FnMut()) {
    // The first run may link symbols or detect features, which also uses stack.
    work();
    let stack = testing::stack_left_by(work);
    let deepest = stack.iter().position(|byte| *byte != 0).map_or(0, |lowest| stack.len() - lowest);
    let within = stack.len() - deepest.max(CALLERS + OWN) + OWN..stack.len() - CALLERS;
    let left = stack[within].iter().filter(|byte| **byte != 0).count();
    assert_eq!(left, 0, "{what} on {backend:?} leaves {left} bytes, down to {deepest} below its start");
}

#[test]
fn kernels_wipe_all_that_they_used() {
    let random = &mut TestRandom::new(1);
    let mut k: [u8; 32] = bytes(random);
    (k[0], k[31]) = (k[0] & 0xf8, k[31] & 0x7f);
    let (u, wide): ([u8; 32], [u8; 64]) = (bytes(random), bytes(random));
    let ks = [&k; TOGETHER];
    let us = [&u; TOGETHER];
    let a = kernel::scalar_reduce_wide(Backend::Portable64(Portable64), &wide);
    let point = kernel::mul_base(Backend::Portable64(Portable64), &k);
    let mut encodings = vec![[0; 32]; TOGETHER];
    let mut points = vec![point; TOGETHER];
    let mut point_out = vec![point];
    let mut words = vec![a];
    with_every_backend(|backend| {
        leaves_nothing("x25519", backend, &mut || encodings[0] = kernel::x25519(backend, &k, &u));
        for count in [1, 3, 4, 8, TOGETHER] {
            leaves_nothing("x25519_many", backend, &mut || {
                kernel::batch::x25519_many(backend, &ks[..count], &us[..count], &mut encodings[..count]);
            });
        }
        leaves_nothing("mul_base", backend, &mut || point_out[0] = kernel::mul_base(backend, &k));
        leaves_nothing("mul_base_many", backend, &mut || kernel::mul_base_many(backend, &ks, &mut points));
        leaves_nothing("mul", backend, &mut || point_out[0] = kernel::mul(backend, &k, &point));
        leaves_nothing("encode", backend, &mut || kernel::encode(backend, &points, &mut encodings));
        leaves_nothing("to_montgomery", backend, &mut || kernel::to_montgomery(backend, &points, &mut encodings));
        leaves_nothing("elligator2_map", backend, &mut || encodings[0] = kernel::elligator2_map(backend, &u));
        leaves_nothing("elligator2_inverse", backend, &mut || {
            encodings[0] = kernel::elligator2_inverse(backend, &u, 1).0;
        });
        leaves_nothing("elligator2_inverse_of_point", backend, &mut || {
            encodings[0] = kernel::elligator2_inverse_of_point(backend, &point, 1).0;
        });
        leaves_nothing("elligator2_map_to_edwards", backend, &mut || {
            point_out[0] = kernel::elligator2_map_to_edwards(backend, &[7; 48]);
        });
        leaves_nothing("ristretto_encode", backend, &mut || encodings[0] = kernel::ristretto_encode(backend, &point));
        leaves_nothing("ristretto_map", backend, &mut || point_out[0] = kernel::ristretto_map(backend, &u));
        leaves_nothing("scalar_reduce_wide", backend, &mut || words[0] = kernel::scalar_reduce_wide(backend, &wide));
        leaves_nothing("scalar_mul_add", backend, &mut || words[0] = kernel::scalar_mul_add(backend, &a, &a, &a));
        leaves_nothing("scalar_invert", backend, &mut || words[0] = kernel::scalar_invert(backend, &a));
        leaves_nothing("scalar_add", backend, &mut || words[0] = kernel::scalar_add(backend, &a, &a));
        leaves_nothing("scalar_sub", backend, &mut || words[0] = kernel::scalar_sub(backend, &a, &a));
        leaves_nothing("add", backend, &mut || point_out[0] = kernel::add(backend, &point, &tables::BASE));
        leaves_nothing("decode", backend, &mut || point_out[0] = kernel::decode(backend, &u).0);
        leaves_nothing("ristretto_decode", backend, &mut || point_out[0] = kernel::ristretto_decode(backend, &u).0);
        leaves_nothing("from_montgomery", backend, &mut || encodings[0] = kernel::from_montgomery(backend, &u).0);
        leaves_nothing("negate", backend, &mut || point_out[0] = kernel::negate(backend, &point));
        leaves_nothing("equals", backend, &mut || _ = kernel::equals(backend, &point, &tables::BASE));
        leaves_nothing("is_small_order", backend, &mut || _ = kernel::is_small_order(backend, &point));
        leaves_nothing("ristretto_equals", backend, &mut || {
            _ = kernel::ristretto_equals(backend, &point, &tables::BASE);
        });
        leaves_nothing("normalize", backend, &mut || kernel::normalize(backend, &mut points, &mut encodings));
        leaves_nothing("double_times", backend, &mut || point_out[0] = kernel::double_times(backend, &point, 3));
        black_box((&mut encodings, &mut points, &mut point_out, &mut words));
    });
}

/// Returns the forms in which a scalar may be found: its words of 64 and of 32 bits, which are also those of its bytes,
/// eight consecutive digits, and those of either half of the digits.
fn traces(name: &str, scalar: &[u8; 32]) -> Vec<(String, Vec<u8>)> {
    let mut number = *scalar;
    number[31] &= 0x7f;
    let digits: Vec<u8> = radix16::<32, 64>(&number).iter().map(|digit| digit.cast_unsigned()).collect();
    let halves: Vec<u8> =
        (0..2).flat_map(|odd| digits.iter().skip(odd).step_by(2).copied().collect::<Vec<_>>()).collect();
    let words = scalar.chunks(8).map(<[u8]>::to_vec);
    let digits = digits.chunks(8).map(<[u8]>::to_vec);
    let halves = halves.chunks(8).map(<[u8]>::to_vec);
    let of = |form: &str, traces: &mut dyn Iterator<Item = Vec<u8>>| -> Vec<_> {
        traces.enumerate().map(|(i, trace)| (format!("{form} {i} of {name}"), trace)).collect()
    };
    [
        of("word", &mut words.into_iter()),
        of("digits", &mut digits.into_iter()),
        of("half digits", &mut halves.into_iter()),
    ]
    .concat()
}

/// The names and the scalars that must not be found. They are requested after the run, so that none of them is in a
/// register when it starts.
type Scalars<'a> = &'a dyn Fn() -> Vec<(&'static str, [u8; 32])>;

/// Asserts that no part of the scalars is on the stack after `work`.
#[track_caller]
fn leaves_no_trace(what: &str, backend: Backend, scalars: Scalars<'_>, work: &mut dyn FnMut()) {
    let stack = testing::stack_left_by(work);
    let present: HashMap<&[u8], usize> = stack.windows(8).rev().zip(8..).collect();
    let mut found = Vec::new();
    for (name, scalar) in scalars() {
        let here = traces(name, &scalar).into_iter();
        found.extend(here.filter_map(|(name, trace)| Some((name, present.get(trace.as_slice())?))));
    }
    assert!(found.is_empty(), "{what} on {backend:?} leaves, so far below its start, {found:?}");
}

#[test]
fn nothing_of_a_scalar_stays_on_the_stack() {
    let random = &mut TestRandom::new(2);
    let [a, b] = [(); 2].map(|()| std::boxed::Box::new(Secret::new(Scalar::random(random).unwrap())));
    let (a, b) = (a.expose(), b.expose());
    let wide = std::boxed::Box::new(bytes::<64>(random));
    let raw: Vec<[u8; 32]> = (0..TOGETHER + 3).map(|_| bytes(random)).collect();
    let keys: Vec<_> = raw.iter().map(|raw| SecretKey::from_bytes(*raw)).collect();
    let peers: Vec<_> = raw.iter().map(|raw| PublicKey::from_bytes(*raw)).rev().collect();
    let pairs: Vec<_> = keys.iter().zip(&peers).collect();
    let clamp = |mut number: [u8; 32]| {
        (number[0], number[31]) = (number[0] & 0xf8, number[31] & 0x7f | 0x40);
        number
    };
    let scalars: Scalars<'_> = &|| vec![("a", a.to_bytes()), ("b", b.to_bytes())];
    let key: Scalars<'_> = &|| vec![("the key", raw[0]), ("the clamped key", clamp(raw[0]))];
    let number: Scalars<'_> = &|| vec![("the number", raw[0])];
    let halves: Scalars<'_> = &|| vec![("the upper half", wide[32..].try_into().unwrap())];
    let mut points = vec![EdwardsPoint::BASE; 2];
    let mut element = vec![RistrettoPoint::BASE];
    let mut sums = vec![Scalar::ZERO; 4];
    let mut publics = vec![keys[0].public_key()];
    let mut shared = Vec::with_capacity(1);
    with_every_backend(|backend| {
        leaves_no_trace("mul_base", backend, scalars, &mut || points[0] = EdwardsPoint::mul_base(a));
        leaves_no_trace("mul_base_bytes", backend, number, &mut || points[0] = EdwardsPoint::mul_base_bytes(&raw[0]));
        leaves_no_trace("mul", backend, scalars, &mut || points[1] = points[0] * *a);
        leaves_no_trace("Ristretto's mul", backend, scalars, &mut || element[0] = element[0] * *a);
        leaves_no_trace("mul_add", backend, scalars, &mut || sums[0] = a.mul_add(b, a));
        leaves_no_trace("invert", backend, scalars, &mut || sums[1] = a.invert());
        // The third word of L is zero, so the result has that word in common with the number.
        let reduced: Scalars<'_> =
            &|| vec![("the number", [&raw[0][..16], &[0xaa; 8], &raw[0][24..]].concat().try_into().unwrap())];
        leaves_no_trace("from_bytes_mod_order", backend, reduced, &mut || {
            sums[2] = Scalar::from_bytes_mod_order(&raw[0]);
        });
        leaves_no_trace("from_bytes_mod_order_wide", backend, halves, &mut || {
            sums[3] = Scalar::from_bytes_mod_order_wide(&wide);
        });
        leaves_no_trace("public_key", backend, key, &mut || publics[0] = keys[0].public_key());
        leaves_no_trace("public_key_batch", backend, key, &mut || publics = public_key_batch(&keys));
        leaves_no_trace("diffie_hellman", backend, key, &mut || {
            shared.clear();
            shared.push(keys[0].diffie_hellman(&peers[0]));
        });
        leaves_no_trace("diffie_hellman_batch", backend, key, &mut || shared = diffie_hellman_batch(&pairs));
        black_box((&mut points, &mut element, &mut sums, &mut publics, &mut shared));
    });
}
