//! Signatures: Ed25519 and Ed25519ph.

use crate::hashing::bytes;
use crate::random;
use crate::states::{self, State};
use carnelian::curve::ed25519::{self, Prehash, PrehashSignature, Rule, Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519;
use carnelian::hash::Sha512;
use carnelian::secret::wipe;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_ulonglong};

/// Bytes in a signature.
const SIGNATURE: usize = 64;

/// The coordinates y of the points of small order, little-endian, and those of 0 and 1 plus p, which mean the same.
const SMALL_ORDER: [[u8; 32]; 7] = [
    [0; 32],
    number(1, 0, 0),
    number(0xec, 0xff, 0x7f),
    number(0xed, 0xff, 0x7f),
    number(0xee, 0xff, 0x7f),
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
];

/// Returns a number from its lowest byte, its highest one, and those between.
const fn number(low: u8, middle: u8, high: u8) -> [u8; 32] {
    let mut bytes = [middle; 32];
    bytes[0] = low;
    bytes[31] = high;
    bytes
}

/// Returns the key of a seed that is followed by the public key. The public key is derived again: a signature under a
/// wrong one would reveal the secret scalar.
fn signing_key(caller: &Caller, sk: *const u8) -> Option<SigningKey> {
    caller.array::<64>(sk).ok()?.first_chunk().map(|seed| SigningKey::from_seed(*seed))
}

/// Returns whether a key or the start of a signature is excluded by libsodium's rule.
fn is_of_small_order(point: &[u8; 32]) -> bool {
    let mut y = *point;
    y[31] &= 0x7f;
    SMALL_ORDER.contains(&y)
}

/// Returns whether y is below p.
fn is_below_p(point: &[u8; 32]) -> bool {
    point[0] < 0xed || point[31] & 0x7f != 0x7f || point[1..31].iter().any(|byte| *byte != 0xff)
}

/// Checks what libsodium's rule, that of ZIP 215 otherwise, excludes: keys that are not canonical, and keys and R of
/// small order.
fn is_admitted(key: &[u8; 32], signature: &[u8; SIGNATURE]) -> bool {
    let r = signature.first_chunk::<32>();
    is_below_p(key) && !is_of_small_order(key) && r.is_some_and(|r| !is_of_small_order(r))
}

fn verify(key: &[u8; 32], message: &[u8], signature: &[u8; SIGNATURE]) -> Option<()> {
    is_admitted(key, signature).then_some(())?;
    ed25519::verify_with(Rule::Zip215, key, message, &Signature::from_bytes(signature)).ok()
}

/// Writes a key pair.
fn write_pair(caller: &Caller, pk: *mut u8, sk: *mut u8, key: &SigningKey) -> Option<()> {
    let public = key.verifying_key().to_bytes();
    caller.write(sk, key.as_seed().expose()).ok()?;
    caller.write(sk.wrapping_add(32), &public).ok()?;
    caller.write(pk, &public).ok()
}

fn keypair(caller: &Caller, pk: *mut u8, sk: *mut u8) -> Option<()> {
    write_pair(caller, pk, sk, &SigningKey::from_seed(*random::secret().expose()))
}

fn seed_keypair(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Option<()> {
    write_pair(caller, pk, sk, &SigningKey::from_seed(*caller.array(seed).ok()?))
}

/// Writes a length, if C wants to know it.
fn report(caller: &Caller, place: *mut c_ulonglong, len: usize) -> Option<()> {
    if !place.is_null() {
        *caller.get_mut(place).ok()? = len as c_ulonglong;
    }
    Some(())
}

fn detached(
    caller: &Caller,
    sig: *mut u8,
    sig_len: *mut c_ulonglong,
    m: *const u8,
    len: c_ulonglong,
    sk: *const u8,
) -> Option<()> {
    let sign = || Some(signing_key(caller, sk)?.sign(bytes(caller, m, len)?).to_bytes());
    let signature = sign();
    caller.write(sig, signature.as_ref().unwrap_or(&[0; SIGNATURE])).ok()?;
    report(caller, sig_len, signature.map_or(0, |_| SIGNATURE))?;
    signature.map(|_| ())
}

fn verify_detached(caller: &Caller, sig: *const u8, m: *const u8, len: c_ulonglong, pk: *const u8) -> Option<()> {
    verify(caller.array(pk).ok()?, bytes(caller, m, len)?, caller.array(sig).ok()?)
}

/// Writes the signature and the message, which may overlap `sm`.
fn combined(
    caller: &Caller,
    sm: *mut u8,
    sm_len: *mut c_ulonglong,
    m: *const u8,
    len: c_ulonglong,
    sk: *const u8,
) -> Option<()> {
    let sign = || {
        let len = usize::try_from(len).ok()?;
        let key = signing_key(caller, sk)?;
        let to = if sm.is_null() { sm } else { sm.wrapping_add(SIGNATURE) };
        let signature = key.sign(caller.moved(m, to, len).ok()?);
        caller.write(sm, signature.as_bytes()).ok()?;
        len.checked_add(SIGNATURE)
    };
    let signed = sign();
    report(caller, sm_len, signed.unwrap_or(0))?;
    signed.map(|_| ())
}

/// Verifies a signed message. If `m` is null, only its length is written.
fn open(
    caller: &Caller,
    m: *mut u8,
    m_len: *mut c_ulonglong,
    sm: *const u8,
    len: c_ulonglong,
    pk: *const u8,
) -> Option<()> {
    let opened = || {
        let signed = bytes(caller, sm, len)?;
        let (signature, message) = signed.split_first_chunk()?;
        verify(caller.array(pk).ok()?, message, signature)?;
        Some(message.len())
    };
    let message = usize::try_from(len).ok().and_then(|len| len.checked_sub(SIGNATURE));
    let Some(opened) = opened() else {
        if let (Some(message), false) = (message, m.is_null()) {
            let _ = caller.output(m, message).map(wipe);
        }
        report(caller, m_len, 0)?;
        return None;
    };
    if !m.is_null() {
        caller.moved(sm.wrapping_add(SIGNATURE), m, opened).ok()?;
    }
    report(caller, m_len, opened)
}

fn ph_init(caller: &Caller, state: *mut State<Prehash>) -> Option<()> {
    states::begin(caller, state, Prehash::new())
}

fn ph_update(caller: &Caller, state: *mut State<Prehash>, m: *const u8, len: c_ulonglong) -> Option<()> {
    let message = bytes(caller, m, len)?;
    states::with(caller, state, |prehash| prehash.update(message))
}

fn ph_create(
    caller: &Caller,
    state: *mut State<Prehash>,
    sig: *mut u8,
    sig_len: *mut c_ulonglong,
    sk: *const u8,
) -> Option<()> {
    let prehash = states::end(caller, state);
    let sign = || Some(signing_key(caller, sk)?.sign_prehash(None, prehash?).to_bytes());
    let signature = sign();
    caller.write(sig, signature.as_ref().unwrap_or(&[0; SIGNATURE])).ok()?;
    report(caller, sig_len, signature.map_or(0, |_| SIGNATURE))?;
    signature.map(|_| ())
}

fn ph_verify(caller: &Caller, state: *mut State<Prehash>, sig: *const u8, pk: *const u8) -> Option<()> {
    let prehash = states::end(caller, state)?;
    let (key, signature) = (caller.array(pk).ok()?, caller.array(sig).ok()?);
    is_admitted(key, signature).then_some(())?;
    let key = VerifyingKey::from_bytes_for(Rule::Zip215, key).ok()?;
    key.verify_prehash_with(Rule::Zip215, None, prehash, &PrehashSignature::from_bytes(signature)).ok()
}

/// Converts a public key to X25519; fails for points outside the prime-order group.
fn pk_to_curve25519(caller: &Caller, out: *mut u8, pk: *const u8) -> Option<()> {
    let convert = || {
        let key = VerifyingKey::from_bytes_for(Rule::Zip215, caller.array(pk).ok()?).ok()?;
        let point = key.to_point();
        let is_valid = point.is_torsion_free() & !point.is_small_order();
        is_valid.declassify("a public key is public").then(|| key.to_x25519().to_bytes())
    };
    let converted = convert();
    caller.write(out, &converted.unwrap_or([0; 32])).ok()?;
    converted.map(|_| ())
}

fn sk_to_curve25519(caller: &Caller, out: *mut u8, sk: *const u8) -> Option<()> {
    let mut digest = Sha512::digest(caller.array::<32>(sk).ok()?);
    let number = digest.first_chunk().map(x25519::decode_scalar);
    wipe(&mut digest);
    caller.write(out, number?.expose()).ok()
}

/// Copies one half of a secret key.
fn half<const AT: usize>(caller: &Caller, out: *mut u8, sk: *const u8) -> Option<()> {
    caller.moved(caller.array::<64>(sk).ok()?.as_ptr().wrapping_add(AT), out, 32).ok().map(|_| ())
}

exports! {
    crypto_sign_keypair crypto_sign_ed25519_keypair(pk: *mut u8, sk: *mut u8) -> c_int = keypair;
    crypto_sign_seed_keypair crypto_sign_ed25519_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8)
        -> c_int = seed_keypair;
    crypto_sign crypto_sign_ed25519(
        sm: *mut u8, sm_len: *mut c_ulonglong, m: *const u8, len: c_ulonglong, sk: *const u8
    ) -> c_int = combined;
    crypto_sign_open crypto_sign_ed25519_open(
        m: *mut u8, m_len: *mut c_ulonglong, sm: *const u8, len: c_ulonglong, pk: *const u8
    ) -> c_int = open;
    crypto_sign_detached crypto_sign_ed25519_detached(
        sig: *mut u8, sig_len: *mut c_ulonglong, m: *const u8, len: c_ulonglong, sk: *const u8
    ) -> c_int = detached;
    crypto_sign_verify_detached crypto_sign_ed25519_verify_detached(
        sig: *const u8, m: *const u8, len: c_ulonglong, pk: *const u8
    ) -> c_int = verify_detached;
    crypto_sign_init crypto_sign_ed25519ph_init(state: *mut State<Prehash>) -> c_int = ph_init;
    crypto_sign_update crypto_sign_ed25519ph_update(state: *mut State<Prehash>, m: *const u8, len: c_ulonglong)
        -> c_int = ph_update;
    crypto_sign_final_create crypto_sign_ed25519ph_final_create(
        state: *mut State<Prehash>, sig: *mut u8, sig_len: *mut c_ulonglong, sk: *const u8
    ) -> c_int = ph_create;
    crypto_sign_final_verify crypto_sign_ed25519ph_final_verify(
        state: *mut State<Prehash>, sig: *const u8, pk: *const u8
    ) -> c_int = ph_verify;
    crypto_sign_ed25519_pk_to_curve25519(out: *mut u8, pk: *const u8) -> c_int = pk_to_curve25519;
    crypto_sign_ed25519_sk_to_curve25519(out: *mut u8, sk: *const u8) -> c_int = sk_to_curve25519;
    crypto_sign_ed25519_sk_to_seed(seed: *mut u8, sk: *const u8) -> c_int = half::<0>;
    crypto_sign_ed25519_sk_to_pk(pk: *mut u8, sk: *const u8) -> c_int = half::<32>;
}
