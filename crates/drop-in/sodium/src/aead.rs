//! Authenticated encryption with associated data.

pub(crate) mod scheme;

use crate::exports::AsItIs;
use crate::hashing::bytes;
use crate::library::misuse;
use crate::states::{self, State};
use carnelian::cipher::aes_gcm::Aes256Gcm;
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use carnelian::secret::wipe;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_ulonglong};
use scheme::{Key, Once, Original, Scheme, TAG, open, seal};

/// The output of encryption in C, with the place for its length: bytes, or the tag beside them.
type Sized8 = (*mut u8, *mut c_ulonglong);

/// Where a message is, and how long.
type Input = (*const u8, c_ulonglong);

/// Writes a length, if C wants to know it.
fn report(caller: &Caller, place: *mut c_ulonglong, len: usize) -> Option<()> {
    if !place.is_null() {
        *caller.get_mut(place).ok()? = len as c_ulonglong;
    }
    Some(())
}

/// Encrypts `m` to `c`, and writes the tag to `mac`.
fn seal_detached<K: Key<N>, const N: usize>(
    caller: &Caller,
    scheme: &K,
    c: *mut u8,
    (mac, mac_len): Sized8,
    (m, m_len): Input,
    (ad, ad_len): Input,
    nonce: *const u8,
) -> Option<()> {
    let tag = seal(caller, scheme, nonce, bytes(caller, ad, ad_len)?, m, c, usize::try_from(m_len).ok()?)?;
    caller.write(mac, &tag).ok()?;
    report(caller, mac_len, TAG)
}

/// Encrypts `m` to `c`, followed by the tag.
fn seal_combined<K: Key<N>, const N: usize>(
    caller: &Caller,
    scheme: &K,
    (c, c_len): Sized8,
    m: Input,
    ad: Input,
    nonce: *const u8,
) -> Option<()> {
    let len = usize::try_from(m.1).ok()?;
    let mac = if c.is_null() { c } else { c.wrapping_add(len) };
    let sealed = seal_detached(caller, scheme, c, (mac, core::ptr::null_mut()), m, ad, nonce);
    report(caller, c_len, if sealed.is_some() { len + TAG } else { 0 })?;
    sealed
}

fn open_detached<K: Key<N>, const N: usize>(
    caller: &Caller,
    scheme: &K,
    m: *mut u8,
    (c, c_len): Input,
    mac: *const u8,
    (ad, ad_len): Input,
    nonce: *const u8,
) -> Option<()> {
    let len = usize::try_from(c_len).ok()?;
    let opened = bytes(caller, ad, ad_len).and_then(|ad| open(caller, scheme, nonce, ad, c, m, len, mac));
    if opened.is_none() && !m.is_null() {
        let _ = caller.output(m, len).map(wipe);
    }
    opened
}

fn open_combined<K: Key<N>, const N: usize>(
    caller: &Caller,
    scheme: &K,
    (m, m_len): Sized8,
    (c, c_len): Input,
    ad: Input,
    nonce: *const u8,
) -> Option<()> {
    report(caller, m_len, 0)?;
    let len = usize::try_from(c_len).ok()?.checked_sub(TAG)?;
    let mac = if c.is_null() { c } else { c.wrapping_add(len) };
    open_detached(caller, scheme, m, (c, len as c_ulonglong), mac, ad, nonce)?;
    report(caller, m_len, len)
}

fn encrypt<S: Scheme<N>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    c_len: *mut c_ulonglong,
    m: *const u8,
    m_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    _nsec: *const u8,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    if m_len > S::LONGEST.min((usize::MAX - TAG) as u64) {
        return misuse(caller);
    }
    let scheme = Once::<S>::with(caller.array(key).ok()?);
    seal_combined(caller, &scheme, (c, c_len), (m, m_len), (ad, ad_len), nonce)
}

fn decrypt<S: Scheme<N>, const N: usize>(
    caller: &Caller,
    m: *mut u8,
    m_len: *mut c_ulonglong,
    _nsec: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let scheme = Once::<S>::with(caller.array(key).ok()?);
    open_combined(caller, &scheme, (m, m_len), (c, c_len), (ad, ad_len), nonce)
}

fn encrypt_detached<S: Scheme<N>, const N: usize>(
    caller: &Caller,
    c: *mut u8,
    mac: *mut u8,
    mac_len: *mut c_ulonglong,
    m: *const u8,
    m_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    _nsec: *const u8,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let scheme = Once::<S>::with(caller.array(key).ok()?);
    seal_detached(caller, &scheme, c, (mac, mac_len), (m, m_len), (ad, ad_len), nonce)
}

fn decrypt_detached<S: Scheme<N>, const N: usize>(
    caller: &Caller,
    m: *mut u8,
    _nsec: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    mac: *const u8,
    ad: *const u8,
    ad_len: c_ulonglong,
    nonce: *const u8,
    key: *const u8,
) -> Option<()> {
    let scheme = Once::<S>::with(caller.array(key).ok()?);
    open_detached(caller, &scheme, m, (c, c_len), mac, (ad, ad_len), nonce)
}

/// AES-256-GCM runs on every CPU, and in constant time.
fn is_available(_: &Caller) -> AsItIs<c_int> {
    AsItIs(1)
}

/// A key of AES-256-GCM, set up for many messages.
type Expanded = State<Aes256Gcm>;

fn beforenm(caller: &Caller, state: *mut Expanded, key: *const u8) -> Option<()> {
    states::begin_keyed(caller, state, || Some(Aes256Gcm::with_key(caller.array(key).ok()?)))
}

fn encrypt_after(
    caller: &Caller,
    c: *mut u8,
    c_len: *mut c_ulonglong,
    m: *const u8,
    m_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    _nsec: *const u8,
    nonce: *const u8,
    state: *const Expanded,
) -> Option<()> {
    states::peek(caller, state, |key| seal_combined(caller, key, (c, c_len), (m, m_len), (ad, ad_len), nonce))?
}

fn decrypt_after(
    caller: &Caller,
    m: *mut u8,
    m_len: *mut c_ulonglong,
    _nsec: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    nonce: *const u8,
    state: *const Expanded,
) -> Option<()> {
    states::peek(caller, state, |key| open_combined(caller, key, (m, m_len), (c, c_len), (ad, ad_len), nonce))?
}

fn encrypt_detached_after(
    caller: &Caller,
    c: *mut u8,
    mac: *mut u8,
    mac_len: *mut c_ulonglong,
    m: *const u8,
    m_len: c_ulonglong,
    ad: *const u8,
    ad_len: c_ulonglong,
    _nsec: *const u8,
    nonce: *const u8,
    state: *const Expanded,
) -> Option<()> {
    states::peek(caller, state, |key| seal_detached(caller, key, c, (mac, mac_len), (m, m_len), (ad, ad_len), nonce))?
}

fn decrypt_detached_after(
    caller: &Caller,
    m: *mut u8,
    _nsec: *mut u8,
    c: *const u8,
    c_len: c_ulonglong,
    mac: *const u8,
    ad: *const u8,
    ad_len: c_ulonglong,
    nonce: *const u8,
    state: *const Expanded,
) -> Option<()> {
    states::peek(caller, state, |key| open_detached(caller, key, m, (c, c_len), mac, (ad, ad_len), nonce))?
}

exports! {
    crypto_aead_aes256gcm_encrypt(
        c: *mut u8, c_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8, ad_len: c_ulonglong,
        nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt::<Aes256Gcm, 12>;
    crypto_aead_aes256gcm_decrypt(
        m: *mut u8, m_len: *mut c_ulonglong, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt::<Aes256Gcm, 12>;
    crypto_aead_aes256gcm_encrypt_detached(
        c: *mut u8, mac: *mut u8, mac_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt_detached::<Aes256Gcm, 12>;
    crypto_aead_aes256gcm_decrypt_detached(
        m: *mut u8, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, mac: *const u8, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt_detached::<Aes256Gcm, 12>;
    crypto_aead_chacha20poly1305_encrypt(
        c: *mut u8, c_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8, ad_len: c_ulonglong,
        nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt::<Original, 8>;
    crypto_aead_chacha20poly1305_decrypt(
        m: *mut u8, m_len: *mut c_ulonglong, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt::<Original, 8>;
    crypto_aead_chacha20poly1305_encrypt_detached(
        c: *mut u8, mac: *mut u8, mac_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt_detached::<Original, 8>;
    crypto_aead_chacha20poly1305_decrypt_detached(
        m: *mut u8, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, mac: *const u8, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt_detached::<Original, 8>;
    crypto_aead_chacha20poly1305_ietf_encrypt(
        c: *mut u8, c_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8, ad_len: c_ulonglong,
        nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt::<ChaCha20Poly1305, 12>;
    crypto_aead_chacha20poly1305_ietf_decrypt(
        m: *mut u8, m_len: *mut c_ulonglong, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt::<ChaCha20Poly1305, 12>;
    crypto_aead_chacha20poly1305_ietf_encrypt_detached(
        c: *mut u8, mac: *mut u8, mac_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt_detached::<ChaCha20Poly1305, 12>;
    crypto_aead_chacha20poly1305_ietf_decrypt_detached(
        m: *mut u8, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, mac: *const u8, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt_detached::<ChaCha20Poly1305, 12>;
    crypto_aead_xchacha20poly1305_ietf_encrypt(
        c: *mut u8, c_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8, ad_len: c_ulonglong,
        nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt::<XChaCha20Poly1305, 24>;
    crypto_aead_xchacha20poly1305_ietf_decrypt(
        m: *mut u8, m_len: *mut c_ulonglong, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt::<XChaCha20Poly1305, 24>;
    crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
        c: *mut u8, mac: *mut u8, mac_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nsec: *const u8, nonce: *const u8, key: *const u8
    ) -> c_int = encrypt_detached::<XChaCha20Poly1305, 24>;
    crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
        m: *mut u8, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, mac: *const u8, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, key: *const u8
    ) -> c_int = decrypt_detached::<XChaCha20Poly1305, 24>;
    crypto_aead_aes256gcm_is_available() -> c_int = is_available;
    crypto_aead_aes256gcm_beforenm(state: *mut Expanded, key: *const u8) -> c_int = beforenm;
    crypto_aead_aes256gcm_encrypt_afternm(
        c: *mut u8, c_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8, ad_len: c_ulonglong,
        nsec: *const u8, nonce: *const u8, state: *const Expanded
    ) -> c_int = encrypt_after;
    crypto_aead_aes256gcm_decrypt_afternm(
        m: *mut u8, m_len: *mut c_ulonglong, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, state: *const Expanded
    ) -> c_int = decrypt_after;
    crypto_aead_aes256gcm_encrypt_detached_afternm(
        c: *mut u8, mac: *mut u8, mac_len: *mut c_ulonglong, m: *const u8, m_len: c_ulonglong, ad: *const u8,
        ad_len: c_ulonglong, nsec: *const u8, nonce: *const u8, state: *const Expanded
    ) -> c_int = encrypt_detached_after;
    crypto_aead_aes256gcm_decrypt_detached_afternm(
        m: *mut u8, nsec: *mut u8, c: *const u8, c_len: c_ulonglong, mac: *const u8, ad: *const u8,
        ad_len: c_ulonglong, nonce: *const u8, state: *const Expanded
    ) -> c_int = decrypt_detached_after;
}
