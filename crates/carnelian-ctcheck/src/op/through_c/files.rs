//! Sealed files and key files.

use super::super::Operation;
use super::super::encoding::in_which_only_digits_are_secret;
use super::{OS, row, secret};
use crate::check::Check;
use carnelian::ct::declassify;
use carnelian::secret::Secret;
use carnelian_capi::argon2::carnelian_argon2_cost;
use carnelian_capi::keys::*;
use carnelian_capi::sealed_file::*;
use carnelian_capi::status::carnelian_status;
use std::ffi::c_void;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] = &[row("sealed-file/through-c", seal), row("encoding/through-c", keys)];

/// The lengths of a header, and of what a tag adds.
const HEADER: usize = 96;
const TAG: usize = 16;

/// Reads what is left of a slice, the context.
///
/// # Safety
/// As for the function of a `carnelian_reader`.
unsafe extern "C" fn read(context: *mut c_void, buffer: *mut u8, len: usize) -> isize {
    // SAFETY: the context is that of `streamed`, and the buffer has this many bytes.
    let (rest, buffer) = unsafe { (&mut *context.cast::<&[u8]>(), std::slice::from_raw_parts_mut(buffer, len)) };
    let (now, later) = rest.split_at(len.min(rest.len()));
    buffer[..now.len()].copy_from_slice(now);
    *rest = later;
    now.len().cast_signed()
}

/// Appends to a vector, the context.
///
/// # Safety
/// As for the function of a `carnelian_writer`.
unsafe extern "C" fn write(context: *mut c_void, data: *const u8, len: usize) -> isize {
    // SAFETY: the context is that of `streamed`, and the data has this many bytes.
    unsafe { (*context.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(data, len)) };
    len.cast_signed()
}

/// Returns what a function writes that reads `input`.
fn streamed(
    mut input: &[u8],
    run: impl FnOnce(*const carnelian_reader, *const carnelian_writer) -> carnelian_status,
) -> Vec<u8> {
    let mut output = Vec::new();
    let reader = carnelian_reader { read: Some(read), context: (&raw mut input).cast() };
    let writer = carnelian_writer { write: Some(write), context: (&raw mut output).cast() };
    assert_eq!(run(&raw const reader, &raw const writer), carnelian_status::CARNELIAN_OK);
    output
}

fn seal(check: &mut Check) {
    let (key, passphrase, plaintext) = (secret(check, 32), secret(check, 12), secret(check, 1000));
    let cost = carnelian_argon2_cost { memory_kib: 16, passes: 1, lanes: 1 };
    let (mut sealed, mut opened) = (vec![0; HEADER + 1000 + TAG], vec![0; 1000]);
    ok!(carnelian_sealed_file_seal: *key, OS, [plaintext], [mut sealed]);
    check.secret_result(&sealed[HEADER..]);
    ok!(carnelian_sealed_file_open: *key, [sealed], [mut opened]);
    check.secret_result(&opened);
    ok!(carnelian_sealed_file_seal_with_passphrase: [passphrase], &cost, OS, [plaintext], [mut sealed]);
    check.secret_result(&sealed[HEADER..]);
    ok!(carnelian_sealed_file_open_with_passphrase: [passphrase], &cost, [sealed], [mut opened]);
    check.secret_result(&opened);

    let sealed = streamed(&plaintext, |from, to| call!(carnelian_sealed_file_seal_stream: *key, OS, from, to));
    check.secret_result(&sealed[HEADER..]);
    let opened = streamed(&sealed, |from, to| call!(carnelian_sealed_file_open_stream: *key, from, to));
    check.secret_result(&opened);
    let sealed = streamed(
        &plaintext,
        |from, to| call!(carnelian_sealed_file_seal_stream_with_passphrase: [passphrase], &cost, OS, from, to),
    );
    check.secret_result(&sealed[HEADER..]);
    let opened = streamed(
        &sealed,
        |from, to| call!(carnelian_sealed_file_open_stream_with_passphrase: [passphrase], &cost, from, to),
    );
    check.secret_result(&opened);
}

fn keys(check: &mut Check) {
    let (seed, passphrase) = (secret(check, 32), secret(check, 12));
    let (mut key, mut again, mut public, mut text, mut len) =
        (ptr::null_mut(), ptr::null_mut(), ptr::null_mut(), [0; 600], 0);
    ok!(carnelian_private_key_new: CARNELIAN_KEY_ED25519, [seed], &mut key);
    ok!(carnelian_private_key_public_key: key, &mut public);
    call!(carnelian_public_key_free: public);
    for form in [CARNELIAN_FORM_DER, CARNELIAN_FORM_HEX, CARNELIAN_FORM_RAW, CARNELIAN_FORM_PEM] {
        ok!(carnelian_private_key_write: key, form, [mut text], &mut len);
        let (mut detected, mut content) = (0, 0);
        let file = Secret::new(text[..len].to_vec());
        let file = if form == CARNELIAN_FORM_PEM { in_which_only_digits_are_secret(&file) } else { file };
        let file = file.expose();
        ok!(carnelian_key_detect: [file], &mut detected, &mut content);
        ok!(carnelian_private_key_read: [file], CARNELIAN_KEY_ED25519, [b""], &mut again);
        call!(carnelian_private_key_free: again);
    }
    // Behind the label and the public part of the structure stand the digits of the seed.
    check.secret_result(&text[60..100]);
    ok!(carnelian_private_key_write_encrypted:
        key, CARNELIAN_FORM_PEM, [passphrase], 1000, OS, [mut text], &mut len);
    let text = declassify(text, "an encrypted file is public");
    ok!(carnelian_private_key_read: [text[..len]], CARNELIAN_KEY_ANY, [passphrase], &mut again);
    call!(carnelian_private_key_free: again);
    call!(carnelian_private_key_free: key);
}
