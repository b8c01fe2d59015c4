//! Computations of the libraries under the names of others. Everything else there hands over to the library.
//!
//! Not here: scrypt, which reads memory at addresses that depend on the passphrase, and libsodium's
//! `randombytes_uniform`, which divides by the bound.
#![allow(unsafe_code)] // Calls the libraries as C does.

use super::{ONE_BACKEND, Operation, portable};
use crate::check::Check;
use carnelian_lib25519::lib25519_pow_inv25519;
use carnelian_monocypher::{eddsa, elligator, x25519};
use carnelian_sodium as _;
use std::ffi::{c_char, c_int, c_ulonglong, c_void};
use std::ptr;

unsafe extern "C" {
    fn sodium_memcmp(a: *const c_void, b: *const c_void, len: usize) -> c_int;
    fn sodium_compare(a: *const u8, b: *const u8, len: usize) -> c_int;
    fn sodium_is_zero(number: *const u8, len: usize) -> c_int;
    fn sodium_increment(number: *mut u8, len: usize);
    fn sodium_add(a: *mut u8, b: *const u8, len: usize);
    fn sodium_sub(a: *mut u8, b: *const u8, len: usize);
    fn sodium_pad(padded: *mut usize, buf: *mut u8, len: usize, block: usize, room: usize) -> c_int;
    fn sodium_unpad(unpadded: *mut usize, buf: *const u8, len: usize, block: usize) -> c_int;
    fn sodium_bin2hex(hex: *mut c_char, room: usize, bin: *const u8, len: usize) -> *mut c_char;
    fn sodium_hex2bin(
        bin: *mut u8,
        room: usize,
        hex: *const c_char,
        len: usize,
        ignore: *const c_char,
        bin_len: *mut usize,
        end: *mut *const c_char,
    ) -> c_int;
    fn sodium_bin2base64(b64: *mut c_char, room: usize, bin: *const u8, len: usize, variant: c_int) -> *mut c_char;
    fn sodium_base642bin(
        bin: *mut u8,
        room: usize,
        b64: *const c_char,
        len: usize,
        ignore: *const c_char,
        bin_len: *mut usize,
        end: *mut *const c_char,
        variant: c_int,
    ) -> c_int;
    fn crypto_secretstream_xchacha20poly1305_init_push(state: *mut c_void, header: *mut u8, key: *const u8) -> c_int;
    fn crypto_secretstream_xchacha20poly1305_push(
        state: *mut c_void,
        c: *mut u8,
        c_len: *mut c_ulonglong,
        m: *const u8,
        m_len: c_ulonglong,
        ad: *const u8,
        ad_len: c_ulonglong,
        tag: u8,
    ) -> c_int;
    fn crypto_secretstream_xchacha20poly1305_init_pull(state: *mut c_void, header: *const u8, key: *const u8) -> c_int;
    fn crypto_secretstream_xchacha20poly1305_pull(
        state: *mut c_void,
        m: *mut u8,
        m_len: *mut c_ulonglong,
        tag: *mut u8,
        c: *const u8,
        c_len: c_ulonglong,
        ad: *const u8,
        ad_len: c_ulonglong,
    ) -> c_int;
    fn crypto_secretstream_xchacha20poly1305_rekey(state: *mut c_void);
}

/// libsodium's `sodium_base64_VARIANT_ORIGINAL`.
const BASE64: c_int = 1;

pub(super) const OPERATIONS: &[Operation] = &[
    row("sodium/numbers", numbers),
    row("sodium/padding", padding),
    row("sodium/codecs", codecs),
    row("sodium/secretstream", secretstream),
    row("lib25519/inverse", inverse),
    row("monocypher/field", field),
];

const fn row(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: ONE_BACKEND, backend: portable, run }
}

fn secret(check: &mut Check, len: usize) -> Vec<u8> {
    check.bytes(len).expose().clone()
}

/// Only the verdict of a comparison with `sodium_memcmp` is public; that of `sodium_compare` is as secret as the numbers.
fn numbers(check: &mut Check) {
    let (mut a, b) = (secret(check, 40), secret(check, 40));
    let len = a.len();
    // SAFETY: each pointer is to a variable here, with its length.
    unsafe {
        assert_eq!(sodium_memcmp(a.as_ptr().cast(), b.as_ptr().cast(), len), -1);
        assert_eq!(sodium_memcmp(a.as_ptr().cast(), a.as_ptr().cast(), len), 0);
        check.secret_result(&[sodium_compare(a.as_ptr(), b.as_ptr(), len)]);
        assert_eq!(sodium_is_zero(a.as_ptr(), len), 0);
        sodium_increment(a.as_mut_ptr(), len);
        check.secret_result(&a);
        sodium_add(a.as_mut_ptr(), b.as_ptr(), len);
        sodium_sub(a.as_mut_ptr(), b.as_ptr(), len);
    }
    check.secret_result(&a);
}

/// The message is secret, and the length within a block; the length of what is padded is public.
fn padding(check: &mut Check) {
    let (mut message, mut padded, mut unpadded) = (secret(check, 64), 0, 0);
    // SAFETY: each pointer is to a variable here, with its length.
    unsafe {
        assert_eq!(sodium_pad(&raw mut padded, message.as_mut_ptr(), 37, 16, 64), 0);
        assert_eq!(padded, 48);
        assert_eq!(sodium_unpad(&raw mut unpadded, message.as_ptr(), 48, 16), 0);
    }
    check.secret_result(&message[..37]);
}

fn codecs(check: &mut Check) {
    let (bytes, mut text, mut back) = (secret(check, 40), [0; 100], [0; 40]);
    let (mut len, mut end) = (0, ptr::null());
    // SAFETY: each pointer is to a variable here, with its length, or null where the header permits it.
    unsafe {
        sodium_bin2hex(text.as_mut_ptr(), text.len(), bytes.as_ptr(), bytes.len());
        check.secret_result(&text[..80]);
        let from = text.as_ptr();
        assert_eq!(sodium_hex2bin(back.as_mut_ptr(), 40, from, 80, ptr::null(), &raw mut len, &raw mut end), 0);
        check.secret_result(&back);
        sodium_bin2base64(text.as_mut_ptr(), text.len(), bytes.as_ptr(), bytes.len(), BASE64);
        check.secret_result(&text[..53]);
        let from = text.as_ptr();
        let done = sodium_base642bin(back.as_mut_ptr(), 40, from, 56, ptr::null(), &raw mut len, &raw mut end, BASE64);
        assert_eq!(done, 0);
    }
    check.secret_result(&back);
}

fn secretstream(check: &mut Check) {
    let (key, message, aad) = (secret(check, 32), secret(check, 100), [1; 5]);
    let (mut push, mut pull) = ([0_u64; 8], [0_u64; 8]);
    let (push, pull) = (push.as_mut_ptr().cast(), pull.as_mut_ptr().cast());
    let (mut header, mut sealed, mut opened, mut len, mut tag) = ([0; 24], [0; 117], [0; 100], 0, 0);
    // SAFETY: each pointer is to a variable here, with its length; a state has 52 bytes.
    unsafe {
        assert_eq!(crypto_secretstream_xchacha20poly1305_init_push(push, header.as_mut_ptr(), key.as_ptr()), 0);
        assert_eq!(crypto_secretstream_xchacha20poly1305_init_pull(pull, header.as_ptr(), key.as_ptr()), 0);
        // The tags of a message, and of one that asks for a new key.
        for kind in [0, 2] {
            let kind = kind | secret(check, 1)[0] & 1;
            let (to, from) = (sealed.as_mut_ptr(), message.as_ptr());
            let done =
                crypto_secretstream_xchacha20poly1305_push(push, to, &raw mut len, from, 100, aad.as_ptr(), 5, kind);
            assert_eq!(done, 0);
            check.secret_result(&sealed);
            let (to, from) = (opened.as_mut_ptr(), sealed.as_ptr());
            let done = crypto_secretstream_xchacha20poly1305_pull(
                pull,
                to,
                &raw mut len,
                &raw mut tag,
                from,
                117,
                aad.as_ptr(),
                5,
            );
            assert_eq!(done, 0);
            check.secret_result(&opened);
            crypto_secretstream_xchacha20poly1305_rekey(push);
            crypto_secretstream_xchacha20poly1305_rekey(pull);
        }
    }
}

fn inverse(check: &mut Check) {
    let (x, mut y) = (secret(check, 32), [0; 32]);
    // SAFETY: each pointer is to 32 bytes here.
    unsafe { lib25519_pow_inv25519(y.as_mut_ptr(), x.as_ptr()) };
    check.secret_result(&y);
}

/// Makes public only whether a coordinate has a representative.
fn field(check: &mut Check) {
    let mut result = [0; 32];
    for _ in 0..4 {
        let (coordinate, tweak) = (secret(check, 32), check.word() as u8);
        // SAFETY: each pointer is to 32 bytes here.
        unsafe {
            if elligator::crypto_elligator_rev(result.as_mut_ptr(), coordinate.as_ptr(), tweak) == 0 {
                check.secret_result(&result);
            }
            x25519::crypto_x25519_to_eddsa(result.as_mut_ptr(), coordinate.as_ptr());
            check.secret_result(&result);
            eddsa::crypto_eddsa_to_x25519(result.as_mut_ptr(), coordinate.as_ptr());
            check.secret_result(&result);
        }
    }
}
