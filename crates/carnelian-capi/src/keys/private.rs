//! Private keys.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::public::{carnelian_public_key, checked};
use super::{
    CARNELIAN_FORM_DER, CARNELIAN_FORM_DER_V2, CARNELIAN_FORM_HEX, CARNELIAN_FORM_PEM, CARNELIAN_FORM_PEM_V2,
    CARNELIAN_FORM_RAW, Imported as _, algorithm, carnelian_key_algorithm, carnelian_key_form, deliver, number,
    of_bytes, optional_algorithm, with_key_types,
};
use crate::heap;
use crate::outputs::{needs, whole, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use carnelian::encoding::{Encryption, PrivateKeyFile, PrivateKeyInfo, SubjectPublicKeyInfo};
use carnelian::random::{Random, RandomError};

/// A private key of any algorithm, on the heap, and wiped when it is freed. It holds its public key too.
pub struct carnelian_private_key(PrivateKeyInfo);

/// Takes the bytes of a private key of an algorithm, one of the constants `CARNELIAN_KEY_...`, and writes the address of
/// the key to `*key`; release it with `carnelian_private_key_free`. The root of an SLH-DSA key is computed from its seeds,
/// which takes as long as generating a key. Constant time.
///
/// Errors: `CARNELIAN_ERROR_KEY` if the bytes are no private key of the algorithm, `CARNELIAN_ERROR_LENGTH` for a length
/// that it does not permit; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_new(
    algorithm_number: carnelian_key_algorithm,
    bytes: *const u8,
    bytes_len: usize,
    key: *mut *mut carnelian_private_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let bytes = caller.bytes(bytes, bytes_len)?;
            completed(&PrivateKeyInfo::new(algorithm(algorithm_number)?, bytes, None).map_err(of_bytes)?)
        })
    })
}

/// Reads a private key from the contents of a file in any form: PEM, DER, encrypted or not, raw bytes or hexadecimal
/// digits; writes its address to `*key`; release it with `carnelian_private_key_free`.
///
/// `algorithm_number` is one of the constants `CARNELIAN_KEY_...`: keys of others are refused; raw bytes and digits do not
/// name their algorithm and need one. `passphrase` is used if the key is encrypted, and may be NULL. The key is read in
/// constant time, except for scrypt, whose addresses depend on the passphrase.
///
/// Errors: `CARNELIAN_ERROR_ENCODING` if the contents are no private key; `CARNELIAN_ERROR_KEY_KIND` for another
/// algorithm or a public key; `CARNELIAN_ERROR_KEY` if the key is not valid, or comes with the public key of another;
/// `CARNELIAN_ERROR_PASSPHRASE` if the passphrase is wrong or missing; `CARNELIAN_ERROR_COST` if deriving a key from it
/// takes more than some seconds; `CARNELIAN_ERROR_ALGORITHM`, `CARNELIAN_ERROR_MEMORY`. `*key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_read(
    contents: *const u8,
    contents_len: usize,
    algorithm_number: carnelian_key_algorithm,
    passphrase: *const u8,
    passphrase_len: usize,
    key: *mut *mut carnelian_private_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(key)], || {
        heap::give(&caller, key, || {
            let (contents, algorithm) = (caller.bytes(contents, contents_len)?, optional_algorithm(algorithm_number)?);
            let given = caller.bytes(passphrase, passphrase_len)?;
            let passphrase = if passphrase.is_null() { None } else { Some(given) };
            completed(&PrivateKeyInfo::from_file(contents, algorithm, passphrase)?)
        })
    })
}

/// Returns the key with its public key, if it is one of its algorithm and the public key is its own.
fn completed(info: &PrivateKeyInfo) -> Result<carnelian_private_key, carnelian_status> {
    with_key_types!(info.algorithm(), Private, Public => {
        let key = Private::from_private_key_info(info)?;
        key.check_import()?;
        Ok(carnelian_private_key(key.to_private_key_info()))
    })
}

/// Wipes and releases a private key. NULL is permitted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_free(key: *mut carnelian_private_key) {
    let caller = caller!();
    heap::take_back(&caller, key);
}

/// Writes the algorithm of a private key, one of the constants `CARNELIAN_KEY_...`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_algorithm(
    key: *const carnelian_private_key,
    algorithm_number: *mut carnelian_key_algorithm,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(algorithm_number)], || {
        let found = number(caller.get(key)?.0.algorithm())?;
        caller.place(algorithm_number)?.write(found);
        Ok(())
    })
}

/// Makes the public key of a private key, and writes its address to `*public_key`; release it with
/// `carnelian_public_key_free`.
///
/// Errors: `CARNELIAN_ERROR_MEMORY`; `*public_key` is NULL then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_public_key(
    key: *const carnelian_private_key,
    public_key: *mut *mut carnelian_public_key,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [whole(public_key)], || {
        heap::give(&caller, public_key, || {
            let info = &caller.get(key)?.0;
            let public_key = info.public_key().ok_or(carnelian_status::CARNELIAN_ERROR_KEY)?;
            checked(SubjectPublicKeyInfo::new(info.algorithm(), public_key)?)
        })
    })
}

/// Writes a private key in a form, one of the constants `CARNELIAN_FORM_...`, to a buffer of `out_size` bytes, and its
/// length to `*out_len`. With `out` NULL and `out_size` 0 only the length is written. The key is written in constant
/// time, and is not encrypted: the caller wipes the buffer.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the buffer is too small, the length is written nevertheless;
/// `CARNELIAN_ERROR_ARGUMENT` for another form.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_write(
    key: *const carnelian_private_key,
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
            CARNELIAN_FORM_DER => info.to_pkcs8_der(),
            CARNELIAN_FORM_PEM => info.to_pkcs8_pem(),
            CARNELIAN_FORM_DER_V2 => info.to_pkcs8_v2_der()?,
            CARNELIAN_FORM_PEM_V2 => info.to_pkcs8_v2_pem()?,
            CARNELIAN_FORM_HEX => info.to_hex(),
            CARNELIAN_FORM_RAW => info.to_raw(),
            _ => return Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
        };
        deliver(&caller, written.expose(), out, out_size, out_len)
    })
}

/// The bytes that an encrypted key may be longer in DER with the most iterations than with the fewest: two of the
/// number, and one for each length of the six structures around it.
const ITERATIONS_GROWTH: usize = 8;

/// Writes a private key as PKCS #8, encrypted with a passphrase, in `CARNELIAN_FORM_DER` or `CARNELIAN_FORM_PEM`, to a
/// buffer of `out_size` bytes, and its length to `*out_len`: PBES2 with PBKDF2-HMAC-SHA-256, AES-256-CBC and a salt of 16
/// random bytes, which every program reads.
///
/// With `out` NULL and `out_size` 0, no key is derived, and a size that is enough, some bytes more than the length, is
/// written to `*out_len`; that much room is required. `iterations` is 1000 to 10000000, or 0 for the library's choice of
/// some 100 ms. `random` is the random source, NULL that of the operating system.
///
/// Errors: `CARNELIAN_ERROR_LENGTH` if the buffer is too small, the size that is enough is written nevertheless;
/// `CARNELIAN_ERROR_ARGUMENT` for another form, `CARNELIAN_ERROR_COST` for another number of iterations;
/// `CARNELIAN_ERROR_RANDOM` if the source fails.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_private_key_write_encrypted(
    key: *const carnelian_private_key,
    form: carnelian_key_form,
    passphrase: *const u8,
    passphrase_len: usize,
    iterations: u32,
    random: *const carnelian_random_source,
    out: *mut u8,
    out_size: usize,
    out_len: *mut usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(out, out_size)], || {
        caller.place(out_len)?.write(0);
        let info = &caller.get(key)?.0;
        let passphrase = caller.bytes(passphrase, passphrase_len)?;
        let encryption = match iterations {
            0 => Encryption::default(),
            iterations => Encryption::with_iterations(iterations)?,
        };
        let random = &mut Source::of(&caller, random)?;
        let enough = enough_for(info, form)?;
        caller.place(out_len)?.write(enough);
        if out.is_null() && out_size == 0 {
            return Ok(());
        }
        needs(out_size >= enough)?;
        let written = encrypted(info, form, passphrase, encryption, random)?;
        deliver(&caller, &written, out, out_size, out_len)
    })
}

fn encrypted(
    info: &PrivateKeyInfo,
    form: carnelian_key_form,
    passphrase: &[u8],
    encryption: Encryption,
    random: &mut impl Random,
) -> Result<Vec<u8>, carnelian_status> {
    match form {
        CARNELIAN_FORM_DER => Ok(info.to_encrypted_der(passphrase, encryption, random)?),
        CARNELIAN_FORM_PEM => Ok(info.to_encrypted_pem(passphrase, encryption, random)?.into_bytes()),
        _ => Err(carnelian_status::CARNELIAN_ERROR_ARGUMENT),
    }
}

/// A source for salts that protect nothing.
struct Zeros;

impl Random for Zeros {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.fill(0);
        Ok(())
    }
}

/// Returns a size that is enough for an encrypted key with any number of iterations: that with the fewest, which take
/// little time, and the growth of the rest, in base64 in a PEM text. What is encrypted is a key of zeros of the same
/// length, since no one keeps the passphrase secret.
fn enough_for(info: &PrivateKeyInfo, form: carnelian_key_form) -> Result<usize, carnelian_status> {
    let zeros = vec![0; info.private_key_bytes(info.algorithm())?.len()];
    let stand_in = PrivateKeyInfo::new(info.algorithm(), &zeros, None)?;
    let fewest = encrypted(&stand_in, form, &[], Encryption::with_iterations(1000)?, &mut Zeros)?;
    Ok(fewest.len() + 2 * ITERATIONS_GROWTH)
}
