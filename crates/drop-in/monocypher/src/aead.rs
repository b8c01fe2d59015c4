//! Authenticated encryption with XChaCha20 and Poly1305, of one message and of a stream of messages.
#![allow(unsafe_code)] // Entry points of C.

use crate::poly1305::Authenticator;
use crate::{chacha20, data, judge, serve};
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20::hchacha20;
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use carnelian::ct;
use carnelian::secret::{self, Secret};
use carnelian_ffi::{Caller, Fault, Pair, wiping_stack};
use core::convert::Infallible;
use core::ffi::c_int;

/// Bytes of stack that starting a stream may use.
const STACK: usize = 512;

/// A stream of messages: `crypto_aead_ctx`. The key changes with every message.
#[repr(C)]
pub struct Stream {
    /// The number of the block with the one-time key. Only its upper half is ever set.
    counter: u64,
    key: [u8; 32],
    nonce: [u8; 8],
}

impl Stream {
    /// Returns the block with the one-time key of the next message and the key of the message after it.
    fn keys(&self) -> Secret<[u8; 64]> {
        let Ok(keys) = Secret::build(|keys: &mut [u8; 64]| {
            chacha20::apply(&self.key, &self.nonce, self.counter, Pair::InPlace(keys));
            Ok::<_, Infallible>(())
        });
        keys
    }

    /// Encrypts the next message and returns its tag.
    fn write(&mut self, ad: &[u8], text: Pair<'_>) -> [u8; 16] {
        let keys = self.keys();
        let tag = self.seal(&keys, ad, text);
        self.advance(&keys);
        tag
    }

    /// Decrypts the next message, if the tag is right. Otherwise nothing is changed, neither here nor in the output.
    fn read(&mut self, ad: &[u8], text: Pair<'_>, tag: &[u8; 16]) -> bool {
        let keys = self.keys();
        let is_right = match self.nonce_of_rfc_8439(data::len(&text)) {
            Some(nonce) if data::len(&text) <= SHORT => {
                open_short(&ChaCha20Poly1305::new(&self.key), &nonce, ad, text, tag)
            }
            _ => self.open(&keys, ad, text, tag),
        };
        if is_right {
            self.advance(&keys);
        }
        is_right
    }

    /// Returns the nonce of 12 bytes if the next message, of `len` bytes, is one that RFC 8439 allows.
    fn nonce_of_rfc_8439(&self, len: usize) -> Option<[u8; 12]> {
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&((self.counter >> 32) as u32).to_le_bytes());
        nonce[4..].copy_from_slice(&self.nonce);
        (self.counter as u32 == 0 && len as u64 <= ChaCha20Poly1305::MAX_LEN).then_some(nonce)
    }

    /// Encrypts, in one pass where the message is one that RFC 8439 allows.
    fn seal(&self, keys: &Secret<[u8; 64]>, ad: &[u8], mut text: Pair<'_>) -> [u8; 16] {
        if let Some(nonce) = self.nonce_of_rfc_8439(data::len(&text)) {
            return seal(&ChaCha20Poly1305::new(&self.key), &nonce, ad, text);
        }
        let whole = match &mut text {
            Pair::InPlace(data) => Pair::InPlace(data),
            Pair::Apart { input, output } => Pair::Apart { input, output },
        };
        chacha20::apply(&self.key, &self.nonce, self.counter.wrapping_add(1), whole);
        authenticate(keys, ad, data::output(&text))
    }

    /// Decrypts in two passes.
    fn open(&self, keys: &Secret<[u8; 64]>, ad: &[u8], text: Pair<'_>, tag: &[u8; 16]) -> bool {
        let is_right = ct::verify(&authenticate(keys, ad, data::input(&text)), tag);
        if is_right {
            chacha20::apply(&self.key, &self.nonce, self.counter.wrapping_add(1), text);
        }
        is_right
    }

    fn advance(&mut self, keys: &Secret<[u8; 64]>) {
        self.key.copy_from_slice(&keys.expose()[32..]);
    }
}

/// Encrypts a message that is not too long and returns its tag.
fn seal<A: Aead>(key: &A, nonce: &A::Nonce, ad: &[u8], text: Pair<'_>) -> [u8; 16] {
    let sealed = match text {
        Pair::InPlace(data) => key.seal(nonce, ad, data).ok(),
        Pair::Apart { input, output } => key.seal_to(nonce, ad, input, output).ok(),
    };
    sealed.expect("the message is not too long, and input and output have one length")
}

/// The longest message that is decrypted in memory of this library's own, in bytes.
const SHORT: usize = 2048;

/// Decrypts a message of at most [`SHORT`] bytes, if its tag is right. The Rust library decrypts before it knows the
/// tag, so it works on a copy here, and the output of a forged message stays as it was.
fn open_short<A: Aead>(key: &A, nonce: &A::Nonce, ad: &[u8], text: Pair<'_>, tag: &[u8; 16]) -> bool {
    let mut copy = [0; SHORT];
    let copy = &mut copy[..data::len(&text)];
    copy.copy_from_slice(data::input(&text));
    let is_right = key.open(nonce, ad, copy, tag).is_ok();
    if is_right {
        match text {
            Pair::InPlace(output) | Pair::Apart { output, .. } => output.copy_from_slice(copy),
        }
        secret::wipe(copy);
    }
    is_right
}

/// Returns the tag of RFC 8439 Section 2.8 under the one-time key, the first half of `keys`.
fn authenticate(keys: &Secret<[u8; 64]>, ad: &[u8], text: &[u8]) -> [u8; 16] {
    let one_time_key = keys.expose().first_chunk().expect("64 bytes begin with 32");
    let mut authenticator = Authenticator::new(one_time_key);
    for part in [ad, text] {
        authenticator.update(part);
        authenticator.update(&[0; 15][..part.len().next_multiple_of(16) - part.len()]);
    }
    authenticator.update(&(ad.len() as u64).to_le_bytes());
    authenticator.update(&(text.len() as u64).to_le_bytes());
    authenticator.finish().expect("the authenticator has a key")
}

impl Drop for Stream {
    fn drop(&mut self) {
        secret::wipe(&mut self.key);
    }
}

/// Returns a stream with a nonce of 24 bytes.
fn stream_x(key: &[u8; 32], nonce: &[u8; 24]) -> Stream {
    let (first, nonce) = chacha20::split_long_nonce(nonce);
    Stream { counter: 0, key: *hchacha20(key, &first).expose(), nonce }
}

/// Encrypts a message.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_lock(
    cipher_text: *mut u8,
    mac: *mut u8,
    key: *const u8,
    nonce: *const u8,
    ad: *const u8,
    ad_size: usize,
    plain_text: *const u8,
    text_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (key, nonce) = (caller.array(key)?, caller.array(nonce)?);
        let ad = caller.bytes(ad, ad_size)?;
        let text = data::pair(&caller, plain_text, cipher_text, text_size)?;
        let tag = if text_size as u64 <= XChaCha20Poly1305::MAX_LEN {
            seal(&XChaCha20Poly1305::new(key), nonce, ad, text)
        } else {
            stream_x(key, nonce).write(ad, text)
        };
        caller.write(mac, &tag)
    });
}

/// Decrypts a message, if its tag is right.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_unlock(
    plain_text: *mut u8,
    mac: *const u8,
    key: *const u8,
    nonce: *const u8,
    ad: *const u8,
    ad_size: usize,
    cipher_text: *const u8,
    text_size: usize,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| {
        let (key, nonce) = (caller.array(key)?, caller.array(nonce)?);
        if text_size <= SHORT
            && let Ok(text) = caller.pair(cipher_text, plain_text, text_size)
        {
            let (ad, tag) = (caller.bytes(ad, ad_size)?, *caller.array(mac)?);
            return Ok(open_short(&XChaCha20Poly1305::new(key), nonce, ad, text, &tag));
        }
        read(&caller, &mut stream_x(key, nonce), (plain_text, mac), (ad, ad_size), (cipher_text, text_size))
    })
}

/// Decrypts the next message of a stream.
fn read(
    caller: &Caller,
    stream: &mut Stream,
    (plain_text, mac): (*mut u8, *const u8),
    (ad, ad_size): (*const u8, usize),
    (cipher_text, text_size): (*const u8, usize),
) -> Result<bool, Fault> {
    let (tag, ad) = (*caller.array(mac)?, caller.bytes(ad, ad_size)?);
    match caller.pair(cipher_text, plain_text, text_size) {
        Ok(text) => Ok(stream.read(ad, text, &tag)),
        Err(Fault::Overlap) => {
            // A forged message stays where it is, so the tag is checked before the move too.
            let is_right = ct::verify(&authenticate(&stream.keys(), ad, caller.bytes(cipher_text, text_size)?), &tag);
            Ok(is_right && stream.read(ad, Pair::InPlace(caller.moved(cipher_text, plain_text, text_size)?), &tag))
        }
        Err(fault) => Err(fault),
    }
}

/// Starts a stream with a nonce of 24 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_init_x(ctx: *mut Stream, key: *const u8, nonce: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (place, key, nonce) = (caller.place(ctx)?, caller.array(key)?, caller.array(nonce)?);
        wiping_stack::<STACK, _>(|| place.write(stream_x(key, nonce)));
        Ok(())
    });
}

/// Starts a stream with a nonce of 8 bytes.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_init_djb(ctx: *mut Stream, key: *const u8, nonce: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (place, key, nonce) = (caller.place(ctx)?, caller.array(key)?, caller.array(nonce)?);
        wiping_stack::<STACK, _>(|| place.write(Stream { counter: 0, key: *key, nonce: *nonce }));
        Ok(())
    });
}

/// Starts a stream with a nonce of 12 bytes. Its first message is that of RFC 8439.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_init_ietf(ctx: *mut Stream, key: *const u8, nonce: *const u8) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let (place, key) = (caller.place(ctx)?, caller.array(key)?);
        let (counter, nonce) = chacha20::split_nonce(caller.array(nonce)?);
        wiping_stack::<STACK, _>(|| place.write(Stream { counter, key: *key, nonce }));
        Ok(())
    });
}

/// Encrypts the next message of a stream.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_write(
    ctx: *mut Stream,
    cipher_text: *mut u8,
    mac: *mut u8,
    ad: *const u8,
    ad_size: usize,
    plain_text: *const u8,
    text_size: usize,
) {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    serve(|| {
        let stream = caller.get_mut(ctx)?;
        let ad = caller.bytes(ad, ad_size)?;
        let tag = stream.write(ad, data::pair(&caller, plain_text, cipher_text, text_size)?);
        caller.write(mac, &tag)
    });
}

/// Decrypts the next message of a stream, if its tag is right.
///
/// # Safety
/// As in `monocypher.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_aead_read(
    ctx: *mut Stream,
    plain_text: *mut u8,
    mac: *const u8,
    ad: *const u8,
    ad_size: usize,
    cipher_text: *const u8,
    text_size: usize,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| read(&caller, caller.get_mut(ctx)?, (plain_text, mac), (ad, ad_size), (cipher_text, text_size)))
}
