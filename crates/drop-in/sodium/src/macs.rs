//! Authentication codes: HMAC, Poly1305, and comparisons of fixed length.

use crate::hashing::bytes;
use crate::states::{self, State};
use carnelian::cipher::poly1305::{self, Poly1305};
use carnelian::ct;
use carnelian::hash::{Hash, Hmac, Sha256, Sha512};
use carnelian::secret::wipe;
use carnelian_ffi::{Caller, wiping_stack};
use core::ffi::{c_int, c_ulonglong};

/// Bytes in a key of HMAC that has a fixed length.
const KEY: usize = 32;

/// HMAC with a tag of `N` bytes, the first ones of the digest.
fn mac<H: Hash, const N: usize>(
    caller: &Caller,
    out: *mut u8,
    message: *const u8,
    len: c_ulonglong,
    key: *const u8,
) -> Option<()> {
    let tag = bytes(caller, message, len).and_then(|message| tag::<H, N>(caller, message, key));
    caller.write(out, &tag.unwrap_or([0; N])).ok()?;
    tag.map(|_| ())
}

fn tag<H: Hash, const N: usize>(caller: &Caller, message: &[u8], key: *const u8) -> Option<[u8; N]> {
    Hmac::<H>::mac(caller.array::<KEY>(key).ok()?, message).as_ref().first_chunk().copied()
}

fn verify<H: Hash, const N: usize>(
    caller: &Caller,
    expected: *const u8,
    message: *const u8,
    len: c_ulonglong,
    key: *const u8,
) -> Option<()> {
    let mut tag = tag::<H, N>(caller, bytes(caller, message, len)?, key)?;
    let same = ct::verify(&tag, caller.array::<N>(expected).ok()?);
    wipe(&mut tag);
    same.then_some(())
}

fn init<H: Hash>(caller: &Caller, state: *mut State<Hmac<H>>, key: *const u8, len: usize) -> Option<()> {
    states::begin_keyed(caller, state, || Some(Hmac::new(caller.bytes(key, len).ok()?)))
}

fn update<H: Hash>(caller: &Caller, state: *mut State<Hmac<H>>, data: *const u8, len: c_ulonglong) -> Option<()> {
    let data = bytes(caller, data, len)?;
    states::with(caller, state, |hmac| hmac.update(data))
}

fn finish<H: Hash, const N: usize>(caller: &Caller, state: *mut State<Hmac<H>>, out: *mut u8) -> Option<()> {
    let tag = wiping_stack::<{ states::STACK }, _>(|| {
        let digest = states::end(caller, state).map(Hmac::finalize);
        digest.and_then(|digest| digest.as_ref().first_chunk().copied())
    });
    caller.write(out, &tag.unwrap_or([0; N])).ok()?;
    tag.map(|_| ())
}

fn once(caller: &Caller, out: *mut u8, message: *const u8, len: c_ulonglong, key: *const u8) -> Option<()> {
    let compute = || Some(poly1305::tag(caller.array(key).ok()?, bytes(caller, message, len)?));
    let tag = compute();
    caller.write(out, &tag.unwrap_or([0; 16])).ok()?;
    tag.map(|_| ())
}

fn once_verify(
    caller: &Caller,
    expected: *const u8,
    message: *const u8,
    len: c_ulonglong,
    key: *const u8,
) -> Option<()> {
    let (key, expected) = (caller.array(key).ok()?, caller.array(expected).ok()?);
    poly1305::verify(key, bytes(caller, message, len)?, expected).ok()
}

fn once_init(caller: &Caller, state: *mut State<Poly1305>, key: *const u8) -> Option<()> {
    states::begin_keyed(caller, state, || Some(Poly1305::new(caller.array(key).ok()?)))
}

fn once_update(caller: &Caller, state: *mut State<Poly1305>, data: *const u8, len: c_ulonglong) -> Option<()> {
    let data = bytes(caller, data, len)?;
    states::with(caller, state, |poly1305| poly1305.update(data))
}

fn once_final(caller: &Caller, state: *mut State<Poly1305>, out: *mut u8) -> Option<()> {
    let tag = wiping_stack::<{ states::STACK }, _>(|| states::end(caller, state).map(Poly1305::finalize));
    caller.write(out, &tag.unwrap_or([0; 16])).ok()?;
    tag.map(|_| ())
}

/// Compares `N` bytes in constant time.
/// Compares `N` bytes, a multiple of eight, by words and in line: a call of a few cycles.
fn equal<const N: usize>(caller: &Caller, a: *const u8, b: *const u8) -> Option<()> {
    const { assert!(N.is_multiple_of(8)) };
    let (a, b) = (caller.array::<N>(a).ok()?, caller.array::<N>(b).ok()?);
    let pairs = a.as_chunks().0.iter().zip(b.as_chunks().0);
    let differences = pairs.fold(0, |all, (a, b)| all | u64::from_ne_bytes(*a) ^ u64::from_ne_bytes(*b));
    ct::is_zero(differences).declassify("the verdict is public").then_some(())
}

exports! {
    crypto_auth_hmacsha256(out: *mut u8, data: *const u8, len: c_ulonglong, key: *const u8) -> c_int = mac::<Sha256, 32>;
    crypto_auth_hmacsha256_verify(tag: *const u8, data: *const u8, len: c_ulonglong, key: *const u8)
        -> c_int = verify::<Sha256, 32>;
    crypto_auth_hmacsha256_init(state: *mut State<Hmac<Sha256>>, key: *const u8, len: usize) -> c_int = init;
    crypto_auth_hmacsha256_update(state: *mut State<Hmac<Sha256>>, data: *const u8, len: c_ulonglong) -> c_int = update;
    crypto_auth_hmacsha256_final(state: *mut State<Hmac<Sha256>>, out: *mut u8) -> c_int = finish::<Sha256, 32>;
    crypto_auth_hmacsha512(out: *mut u8, data: *const u8, len: c_ulonglong, key: *const u8) -> c_int = mac::<Sha512, 64>;
    crypto_auth_hmacsha512_verify(tag: *const u8, data: *const u8, len: c_ulonglong, key: *const u8)
        -> c_int = verify::<Sha512, 64>;
    crypto_auth crypto_auth_hmacsha512256(out: *mut u8, data: *const u8, len: c_ulonglong, key: *const u8)
        -> c_int = mac::<Sha512, 32>;
    crypto_auth_verify crypto_auth_hmacsha512256_verify(tag: *const u8, data: *const u8, len: c_ulonglong, key: *const u8)
        -> c_int = verify::<Sha512, 32>;
    crypto_auth_hmacsha512_init crypto_auth_hmacsha512256_init(
        state: *mut State<Hmac<Sha512>>, key: *const u8, len: usize
    ) -> c_int = init;
    crypto_auth_hmacsha512_update crypto_auth_hmacsha512256_update(
        state: *mut State<Hmac<Sha512>>, data: *const u8, len: c_ulonglong
    ) -> c_int = update;
    crypto_auth_hmacsha512_final(state: *mut State<Hmac<Sha512>>, out: *mut u8) -> c_int = finish::<Sha512, 64>;
    crypto_auth_hmacsha512256_final(state: *mut State<Hmac<Sha512>>, out: *mut u8) -> c_int = finish::<Sha512, 32>;
    crypto_onetimeauth crypto_onetimeauth_poly1305(out: *mut u8, data: *const u8, len: c_ulonglong, key: *const u8)
        -> c_int = once;
    crypto_onetimeauth_verify crypto_onetimeauth_poly1305_verify(
        tag: *const u8, data: *const u8, len: c_ulonglong, key: *const u8
    ) -> c_int = once_verify;
    crypto_onetimeauth_init crypto_onetimeauth_poly1305_init(state: *mut State<Poly1305>, key: *const u8)
        -> c_int = once_init;
    crypto_onetimeauth_update crypto_onetimeauth_poly1305_update(
        state: *mut State<Poly1305>, data: *const u8, len: c_ulonglong
    ) -> c_int = once_update;
    crypto_onetimeauth_final crypto_onetimeauth_poly1305_final(state: *mut State<Poly1305>, out: *mut u8)
        -> c_int = once_final;
    crypto_verify_16(a: *const u8, b: *const u8) -> c_int = equal::<16>;
    crypto_verify_32(a: *const u8, b: *const u8) -> c_int = equal::<32>;
    crypto_verify_64(a: *const u8, b: *const u8) -> c_int = equal::<64>;
}
