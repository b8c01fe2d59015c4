//! The version of the library, the backends in use, and what programs need beside algorithms: comparison and wiping.
#![allow(unsafe_code)] // Exports functions under their names in C.

use crate::outputs::{needs, reporting, zeroing};
use crate::status::carnelian_status;
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::cipher::{Aead, aes, aes_ctr, chacha20, ghash, poly1305, salsa20};
use carnelian::curve::curve25519;
use carnelian::hash::{Blake2b512, Hash, Sha3_256, Sha256, Sha512};
use carnelian::kdf::argon2;
use carnelian::postquantum::slhdsa::{self, SlhDsaSha2_128s};
use carnelian::postquantum::{mldsa, mlkem};
use core::ffi::{CStr, c_char};

/// The first number of the version of this header.
pub const CARNELIAN_VERSION_MAJOR: u32 = 0;
/// The second number of the version of this header.
pub const CARNELIAN_VERSION_MINOR: u32 = 1;
/// The third number of the version of this header.
pub const CARNELIAN_VERSION_PATCH: u32 = 0;

/// A family of algorithms that share their backends.
pub type carnelian_family = u32;
/// SHA-224, SHA-256.
pub const CARNELIAN_FAMILY_SHA256: carnelian_family = 1;
/// SHA-384, SHA-512, SHA-512/256.
pub const CARNELIAN_FAMILY_SHA512: carnelian_family = 2;
/// SHA-3, SHAKE, cSHAKE, KMAC.
pub const CARNELIAN_FAMILY_KECCAK: carnelian_family = 3;
/// BLAKE2b, BLAKE2s.
pub const CARNELIAN_FAMILY_BLAKE2: carnelian_family = 4;
/// Poly1305.
pub const CARNELIAN_FAMILY_POLY1305: carnelian_family = 5;
/// ChaCha20, XChaCha20.
pub const CARNELIAN_FAMILY_CHACHA20: carnelian_family = 6;
/// ChaCha20-Poly1305, XChaCha20-Poly1305.
pub const CARNELIAN_FAMILY_CHACHA20POLY1305: carnelian_family = 7;
/// AES, its block cipher.
pub const CARNELIAN_FAMILY_AES: carnelian_family = 8;
/// AES in CTR mode.
pub const CARNELIAN_FAMILY_AES_CTR: carnelian_family = 9;
/// AES-GCM.
pub const CARNELIAN_FAMILY_AES_GCM: carnelian_family = 10;
/// AES-GCM-SIV.
pub const CARNELIAN_FAMILY_AES_GCM_SIV: carnelian_family = 11;
/// GHASH, POLYVAL.
pub const CARNELIAN_FAMILY_GHASH: carnelian_family = 12;
/// Ed25519, X25519 and their group.
pub const CARNELIAN_FAMILY_CURVE25519: carnelian_family = 13;
/// ML-KEM.
pub const CARNELIAN_FAMILY_MLKEM: carnelian_family = 14;
/// ML-DSA.
pub const CARNELIAN_FAMILY_MLDSA: carnelian_family = 15;
/// Argon2.
pub const CARNELIAN_FAMILY_ARGON2: carnelian_family = 16;
/// Salsa20, XSalsa20.
pub const CARNELIAN_FAMILY_SALSA20: carnelian_family = 17;
/// XSalsa20-Poly1305: secret boxes, and boxes of NaCl.
pub const CARNELIAN_FAMILY_XSALSA20_POLY1305: carnelian_family = 18;
/// SLH-DSA with SHA-2. That with SHAKE has the backend of Keccak.
pub const CARNELIAN_FAMILY_SLHDSA: carnelian_family = 19;

/// The number of bytes that hold the name of any backend with its terminating zero.
pub const CARNELIAN_BACKEND_NAME_SIZE: usize = 64;

/// The number of bytes that hold the name of any algorithm of the self-test with its terminating zero.
pub const CARNELIAN_SELF_TEST_NAME_SIZE: usize = 64;

/// The version of the package, with a terminating zero.
const VERSION: &CStr = {
    let text = concat!(env!("CARGO_PKG_VERSION"), "\0");
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zero byte"),
    }
};

/// Checks that a number of the header is that of the package.
const fn is_number(text: &str, number: u32) -> bool {
    matches!(u32::from_str_radix(text, 10), Ok(found) if found == number)
}

const _: () = {
    assert!(is_number(env!("CARGO_PKG_VERSION_MAJOR"), CARNELIAN_VERSION_MAJOR));
    assert!(is_number(env!("CARGO_PKG_VERSION_MINOR"), CARNELIAN_VERSION_MINOR));
    assert!(is_number(env!("CARGO_PKG_VERSION_PATCH"), CARNELIAN_VERSION_PATCH));
};

/// Returns the version of the library that is linked, such as "0.1.0", in static memory.
#[unsafe(no_mangle)]
pub const extern "C" fn carnelian_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Writes the name of the backend that a family of algorithms uses on this CPU, such as "AVX-512", with a terminating
/// zero. `name_size` is at most the number of bytes at `name`; CARNELIAN_BACKEND_NAME_SIZE is enough.
///
/// Errors: CARNELIAN_ERROR_ALGORITHM, CARNELIAN_ERROR_LENGTH if the name needs more bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_backend(
    family: carnelian_family,
    name: *mut c_char,
    name_size: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(name.cast(), name_size)], || {
        let found = backend(family)?;
        needs(found.len() < name_size)?;
        let output = caller.output(name.cast(), name_size)?;
        let (text, rest) = output.split_at_mut(found.len());
        text.copy_from_slice(found.as_bytes());
        rest.fill(0);
        Ok(())
    })
}

fn backend(family: carnelian_family) -> Result<&'static str, carnelian_status> {
    Ok(match family {
        CARNELIAN_FAMILY_SHA256 => Sha256::backend(),
        CARNELIAN_FAMILY_SHA512 => Sha512::backend(),
        CARNELIAN_FAMILY_KECCAK => Sha3_256::backend(),
        CARNELIAN_FAMILY_BLAKE2 => Blake2b512::backend(),
        CARNELIAN_FAMILY_POLY1305 => poly1305::backend(),
        CARNELIAN_FAMILY_CHACHA20 => chacha20::backend(),
        CARNELIAN_FAMILY_CHACHA20POLY1305 => ChaCha20Poly1305::backend(),
        CARNELIAN_FAMILY_AES => aes::backend(),
        CARNELIAN_FAMILY_AES_CTR => aes_ctr::backend(),
        CARNELIAN_FAMILY_AES_GCM => Aes256Gcm::backend(),
        CARNELIAN_FAMILY_AES_GCM_SIV => Aes256GcmSiv::backend(),
        CARNELIAN_FAMILY_GHASH => ghash::backend(),
        CARNELIAN_FAMILY_CURVE25519 => curve25519::backend(),
        CARNELIAN_FAMILY_MLKEM => mlkem::backend(),
        CARNELIAN_FAMILY_MLDSA => mldsa::backend(),
        CARNELIAN_FAMILY_ARGON2 => argon2::backend(),
        CARNELIAN_FAMILY_SALSA20 => salsa20::backend(),
        CARNELIAN_FAMILY_XSALSA20_POLY1305 => SecretBox::backend(),
        CARNELIAN_FAMILY_SLHDSA => slhdsa::backend::<SlhDsaSha2_128s>(),
        _ => return Err(carnelian_status::CARNELIAN_ERROR_ALGORITHM),
    })
}

/// Computes known answers of every family of algorithms by each kernel that this CPU can run. Takes a fraction of a second.
///
/// Writes the name of the first algorithm whose answer is wrong, such as "ML-DSA-65", with a terminating zero; the
/// empty string if all are right. `name_size` is at most the number of bytes at `name`: at least
/// CARNELIAN_SELF_TEST_NAME_SIZE, or 0 with NULL if the name is not of interest.
///
/// Errors: `CARNELIAN_ERROR_SELF_TEST` if an answer is wrong, after which nothing that this process computes can be relied
/// on; the name is written then too. `CARNELIAN_ERROR_LENGTH` if `name_size` is neither 0 nor enough: nothing was tested, and
/// the bytes at `name` are zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_self_test(name: *mut c_char, name_size: usize) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        let output = caller.output(name.cast(), name_size)?;
        output.fill(0);
        needs(output.is_empty() || output.len() >= CARNELIAN_SELF_TEST_NAME_SIZE)?;
        let Err(wrong) = carnelian::self_test() else { return Ok(()) };
        if !output.is_empty() {
            let found = wrong.algorithm().as_bytes();
            output[..found.len()].copy_from_slice(found);
        }
        Err(carnelian_status::CARNELIAN_ERROR_SELF_TEST)
    })
}

/// Compares `len` bytes at `a` and `b` in constant time.
///
/// Errors: CARNELIAN_ERROR_AUTHENTICATION if they differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_verify(a: *const u8, b: *const u8, len: usize) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        if carnelian::ct::verify(caller.bytes(a, len)?, caller.bytes(b, len)?) {
            Ok(())
        } else {
            Err(carnelian_status::CARNELIAN_ERROR_AUTHENTICATION)
        }
    })
}

/// Overwrites bytes with zeros, also where the compiler sees that they are not read again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_wipe(data: *mut u8, data_len: usize) -> carnelian_status {
    let caller = caller!();
    reporting(|| {
        carnelian::secret::wipe(caller.output(data, data_len)?);
        Ok(())
    })
}

/// Sets the number of threads that a call may use in this process, at most 1024: 0 stands for as many as there are CPUs. It
/// is 1 unless this function is called. Argon2 with several lanes, signing with SLH-DSA and batches use more.
///
/// Threads are started when they are first needed, and kept. Where the system starts fewer, calls use those that there
/// are, or only the caller's, and it is not asked again. A process that is forked starts its own.
#[unsafe(no_mangle)]
pub extern "C" fn carnelian_set_thread_limit(threads: u32) {
    carnelian::threads::set_limit(usize::try_from(threads).unwrap_or(usize::MAX));
}
