//! Public keys, and the forms of files.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::{
    CARNELIAN_FORM_DER, CARNELIAN_FORM_HEX, CARNELIAN_FORM_PEM, CARNELIAN_FORM_RAW, algorithm, carnelian_key_algorithm,
    carnelian_key_content, carnelian_key_form, deliver, number, numbers, of_bytes, optional_algorithm, with_key_types,
};
use crate::heap;
use crate::outputs::{whole, zeroing};
use crate::status::carnelian_status;
use carnelian::encoding::{Form, PublicKeyFile, SubjectPublicKeyInfo};

/// A public key of any algorithm, on the heap.
pub struct carnelian_public_key(pub(super) SubjectPublicKeyInfo);

/// Tells the form of a file with a key, as far as its beginning and its length show it: writes one of the constants
/// `CARNELIAN_FORM_...` to `*form` and one of the constants `CARNELIAN_CONTENT_...` to `*content`, or 0 for raw and
/// hexadecimal keys. Takes time that does not depend on a private key.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if it has none of these forms.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_key_detect(
    contents: *const u8,
    contents_len: usize,
    form: *mut carnelian_key_form,
    content: *mut carnelian_key_content,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(form), whole(content)], || {
        let found = numbers(Form::of(caller.bytes(contents, contents_len)?)?);
        caller.place(form)?.write(found.0);
        caller.place(content)?.write(found.1);
        Ok(())
    })
}

/// Takes the bytes of a public key of an algorithm, one of the constants `CARNELIAN_KEY_...`, and writes the address of
/// the key to `*key`; release it with `carnelian_public_key_free`.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the bytes are no public key of the algorithm, `CARNELIAN_ERROR_LENGTH` for a length
/// that it does not permit; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_public_key_new(
    algorithm_number: carnelian_key_algorithm,
    bytes: *const u8,
    bytes_len: usize,
    key: *mut *mut carnelian_public_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let bytes = caller.bytes(bytes, bytes_len)?;
            checked(SubjectPublicKeyInfo::new(algorithm(algorithm_number)?, bytes).map_err(of_bytes)?)
        })
    })
}

/// Reads a public key from the contents of a file in any form: PEM, DER, raw bytes or hexadecimal digits; writes its
/// address to `*key`; release it with `carnelian_public_key_free`. `algorithm_number` is one of the constants
/// `CARNELIAN_KEY_...`: keys of others are refused; raw bytes and digits do not name their algorithm and need one.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if the contents are no public key; `CARNELIAN_ERROR_KEY_KIND` for another algorithm
/// or a private key; `CARNELIAN_ERROR_KEY` if the key is not valid; `CARNELIAN_ERROR_ALGORITHM`,
/// `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_public_key_read(
    contents: *const u8,
    contents_len: usize,
    algorithm_number: carnelian_key_algorithm,
    key: *mut *mut carnelian_public_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let contents = caller.bytes(contents, contents_len)?;
            checked(SubjectPublicKeyInfo::from_file(contents, optional_algorithm(algorithm_number)?)?)
        })
    })
}

/// Returns the key, if it is one of its algorithm.
pub(super) fn checked(info: SubjectPublicKeyInfo) -> Result<carnelian_public_key, carnelian_status> {
    with_key_types!(info.algorithm(), Private, Public => {
        Public::from_subject_public_key_info(&info)?;
        Ok(carnelian_public_key(info))
    })
}

/// Releases a public key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_public_key_free(key: *mut carnelian_public_key) {
    let caller = caller!();
    heap::take_back(&caller, key);
}

/// Writes the algorithm of a public key, one of the constants `CARNELIAN_KEY_...`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_public_key_algorithm(
    key: *const carnelian_public_key,
    algorithm_number: *mut carnelian_key_algorithm,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(algorithm_number)], || {
        let found = number(caller.get(key)?.0.algorithm())?;
        caller.place(algorithm_number)?.write(found);
        Ok(())
    })
}

/// Writes a public key in a form, one of the constants `CARNELIAN_FORM_...`, to a buffer of `out_size` bytes, and its
/// length to `*out_len`. With `out` NULL and `out_size` 0 only the length is written.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the buffer is too small, the length is written nevertheless;
/// `CARNELIAN_ERROR_ARGUMENT` for a form that public keys do not have.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_public_key_write(
    key: *const carnelian_public_key,
    form: carnelian_key_form,
    out: *mut u8,
    out_size: usize,
    out_len: *mut usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_size)], || {
        caller.place(out_len)?.write(0);
        let info = &caller.get(key)?.0;
        let written = match form {
            CARNELIAN_FORM_DER => info.to_spki_der(),
            CARNELIAN_FORM_PEM => info.to_spki_pem().into_bytes(),
            CARNELIAN_FORM_HEX => info.to_hex().into_bytes(),
            CARNELIAN_FORM_RAW => info.as_bytes().to_vec(),
            _ => return Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
        };
        deliver(&caller, &written, out, out_size, out_len)
    })
}
