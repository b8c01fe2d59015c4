//! XSalsa20-Poly1305 with its paddings: 32 bytes before a message, and as many before its box, 16 zeros and the tag.
#![allow(unsafe_code)] // Entry points of C.

use crate::data::SHORT;
use crate::{data, judge, length, stream};
use carnelian::cipher::poly1305;
use carnelian::cipher::salsa20::XSalsa20;
use carnelian::cipher::xsalsa20poly1305::SecretBox;
use carnelian::ct;
use carnelian::secret::{self, Secret};
use carnelian_ffi::{Caller, Fault, Pair, wiping_stack};
use core::convert::Infallible;
use core::ffi::{c_int, c_ulonglong};

/// Bytes before a message and before a box.
const PADDING: usize = 32;

/// Bytes of stack that sealing may use above the kernels, which wipe their own.
const STACK: usize = 4096;

/// Encrypts a message with its padding; refuses one without. TweetNaCl encrypts the padding too, and takes the key of
/// Poly1305 from there: if it is not zero, the tag is another one.
pub(crate) fn seal(
    caller: &Caller,
    (c, m, len): (*mut u8, *const u8, c_ulonglong),
    n: *const u8,
    key: &[u8; 32],
) -> Result<bool, Fault> {
    let (len, nonce) = (length(len)?, caller.array(n)?);
    if len < PADDING {
        return Ok(false);
    }
    wiping_stack::<STACK, _>(|| seal_whole(caller, (c, m, len), nonce, key))
}

/// Encrypts a message that has its padding. Parts of the key may stay in its frame.
fn seal_whole(
    caller: &Caller,
    (c, m, len): (*mut u8, *const u8, usize),
    nonce: &[u8; 24],
    key: &[u8; 32],
) -> Result<bool, Fault> {
    let secret_box = SecretBox::new(key);
    let before = if m.is_null() { [0; PADDING] } else { *caller.array(m)? };
    let (padding, sealed, tag) = match data::pair(caller, m, c, len)? {
        Pair::InPlace(data) => {
            let (padding, data) = data.split_at_mut(PADDING);
            let tag = secret_box.seal(nonce, data);
            (padding, data, Some(tag))
        }
        Pair::Apart { input, output } => {
            let (padding, output) = output.split_at_mut(PADDING);
            let tag = secret_box.seal_to(nonce, &input[PADDING..], output).ok();
            (padding, output, tag)
        }
    };
    let tag = if ct::verify(&before, &[0; PADDING]) {
        tag.expect("input and output have one length")
    } else {
        let Ok(one_time_key) = Secret::build(|key_and_padding: &mut [u8; PADDING]| {
            *key_and_padding = before;
            stream::apply(&mut XSalsa20::new(key, nonce), Pair::InPlace(key_and_padding));
            Ok::<_, Infallible>(())
        });
        poly1305::tag(one_time_key.expose(), sealed)
    };
    padding.fill(0);
    padding[16..].copy_from_slice(&tag);
    Ok(true)
}

/// Decrypts a box with its padding, if its tag is right. Otherwise the output stays as it is.
pub(crate) fn open(
    caller: &Caller,
    (m, c, len): (*mut u8, *const u8, c_ulonglong),
    n: *const u8,
    key: &[u8; 32],
) -> Result<bool, Fault> {
    let len = length(len)?;
    if len < PADDING {
        return Ok(false);
    }
    let nonce = caller.array(n)?;
    let (padding, sealed) = caller.bytes(c, len)?.split_at(PADDING);
    let tag = padding[16..].try_into().expect("half of 32 bytes");
    let opened = if sealed.len() <= SHORT {
        // The Rust library zeroes the output of a forged message, so it works on a copy.
        let mut copy = [0; SHORT];
        let copy = &mut copy[..sealed.len()];
        copy.copy_from_slice(sealed);
        let is_right = SecretBox::new(key).open(nonce, copy, tag).is_ok();
        if is_right {
            let output = caller.output(m, len).map(|output| output[PADDING..].copy_from_slice(copy));
            secret::wipe(copy);
            output?;
        }
        is_right
    } else {
        let mut cipher = XSalsa20::new(key, nonce);
        let Ok(one_time_key) = Secret::build(|key: &mut [u8; 32]| {
            stream::apply(&mut cipher, Pair::InPlace(key));
            Ok::<_, Infallible>(())
        });
        let is_right = poly1305::verify(one_time_key.expose(), sealed, tag).is_ok();
        let (m, c) = (m.wrapping_add(PADDING), c.wrapping_add(PADDING));
        is_right && stream::apply(&mut cipher, data::pair(caller, c, m, len - PADDING)?)
    };
    if opened {
        caller.output(m, PADDING)?.fill(0);
    }
    Ok(opened)
}

/// Encrypts a message.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_secretbox_xsalsa20poly1305_tweet(
    c: *mut u8,
    m: *const u8,
    mlen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| seal(&caller, (c, m, mlen), n, caller.array(k)?))
}

/// Decrypts a message, if its tag is right.
///
/// # Safety
/// As in `tweetnacl.h`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn crypto_secretbox_xsalsa20poly1305_tweet_open(
    m: *mut u8,
    c: *const u8,
    clen: c_ulonglong,
    n: *const u8,
    k: *const u8,
) -> c_int {
    // SAFETY: the caller of a function of the header keeps its promises.
    let caller = unsafe { Caller::promises() };
    judge(|| open(&caller, (m, c, clen), n, caller.array(k)?))
}
