//! Password hashing: Argon2id and Argon2i, and in a module of its own, scrypt.

mod scrypt;

use crate::exports::AsItIs;
use crate::library::{EINVAL, misuse, set_errno};
use crate::random::Source;
use carnelian::kdf::argon2::{Argon2, Limits, Params, PasswordHash, Variant};
use carnelian_ffi::Caller;
use core::ffi::{CStr, c_char, c_int, c_ulonglong};
use core::str;

/// The numbers of the algorithms in C.
const ALG_I: c_int = 1;
const ALG_ID: c_int = 2;

/// Bytes of a salt.
const SALT: usize = 16;

/// The shortest output.
const SHORTEST: usize = 16;

/// Bytes of a string, with the zeros that fill it up.
const STRING: usize = 128;

/// The least memory in bytes.
const LEAST_MEMORY: usize = 8192;

/// Returns the fewest passes that libsodium allows.
const fn fewest_passes(variant: Variant) -> c_ulonglong {
    match variant {
        Variant::I => 3,
        _ => 1,
    }
}

/// Returns the variant of a number.
fn variant(alg: c_int) -> Option<Variant> {
    match alg {
        ALG_I => Some(Variant::I),
        ALG_ID => Some(Variant::Id),
        _ => None,
    }
}

/// Sets `errno` for a failure that the arguments cause.
fn invalid<T>() -> Option<T> {
    set_errno(EINVAL);
    None
}

/// Returns the parameters, if libsodium allows them.
fn params(variant: Variant, passes: c_ulonglong, memory: usize) -> Option<Params> {
    if passes < fewest_passes(variant) || memory < LEAST_MEMORY {
        return None;
    }
    Params::new(u32::try_from(memory / 1024).ok()?, u32::try_from(passes).ok()?, 1).ok()
}

fn derive(
    caller: &Caller,
    variant: Variant,
    (out, len): (*mut u8, c_ulonglong),
    (password, password_len): (*const c_char, c_ulonglong),
    salt: *const u8,
    cost: (c_ulonglong, usize),
) -> Option<()> {
    let len = usize::try_from(len).ok().filter(|len| u32::try_from(*len).is_ok());
    let Some(len) = len else { return invalid() };
    // Where the key is written, the password would be lost.
    if core::ptr::eq(password.cast(), out.cast_const()) {
        return invalid();
    }
    caller.output(out, len).ok()?.fill(0);
    let params = params(variant, cost.0, cost.1);
    let (Some(params), Ok(password_len), true) = (params, u32::try_from(password_len), len >= SHORTEST) else {
        return invalid();
    };
    let password = caller.bytes(password.cast(), password_len as usize).ok()?;
    let salt = caller.array::<SALT>(salt).ok()?;
    Argon2::new(variant, params).hash_into(password, salt, caller.output(out, len).ok()?).ok()
}

fn pwhash(
    caller: &Caller,
    out: *mut u8,
    len: c_ulonglong,
    password: *const c_char,
    password_len: c_ulonglong,
    salt: *const u8,
    passes: c_ulonglong,
    memory: usize,
    alg: c_int,
) -> Option<()> {
    let Some(variant) = variant(alg) else { return invalid() };
    derive(caller, variant, (out, len), (password, password_len), salt, (passes, memory))
}

/// Like [`pwhash`], for one algorithm, whose number C repeats.
fn pwhash_of<const ALG: c_int>(
    caller: &Caller,
    out: *mut u8,
    len: c_ulonglong,
    password: *const c_char,
    password_len: c_ulonglong,
    salt: *const u8,
    passes: c_ulonglong,
    memory: usize,
    alg: c_int,
) -> Option<()> {
    if alg != ALG {
        if let Ok(len) = usize::try_from(len) {
            caller.output(out, len).ok()?.fill(0);
        }
        return invalid();
    }
    pwhash(caller, out, len, password, password_len, salt, passes, memory, alg)
}

fn string(
    caller: &Caller,
    out: *mut c_char,
    password: *const c_char,
    len: c_ulonglong,
    passes: c_ulonglong,
    memory: usize,
    alg: c_int,
) -> Option<()> {
    let Some(variant) = variant(alg) else { return misuse(caller) };
    caller.write(out.cast(), &[0; STRING]).ok()?;
    let (Some(params), Ok(len)) = (params(variant, passes, memory), u32::try_from(len)) else {
        return invalid();
    };
    let password = caller.bytes(password.cast(), len as usize).ok()?;
    let text = Argon2::new(variant, params).hash_password(password, &mut Source).ok()?;
    let mut padded = [0; STRING];
    padded.get_mut(..text.len()).filter(|place| place.len() < STRING)?.copy_from_slice(text.as_bytes());
    caller.write(out.cast(), &padded).ok()
}

fn string_of<const ALG: c_int>(
    caller: &Caller,
    out: *mut c_char,
    password: *const c_char,
    len: c_ulonglong,
    passes: c_ulonglong,
    memory: usize,
) -> Option<()> {
    string(caller, out, password, len, passes, memory, ALG)
}

/// Parses a string of a variant, or of either if none is named.
fn parse(caller: &Caller, text: *const c_char, only: Option<Variant>) -> Option<PasswordHash> {
    let mut copy = [0; STRING];
    // Up to the zero, which a string of C ends with.
    for (i, byte) in copy.iter_mut().enumerate() {
        let [found] = *caller.array(text.cast::<u8>().wrapping_add(i)).ok()?;
        *byte = found;
        if found == 0 {
            break;
        }
    }
    let text = str::from_utf8(CStr::from_bytes_until_nul(&copy).ok()?.to_bytes()).ok()?;
    let limits = Limits { memory_kib: u32::MAX, passes: u32::MAX, lanes: Params::MAX_LANES };
    let hash = PasswordHash::parse(text, &limits).ok()?;
    let is_offered = hash.variant() != Variant::D && only.is_none_or(|only| only == hash.variant());
    is_offered.then_some(hash)
}

fn verify_string(
    caller: &Caller,
    text: *const c_char,
    password: *const c_char,
    len: c_ulonglong,
    only: Option<Variant>,
) -> Option<()> {
    let Some(hash) = parse(caller, text, only) else { return invalid() };
    let password = caller.bytes(password.cast(), u32::try_from(len).ok()? as usize).ok()?;
    let verified = hash.verify(password).ok();
    if verified.is_none() {
        set_errno(EINVAL);
    }
    verified
}

fn verify(caller: &Caller, text: *const c_char, password: *const c_char, len: c_ulonglong) -> Option<()> {
    verify_string(caller, text, password, len, None)
}

fn verify_of<const ALG: c_int>(
    caller: &Caller,
    text: *const c_char,
    password: *const c_char,
    len: c_ulonglong,
) -> Option<()> {
    verify_string(caller, text, password, len, variant(ALG))
}

/// Returns 1 if the string has other parameters, 0 if it has these, and −1 if it is none.
fn rehash(
    caller: &Caller,
    text: *const c_char,
    passes: c_ulonglong,
    memory: usize,
    only: Option<Variant>,
) -> AsItIs<c_int> {
    let (Ok(passes), Ok(memory)) = (u32::try_from(passes), u32::try_from(memory / 1024)) else {
        set_errno(EINVAL);
        return AsItIs(-1);
    };
    match parse(caller, text, only) {
        None => {
            set_errno(EINVAL);
            AsItIs(-1)
        }
        Some(hash) => {
            let params = hash.params();
            AsItIs(c_int::from((params.passes(), params.memory_kib()) != (passes, memory)))
        }
    }
}

fn needs_rehash(caller: &Caller, text: *const c_char, passes: c_ulonglong, memory: usize) -> AsItIs<c_int> {
    rehash(caller, text, passes, memory, None)
}

fn needs_rehash_of<const ALG: c_int>(
    caller: &Caller,
    text: *const c_char,
    passes: c_ulonglong,
    memory: usize,
) -> AsItIs<c_int> {
    rehash(caller, text, passes, memory, variant(ALG))
}

/// The same as [`string`] with Argon2id.
fn string_default(
    caller: &Caller,
    out: *mut c_char,
    password: *const c_char,
    len: c_ulonglong,
    passes: c_ulonglong,
    memory: usize,
) -> Option<()> {
    string(caller, out, password, len, passes, memory, ALG_ID)
}

exports! {
    crypto_pwhash(
        out: *mut u8, len: c_ulonglong, password: *const c_char, password_len: c_ulonglong, salt: *const u8,
        passes: c_ulonglong, memory: usize, alg: c_int
    ) -> c_int = pwhash;
    crypto_pwhash_argon2i(
        out: *mut u8, len: c_ulonglong, password: *const c_char, password_len: c_ulonglong, salt: *const u8,
        passes: c_ulonglong, memory: usize, alg: c_int
    ) -> c_int = pwhash_of::<ALG_I>;
    crypto_pwhash_argon2id(
        out: *mut u8, len: c_ulonglong, password: *const c_char, password_len: c_ulonglong, salt: *const u8,
        passes: c_ulonglong, memory: usize, alg: c_int
    ) -> c_int = pwhash_of::<ALG_ID>;
    crypto_pwhash_str(
        out: *mut c_char, password: *const c_char, len: c_ulonglong, passes: c_ulonglong, memory: usize
    ) -> c_int = string_default;
    crypto_pwhash_str_alg(
        out: *mut c_char, password: *const c_char, len: c_ulonglong, passes: c_ulonglong, memory: usize, alg: c_int
    ) -> c_int = string;
    crypto_pwhash_argon2i_str(
        out: *mut c_char, password: *const c_char, len: c_ulonglong, passes: c_ulonglong, memory: usize
    ) -> c_int = string_of::<ALG_I>;
    crypto_pwhash_argon2id_str(
        out: *mut c_char, password: *const c_char, len: c_ulonglong, passes: c_ulonglong, memory: usize
    ) -> c_int = string_of::<ALG_ID>;
    crypto_pwhash_str_verify(text: *const c_char, password: *const c_char, len: c_ulonglong) -> c_int = verify;
    crypto_pwhash_argon2i_str_verify(text: *const c_char, password: *const c_char, len: c_ulonglong)
        -> c_int = verify_of::<ALG_I>;
    crypto_pwhash_argon2id_str_verify(text: *const c_char, password: *const c_char, len: c_ulonglong)
        -> c_int = verify_of::<ALG_ID>;
    crypto_pwhash_str_needs_rehash(text: *const c_char, passes: c_ulonglong, memory: usize) -> c_int = needs_rehash;
    crypto_pwhash_argon2i_str_needs_rehash(text: *const c_char, passes: c_ulonglong, memory: usize)
        -> c_int = needs_rehash_of::<ALG_I>;
    crypto_pwhash_argon2id_str_needs_rehash(text: *const c_char, passes: c_ulonglong, memory: usize)
        -> c_int = needs_rehash_of::<ALG_ID>;
}
