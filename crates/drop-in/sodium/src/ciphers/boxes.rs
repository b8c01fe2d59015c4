//! Secret boxes: authenticated encryption without associated data, the tag before the ciphertext.

use crate::aead::scheme::{Scheme, TAG, XChaChaBox, XSalsaBox, open, seal};
use crate::library::misuse;
use carnelian::cipher::poly1305;
use carnelian::secret::Secret;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_ulonglong};

/// Zeros before a message in NaCl's own interface.
const BEFORE_MESSAGE: usize = 32;

/// Zeros before a ciphertext in NaCl's own interface.
const BEFORE_CIPHERTEXT: usize = 16;

/// A scheme of secret boxes.
pub(crate) trait BoxScheme: Scheme<24> {
    /// Derives the key from the shared secret of X25519.
    fn derive(shared: &[u8; 32]) -> Secret<[u8; 32]>;

    /// Returns the key of Poly1305 for a message.
    fn one_time_key(key: &[u8; 32], nonce: &[u8; 24]) -> Option<Secret<[u8; 32]>>;
}

/// A length in C.
fn length(len: c_ulonglong) -> Option<usize> {
    usize::try_from(len).ok()
}

/// Returns the place `by` bytes further, unless there is none.
fn after<T>(place: *mut T, by: usize) -> *mut T {
    if place.is_null() { place } else { place.wrapping_add(by) }
}

pub(crate) fn detached<S: BoxScheme>(
    caller: &Caller,
    c: *mut u8,
    mac: *mut u8,
    m: *const u8,
    m_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let scheme = S::with_key(caller.array(key).ok()?);
    let tag = seal(caller, &scheme, nonce, &[], m, c, length(m_len)?)?;
    caller.write(mac, &tag).ok()
}

/// Decrypts. If the message is to be written over the ciphertext and the tag is wrong, the ciphertext stays as it was;
/// a message elsewhere is zeroed.
pub(crate) fn open_detached<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    mac: *const u8,
    c_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let (len, key) = (length(c_len)?, caller.array(key).ok()?);
    if c.addr().abs_diff(m.addr()) < len {
        let one_time = S::one_time_key(key, caller.array(nonce).ok()?)?;
        let (ciphertext, tag) = (caller.bytes(c, len).ok()?, caller.array(mac).ok()?);
        poly1305::verify(one_time.expose(), ciphertext, tag).ok()?;
    }
    open(caller, &S::with_key(key), nonce, &[], c, m, len, mac)
}

pub(crate) fn easy<S: BoxScheme>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    m_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    if m_len > (usize::MAX - TAG) as c_ulonglong {
        return misuse(caller);
    }
    detached::<S>(caller, after(c, TAG), c, m, m_len, nonce, key)
}

pub(crate) fn open_easy<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let m_len = c_len.checked_sub(TAG as c_ulonglong)?;
    open_detached::<S>(caller, m, after(c.cast_mut(), TAG), c, m_len, nonce, key)
}

/// NaCl's own form: the message begins behind 32 zeros, and the output with 16 zeros. NaCl encrypts the bytes before the
/// message too, and takes the key of Poly1305 from there: if they are not zero, the tag is another one.
pub(crate) fn padded<S: BoxScheme>(
    caller: &Caller,
    c: *mut u8,
    m: *const u8,
    m_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let len = m_len.checked_sub(BEFORE_MESSAGE as c_ulonglong)?;
    let before = *caller.array::<BEFORE_MESSAGE>(m).ok()?;
    let (message, ciphertext) = (after(m.cast_mut(), BEFORE_MESSAGE), after(c, BEFORE_MESSAGE));
    detached::<S>(caller, ciphertext, after(c, BEFORE_CIPHERTEXT), message, len, nonce, key)?;
    if before != [0; BEFORE_MESSAGE] {
        let one_time = S::one_time_key(caller.array(key).ok()?, caller.array(nonce).ok()?)?;
        let one_time = Secret::new(core::array::from_fn(|i| one_time.expose()[i] ^ before[i]));
        let tag = poly1305::tag(one_time.expose(), caller.bytes(ciphertext, length(len)?).ok()?);
        caller.write(after(c, BEFORE_CIPHERTEXT), &tag).ok()?;
    }
    caller.write(c, &[0; BEFORE_CIPHERTEXT]).ok()
}

/// Opens NaCl's own form: the message begins behind 32 zeros.
pub(crate) fn open_padded<S: BoxScheme>(
    caller: &Caller,
    m: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let len = c_len.checked_sub(BEFORE_MESSAGE as c_ulonglong)?;
    let (tag, ciphertext) = (after(c.cast_mut(), BEFORE_CIPHERTEXT), after(c.cast_mut(), BEFORE_MESSAGE));
    open_detached::<S>(caller, after(m, BEFORE_MESSAGE), ciphertext, tag, len, nonce, key)?;
    if m.is_null() { Some(()) } else { caller.write(m, &[0; BEFORE_MESSAGE]).ok() }
}

exports! {
    crypto_secretbox_xchacha20poly1305_easy(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = easy::<XChaChaBox>;
    crypto_secretbox_xchacha20poly1305_open_easy(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = open_easy::<XChaChaBox>;
    crypto_secretbox_xchacha20poly1305_detached(
        c: *mut u8, mac: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = detached::<XChaChaBox>;
    crypto_secretbox_xchacha20poly1305_open_detached(
        m: *mut u8, c: *const u8, mac: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = open_detached::<XChaChaBox>;
    crypto_secretbox_easy(c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = easy::<XSalsaBox>;
    crypto_secretbox_open_easy(m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8)
        -> c_int = open_easy::<XSalsaBox>;
    crypto_secretbox_detached(
        c: *mut u8, mac: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = detached::<XSalsaBox>;
    crypto_secretbox_open_detached(
        m: *mut u8, c: *const u8, mac: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = open_detached::<XSalsaBox>;
    crypto_secretbox crypto_secretbox_xsalsa20poly1305(
        c: *mut u8, m: *const u8, m_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = padded::<XSalsaBox>;
    crypto_secretbox_open crypto_secretbox_xsalsa20poly1305_open(
        m: *mut u8, c: *const u8, c_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = open_padded::<XSalsaBox>;
}
