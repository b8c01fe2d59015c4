//! Random bytes, from the operating system or a source of the caller.
#![allow(unsafe_code)] // Functions that C calls, and that call into C.

use crate::exports::AsItIs;
use crate::library::misuse;
use carnelian::cipher::chacha20::ChaCha20;
use carnelian::random::{OsRandom, Random, RandomError};
use carnelian::secret::Secret;
use carnelian_ffi::Caller;
use core::ffi::{c_char, c_int, c_ulonglong, c_void};
use core::ptr;
use std::process;
use std::sync::atomic::{AtomicPtr, Ordering};

/// A random source in C.
#[repr(C)]
pub(crate) struct Implementation {
    name: Option<unsafe extern "C" fn() -> *const c_char>,
    random: Option<unsafe extern "C" fn() -> u32>,
    stir: Option<unsafe extern "C" fn()>,
    uniform: Option<unsafe extern "C" fn(u32) -> u32>,
    buf: Option<unsafe extern "C" fn(*mut c_void, usize)>,
    close: Option<unsafe extern "C" fn() -> c_int>,
}

/// The operating system's source, as a structure.
#[unsafe(no_mangle)]
static randombytes_sysrandom_implementation: Implementation = system(system_name);

/// The same source: libsodium's own generator is not needed where the operating system's is fast.
#[unsafe(no_mangle)]
static randombytes_internal_implementation: Implementation = system(internal_name);

const fn system(name: extern "C" fn() -> *const c_char) -> Implementation {
    Implementation {
        name: Some(name),
        random: Some(system_random),
        stir: None,
        uniform: None,
        buf: Some(system_buf),
        close: None,
    }
}

extern "C" fn system_name() -> *const c_char {
    c"sysrandom".as_ptr()
}

extern "C" fn internal_name() -> *const c_char {
    c"internal".as_ptr()
}

extern "C" fn system_random() -> u32 {
    let mut bytes = [0; 4];
    fill_from_system(&mut bytes);
    u32::from_le_bytes(bytes)
}

/// Fills a buffer.
///
/// # Safety
/// `buf` must point to `size` writable bytes.
unsafe extern "C" fn system_buf(buf: *mut c_void, size: usize) {
    // SAFETY: the interface asks for a buffer of this size.
    let caller = unsafe { Caller::promises() };
    if let Ok(out) = caller.output(buf.cast(), size) {
        fill_from_system(out);
    }
}

/// Fills `out`, or ends the process: the interface has no way to report a failure, and bytes that are not random would
/// be used as keys.
fn fill_from_system(out: &mut [u8]) {
    OsRandom.fill(out).unwrap_or_else(|_| process::abort());
}

/// The source in force; null for the operating system's.
static SOURCE: AtomicPtr<Implementation> = AtomicPtr::new(ptr::null_mut());

fn source() -> &'static Implementation {
    let source = SOURCE.load(Ordering::Acquire);
    if source.is_null() {
        return &randombytes_sysrandom_implementation;
    }
    // SAFETY: `set_implementation` was called with a structure that stays, as the header demands.
    unsafe { &*source }
}

/// The source in force, as the library's functions take one.
pub(crate) struct Source;

impl Random for Source {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        // Without this function there are no random bytes, and zeros would be used as keys.
        let buf = source().buf.unwrap_or_else(|| process::abort());
        if !out.is_empty() {
            // SAFETY: a source fills as many bytes as it is asked for, and the slice has as many.
            unsafe { buf(out.as_mut_ptr().cast(), out.len()) };
        }
        Ok(())
    }
}

/// Returns random bytes.
pub(crate) fn secret<const N: usize>() -> Secret<[u8; N]> {
    Secret::build(|bytes| Source.fill(bytes)).unwrap_or_else(|_| process::abort())
}

/// Writes a key.
pub(crate) fn keygen<const N: usize>(caller: &Caller, key: *mut u8) -> Option<()> {
    caller.write(key, secret::<N>().expose()).ok()
}

fn set_implementation(_: &Caller, implementation: *const Implementation) -> Option<()> {
    SOURCE.store(implementation.cast_mut(), Ordering::Release);
    Some(())
}

fn implementation_name(_: &Caller) -> AsItIs<*const c_char> {
    // SAFETY: the source's own function, which the header asks for.
    AsItIs(source().name.map_or(c"".as_ptr(), |name| unsafe { name() }))
}

fn buf(caller: &Caller, buf: *mut c_void, size: usize) -> Option<()> {
    Source.fill(caller.output(buf.cast(), size).ok()?).ok()
}

fn buf_of_long(caller: &Caller, out: *mut u8, len: c_ulonglong) -> Option<()> {
    buf(caller, out.cast(), usize::try_from(len).ok()?)
}

fn random(_: &Caller) -> AsItIs<u32> {
    AsItIs(source().random.map_or_else(
        || system_random(),
        // SAFETY: the source's own function, which the header asks for.
        |random| unsafe { random() },
    ))
}

/// Returns a uniformly random number below `bound`: numbers from the incomplete range at the end are drawn again.
fn uniform(caller: &Caller, bound: u32) -> AsItIs<u32> {
    if let Some(uniform) = source().uniform {
        // SAFETY: the source's own function, which the header asks for.
        return AsItIs(unsafe { uniform(bound) });
    }
    if bound < 2 {
        return AsItIs(0);
    }
    // 2³² mod bound numbers are too many.
    let surplus = bound.wrapping_neg() % bound;
    loop {
        let AsItIs(number) = random(caller);
        if number >= surplus {
            return AsItIs(number % bound);
        }
    }
}

fn stir(_: &Caller) -> Option<()> {
    if let Some(stir) = source().stir {
        // SAFETY: the source's own function, which the header asks for.
        unsafe { stir() };
    }
    Some(())
}

fn close(_: &Caller) -> AsItIs<c_int> {
    // SAFETY: the source's own function, which the header asks for.
    AsItIs(source().close.map_or(0, |close| unsafe { close() }))
}

/// Fills the buffer with the keystream of ChaCha20 whose key is the seed.
fn buf_deterministic(caller: &Caller, buf: *mut c_void, size: usize, seed: *const u8) -> Option<()> {
    if size as u128 > ChaCha20::KEY_STREAM_LEN {
        return misuse(caller);
    }
    let mut cipher = ChaCha20::new(caller.array(seed).ok()?, b"LibsodiumDRG");
    let out = caller.output(buf.cast(), size).ok()?;
    out.fill(0);
    cipher.apply(out).ok()
}

exports! {
    randombytes_set_implementation(implementation: *const Implementation) -> c_int = set_implementation;
    randombytes_implementation_name() -> *const c_char = implementation_name;
    randombytes_buf(out: *mut c_void, size: usize) = buf;
    randombytes(out: *mut u8, len: c_ulonglong) = buf_of_long;
    randombytes_random() -> u32 = random;
    randombytes_uniform(bound: u32) -> u32 = uniform;
    randombytes_stir() = stir;
    randombytes_close() -> c_int = close;
    randombytes_buf_deterministic(out: *mut c_void, size: usize, seed: *const u8) = buf_deterministic;
    crypto_aead_aes256gcm_keygen crypto_aead_chacha20poly1305_keygen crypto_aead_chacha20poly1305_ietf_keygen
    crypto_aead_xchacha20poly1305_ietf_keygen crypto_auth_keygen crypto_auth_hmacsha256_keygen
    crypto_auth_hmacsha512_keygen crypto_auth_hmacsha512256_keygen crypto_generichash_keygen
    crypto_generichash_blake2b_keygen crypto_kdf_keygen crypto_kdf_hkdf_sha256_keygen crypto_onetimeauth_keygen
    crypto_onetimeauth_poly1305_keygen crypto_secretbox_keygen crypto_secretbox_xsalsa20poly1305_keygen
    crypto_secretstream_xchacha20poly1305_keygen crypto_stream_keygen crypto_stream_chacha20_keygen
    crypto_stream_chacha20_ietf_keygen crypto_stream_salsa20_keygen crypto_stream_xchacha20_keygen
    crypto_stream_xsalsa20_keygen(key: *mut u8) = keygen::<32>;
    crypto_kdf_hkdf_sha512_keygen(key: *mut u8) = keygen::<64>;
}
