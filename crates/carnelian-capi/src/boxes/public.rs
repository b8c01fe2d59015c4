//! Encryption to public keys of X25519: `crypto_box` of NaCl, and `crypto_box_seal` of libsodium.
#![allow(unsafe_code)] // The entry points take the promise of callers in C.

use super::secret::{open_combined, seal_combined};
use super::{CARNELIAN_SECRETBOX_NONCE_LEN, CARNELIAN_SECRETBOX_TAG_LEN};
use crate::outputs::{needs, zeroing};
use crate::random::{Source, carnelian_random_source};
use crate::status::carnelian_status;
use crate::x25519::key_at;
use carnelian::composite::nacl_box::{SharedKey, anonymous};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian_ffi::Caller;

/// The number of bytes in a secret key, a public key and a shared key of boxes.
pub const CARNELIAN_NACL_BOX_KEY_LEN: usize = 32;
/// The number of bytes in a nonce of a box.
pub const CARNELIAN_NACL_BOX_NONCE_LEN: usize = 24;
/// The number of bytes that a box has more than its plaintext.
pub const CARNELIAN_NACL_BOX_TAG_LEN: usize = 16;
/// The number of bytes that a box of an anonymous sender has more than its plaintext: a public key and the tag.
pub const CARNELIAN_NACL_BOX_ANONYMOUS_HEADER_LEN: usize = 48;

const LEN: usize = CARNELIAN_NACL_BOX_KEY_LEN;
const HEADER_LEN: usize = CARNELIAN_NACL_BOX_ANONYMOUS_HEADER_LEN;

const _: () = assert!(LEN == SharedKey::LEN && LEN == SecretKey::LEN && LEN == PublicKey::LEN);
const _: () = assert!(CARNELIAN_NACL_BOX_NONCE_LEN == CARNELIAN_SECRETBOX_NONCE_LEN);
const _: () = assert!(CARNELIAN_NACL_BOX_TAG_LEN == CARNELIAN_SECRETBOX_TAG_LEN);
const _: () = assert!(HEADER_LEN == anonymous::HEADER_LEN);

/// Returns the key that the holders of two keys share.
fn shared(caller: &Caller, secret: *const u8, public: *const u8) -> Result<SharedKey, carnelian_status> {
    Ok(SharedKey::new(&key_at(caller, secret)?, &PublicKey::from(caller.array(public)?))?)
}

/// Computes the key that the holder of `secret_key` shares with the holder of the secret key of `public_key`, keys of
/// X25519: `crypto_box_beforenm`. All three have 32 bytes. With the shared key, `carnelian_secretbox_seal_combined` is
/// `carnelian_nacl_box_seal`, and so on, at a fraction of the cost. Constant time.
///
/// Errors: `CARNELIAN_ERROR_POINT` if `public_key` is of small order: the key would be the same for every secret key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_nacl_box_precompute(
    secret_key: *const u8,
    public_key: *const u8,
    shared_key: *mut u8,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(shared_key, LEN)], || {
        Ok(caller.write(shared_key, shared(&caller, secret_key, public_key)?.expose())?)
    })
}

/// Encrypts a message from the holder of `secret_key` to the holder of the secret key of `public_key`, 32 bytes each, and
/// writes the tag followed by the ciphertext to `sealed`, which has `sealed_len` bytes, 16 more than the plaintext:
/// `crypto_box` without its leading zeros. The two may overlap. The nonce of 24 bytes must never be used for two messages
/// between the same parties, in either direction; it may be drawn at random. Takes time that depends only on the length.
///
/// Errors: `CARNELIAN_ERROR_POINT` if `public_key` is of small order; `CARNELIAN_ERROR_LENGTH` for another `sealed_len`.
/// The output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_nacl_box_seal(
    secret_key: *const u8,
    public_key: *const u8,
    nonce: *const u8,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(sealed, sealed_len)], || {
        let key = shared(&caller, secret_key, public_key)?;
        seal_combined(&caller, key.as_secret_box(), nonce, (plaintext, plaintext_len), (sealed, sealed_len))
    })
}

/// Decrypts what `carnelian_nacl_box_seal` has written, with the secret key of one of the two parties and the public key
/// of the other, to `plaintext`, which has `plaintext_len` bytes, 16 fewer than `sealed`. The two may overlap.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the message was not sealed by one of them under this nonce;
/// `CARNELIAN_ERROR_POINT` if `public_key` is of small order; `CARNELIAN_ERROR_LENGTH` for another `plaintext_len`. The
/// plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_nacl_box_open(
    secret_key: *const u8,
    public_key: *const u8,
    nonce: *const u8,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, plaintext_len)], || {
        let key = shared(&caller, secret_key, public_key)?;
        open_combined(&caller, key.as_secret_box(), nonce, (sealed, sealed_len), (plaintext, plaintext_len))
    })
}

/// Encrypts a message to the holder of the secret key of `public_key`, 32 bytes, from a sender who stays anonymous:
/// `crypto_box_seal` of libsodium. `sealed` has `sealed_len` bytes, 48 more than the plaintext, with which it may overlap.
/// `random` is the random source, NULL that of the operating system. Takes time that depends only on the length.
///
/// Errors: `CARNELIAN_ERROR_POINT` if `public_key` is of small order; `CARNELIAN_ERROR_RANDOM` if the source fails;
/// `CARNELIAN_ERROR_LENGTH` for another `sealed_len`. The output is zeroed then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_nacl_box_seal_anonymous(
    public_key: *const u8,
    random: *const carnelian_random_source,
    plaintext: *const u8,
    plaintext_len: usize,
    sealed: *mut u8,
    sealed_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(sealed, sealed_len)], || {
        let (recipient, mut random) = (PublicKey::from(caller.array(public_key)?), Source::of(&caller, random)?);
        needs(plaintext_len.checked_add(HEADER_LEN) == Some(sealed_len))?;
        caller.output(sealed, sealed_len)?;
        let data = caller.moved(plaintext, sealed.wrapping_add(HEADER_LEN), plaintext_len)?;
        let header = anonymous::seal(&recipient, data, &mut random)?;
        Ok(caller.write(sealed, &header)?)
    })
}

/// Decrypts what `carnelian_nacl_box_seal_anonymous` has written to `plaintext`, which has `plaintext_len` bytes, 48 fewer
/// than `sealed`, with which it may overlap. `public_key` must be the public key of `secret_key`, 32 bytes each. Takes
/// time that depends only on the length and on whether it succeeds.
///
/// Errors: `CARNELIAN_ERROR_AUTHENTICATION` if the message was not sealed for this key; `CARNELIAN_ERROR_LENGTH` for
/// another `plaintext_len`. The plaintext is all zeros then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn carnelian_nacl_box_open_anonymous(
    secret_key: *const u8,
    public_key: *const u8,
    sealed: *const u8,
    sealed_len: usize,
    plaintext: *mut u8,
    plaintext_len: usize,
) -> carnelian_status {
    let caller = caller!();
    zeroing(&caller, [(plaintext, plaintext_len)], || {
        let (secret, public) = (key_at(&caller, secret_key)?, PublicKey::from(caller.array(public_key)?));
        needs(plaintext_len.checked_add(HEADER_LEN) == Some(sealed_len))?;
        let header = *caller.array(sealed)?;
        let data = caller.moved(sealed.wrapping_add(HEADER_LEN), plaintext, plaintext_len)?;
        Ok(anonymous::open(&secret, &public, data, &header)?)
    })
}
