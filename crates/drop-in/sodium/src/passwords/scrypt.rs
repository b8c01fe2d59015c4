//! scrypt, RFC 7914, for keys and strings that exist; new ones are better made with Argon2id. Carnelian has no scrypt of
//! its own in public: this is the one with which it reads encrypted keys.

use crate::exports::AsItIs;
use crate::library::{EINVAL, ENOMEM, set_errno};
use crate::random;
use carnelian::ct;
use carnelian::secret::{Secret, wipe};
use carnelian_ffi::Caller;
use core::ffi::{c_char, c_int, c_ulonglong};
use scrypt::{Params, scrypt};

/// The digits of the strings.
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Bytes of a salt, and of the key in a string.
const LEN: usize = 32;

/// Digits of a salt or a key.
const ENCODED: usize = (8 * LEN).div_ceil(6);

/// Bytes of a string with its final zero.
const STRING: usize = 102;

/// Where the salt begins in a string: behind `$7$`, a digit for log N, and five each for r and p.
const SALT_AT: usize = 14;

/// The shortest output.
const SHORTEST: usize = 16;

/// The product of r and p is smaller.
const MOST_BLOCKS: u64 = 1 << 30;

/// The parameter r, which is fixed in this interface.
const R: u32 = 8;

/// N as its logarithm, r and p.
type Cost = (u8, u32, u32);

/// Returns the parameters that libsodium chooses for a number of operations and an amount of memory.
fn cost(operations: c_ulonglong, memory: usize) -> Cost {
    let (operations, memory) = (operations.max(32768), memory as u64);
    let log_of = |most: u64| (1..63).find(|log| 1u64 << log > most / 2).unwrap_or(63);
    if operations < memory / 32 {
        return (log_of(operations / u64::from(R * 4)), R, 1);
    }
    let log = log_of(memory / u64::from(R * 128));
    let product = (operations / 4 / (1 << log)).min(0x3fff_ffff);
    (log, R, product as u32 / R)
}

/// Computes scrypt, if the parameters are allowed and there is enough memory; otherwise sets `errno`. Strings carry
/// their parameters, so these may be anything.
fn compute(password: &[u8], salt: &[u8], (log_n, r, p): Cost, out: &mut [u8]) -> Option<()> {
    let params = (u64::from(r) * u64::from(p) < MOST_BLOCKS).then(|| Params::new(log_n, r, p).ok()).flatten();
    let Some(params) = params else {
        set_errno(EINVAL);
        return None;
    };
    if !is_available(r, p, log_n) {
        set_errno(ENOMEM);
        return None;
    }
    let computed = scrypt(password, salt, &params, out).ok();
    if computed.is_none() {
        set_errno(EINVAL);
    }
    computed
}

/// Returns whether the system gives as much memory as scrypt takes: `scrypt` ends the process if it does not.
fn is_available(r: u32, p: u32, log_n: u8) -> bool {
    let block = 128 * u128::from(r);
    let len = block * (1 << log_n) + block * u128::from(p) + block;
    usize::try_from(len).is_ok_and(|len| Vec::<u8>::new().try_reserve_exact(len).is_ok())
}

fn derive(
    caller: &Caller,
    out: *mut u8,
    len: c_ulonglong,
    password: *const c_char,
    password_len: c_ulonglong,
    salt: *const u8,
    operations: c_ulonglong,
    memory: usize,
) -> Option<()> {
    let (len, password_len) = (usize::try_from(len).ok()?, usize::try_from(password_len).ok()?);
    if len < SHORTEST || core::ptr::eq(password.cast(), out.cast_const()) {
        wipe(caller.output(out, len).ok()?);
        set_errno(EINVAL);
        return None;
    }
    let (password, salt) = (caller.bytes(password.cast(), password_len).ok()?, caller.array::<LEN>(salt).ok()?);
    derived(caller, password, salt, cost(operations, memory), (out, len))
}

/// The function itself. N is a power of 2.
fn low_level(
    caller: &Caller,
    password: *const u8,
    password_len: usize,
    salt: *const u8,
    salt_len: usize,
    n: u64,
    r: u32,
    p: u32,
    out: *mut u8,
    len: usize,
) -> Option<()> {
    if !n.is_power_of_two() || n < 2 {
        set_errno(EINVAL);
        return None;
    }
    let (password, salt) = (caller.bytes(password, password_len).ok()?, caller.bytes(salt, salt_len).ok()?);
    derived(caller, password, salt, (n.trailing_zeros() as u8, r, p), (out, len))
}

/// Writes a key; zeros if there is none.
fn derived(caller: &Caller, password: &[u8], salt: &[u8], cost: Cost, (out, len): (*mut u8, usize)) -> Option<()> {
    let out = caller.output(out, len).ok()?;
    let done = compute(password, salt, cost, out);
    if done.is_none() {
        wipe(out);
    }
    done
}

/// Writes six bits after six bits, the lowest ones first.
fn encode(bytes: &[u8], out: &mut [u8]) {
    for (group, out) in bytes.chunks(3).zip(out.chunks_mut(4)) {
        let word = group.iter().rfold(0u32, |word, byte| word << 8 | u32::from(*byte));
        for (i, digit) in out.iter_mut().enumerate() {
            *digit = DIGITS[(word >> (6 * i)) as usize & 63];
        }
    }
}

/// Reads a number of digits.
fn decode(digits: &[u8]) -> Option<u32> {
    digits.iter().rev().try_fold(0, |number, digit| {
        let value = DIGITS.iter().position(|found| found == digit)?;
        Some(number << 6 | value as u32)
    })
}

/// A string for C: with the password's key behind its parameters and salt.
fn text(password: &[u8], settings: &[u8; SALT_AT + ENCODED], cost: Cost) -> Option<[u8; STRING]> {
    let key = Secret::<[u8; LEN]>::build(|key| compute(password, &settings[SALT_AT..], cost, key).ok_or(()));
    let mut text = [0; STRING];
    text[..settings.len()].copy_from_slice(settings);
    text[settings.len()] = b'$';
    encode(key.ok()?.expose(), &mut text[settings.len() + 1..STRING - 1]);
    Some(text)
}

fn string(
    caller: &Caller,
    out: *mut c_char,
    password: *const c_char,
    len: c_ulonglong,
    operations: c_ulonglong,
    memory: usize,
) -> Option<()> {
    caller.write(out.cast(), &[0; STRING]).ok()?;
    let password = caller.bytes(password.cast(), usize::try_from(len).ok()?).ok()?;
    let cost = cost(operations, memory);
    let mut settings = [0; SALT_AT + ENCODED];
    settings[..3].copy_from_slice(b"$7$");
    settings[3] = DIGITS[usize::from(cost.0)];
    for (at, number) in [(4, cost.1), (9, cost.2)] {
        for i in 0..5 {
            settings[at + i] = DIGITS[(number >> (6 * i)) as usize & 63];
        }
    }
    encode(random::secret::<LEN>().declassify("a salt is public"), &mut settings[SALT_AT..]);
    caller.write(out.cast(), &text(password, &settings, cost)?).ok()
}

/// Reads a string, and its parameters.
fn parse(caller: &Caller, text: *const c_char) -> Option<([u8; STRING], Cost)> {
    let mut copy = [0; STRING];
    for (i, byte) in copy.iter_mut().enumerate() {
        let [found] = *caller.array(text.cast::<u8>().wrapping_add(i)).ok()?;
        *byte = found;
        // Only the last byte is zero.
        if (found == 0) != (i == STRING - 1) {
            return None;
        }
    }
    copy.starts_with(b"$7$").then_some(())?;
    let cost = (decode(&copy[3..4])? as u8, decode(&copy[4..9])?, decode(&copy[9..14])?);
    Some((copy, cost))
}

fn verify(caller: &Caller, expected: *const c_char, password: *const c_char, len: c_ulonglong) -> Option<()> {
    let (expected, cost) = parse(caller, expected)?;
    let password = caller.bytes(password.cast(), usize::try_from(len).ok()?).ok()?;
    let mut found = text(password, expected.first_chunk()?, cost)?;
    let same = ct::verify(&found, &expected);
    wipe(&mut found);
    same.then_some(())
}

/// Returns 1 if the string has other parameters, 0 if it has these, and −1 if it is none.
fn needs_rehash(caller: &Caller, text: *const c_char, operations: c_ulonglong, memory: usize) -> AsItIs<c_int> {
    match parse(caller, text) {
        Some((_, found)) => AsItIs(c_int::from(found != cost(operations, memory))),
        None => {
            set_errno(EINVAL);
            AsItIs(-1)
        }
    }
}

exports! {
    crypto_pwhash_scryptsalsa208sha256(
        out: *mut u8, len: c_ulonglong, password: *const c_char, password_len: c_ulonglong, salt: *const u8,
        operations: c_ulonglong, memory: usize
    ) -> c_int = derive;
    crypto_pwhash_scryptsalsa208sha256_ll(
        password: *const u8, password_len: usize, salt: *const u8, salt_len: usize, n: u64, r: u32, p: u32,
        out: *mut u8, len: usize
    ) -> c_int = low_level;
    crypto_pwhash_scryptsalsa208sha256_str(
        out: *mut c_char, password: *const c_char, len: c_ulonglong, operations: c_ulonglong, memory: usize
    ) -> c_int = string;
    crypto_pwhash_scryptsalsa208sha256_str_verify(text: *const c_char, password: *const c_char, len: c_ulonglong)
        -> c_int = verify;
    crypto_pwhash_scryptsalsa208sha256_str_needs_rehash(
        text: *const c_char, operations: c_ulonglong, memory: usize
    ) -> c_int = needs_rehash;
}
