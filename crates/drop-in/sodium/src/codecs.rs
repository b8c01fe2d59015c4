//! Hexadecimal and base64. Digits are encoded and decoded in constant time; where the text ends, and which characters
//! are skipped, is public.

use crate::exports::AsItIs;
use crate::library::{EINVAL, ERANGE, misuse, set_errno};
use carnelian::ct;
use carnelian_ffi::Caller;
use core::ffi::{c_char, c_int};
use core::net::{IpAddr, Ipv6Addr};
use core::{ptr, str};

/// A range of characters, and the value of the first one.
type Range = (u8, u8, u8);

/// Hexadecimal digits in either case.
const HEX: [Range; 3] = [(b'0', b'9', 0), (b'a', b'f', 10), (b'A', b'F', 10)];

/// Bits of the number of a variant of base64. Bit 0 is always set.
const WITHOUT_PADDING: c_int = 2;
const URL_SAFE: c_int = 4;

/// Returns the digits of a variant of base64.
const fn base64(variant: c_int) -> [Range; 5] {
    let [plus, slash] = if variant & URL_SAFE == 0 { [b'+', b'/'] } else { [b'-', b'_'] };
    [(b'A', b'Z', 0), (b'a', b'z', 26), (b'0', b'9', 52), (plus, plus, 62), (slash, slash, 63)]
}

/// Returns all ones if `low` ≤ `x` ≤ `high`, without a branch.
fn within(x: u8, low: u8, high: u8) -> u8 {
    let (x, low, high) = (i32::from(x), i32::from(low), i32::from(high));
    (((low - 1 - x) & (x - high - 1)) >> 8) as u8
}

/// Returns the value of a digit; whether it is one is public.
fn value(digit: u8, ranges: &[Range]) -> Option<u8> {
    let (mut value, mut is_digit) = (0, 0);
    for (low, high, first) in ranges {
        let mask = within(digit, *low, *high);
        value |= mask & digit.wrapping_sub(*low).wrapping_add(*first);
        is_digit |= mask;
    }
    (ct::declassify(is_digit, "which characters are digits is public") != 0).then_some(value)
}

/// Returns the digit of a value.
fn digit(value: u8, ranges: &[Range]) -> u8 {
    ranges.iter().fold(0, |digit, (low, high, first)| {
        let mask = within(value, *first, first + (high - low));
        digit | mask & low.wrapping_add(value.wrapping_sub(*first))
    })
}

/// Returns whether a string of C contains a character; its final zero counts.
fn contains(caller: &Caller, text: *const c_char, character: u8) -> bool {
    if text.is_null() {
        return false;
    }
    for i in 0.. {
        match caller.array(text.cast::<u8>().wrapping_add(i)) {
            Ok([found]) if *found == character => return true,
            Ok([0]) | Err(_) => return false,
            Ok(_) => {}
        }
    }
    false
}

fn bin2hex(caller: &Caller, hex: *mut c_char, room: usize, bin: *const u8, len: usize) -> AsItIs<*mut c_char> {
    let encode = || {
        let digits = len.checked_mul(2).filter(|digits| *digits < room)?;
        let bin = caller.bytes(bin, len).ok()?;
        let (pairs, _) = caller.output(hex.cast(), digits).ok()?.as_chunks_mut::<2>();
        for (pair, byte) in pairs.iter_mut().zip(bin) {
            *pair = [byte >> 4, byte & 15].map(|value| digit(value, &HEX[..2]));
        }
        caller.write(hex.cast::<u8>().wrapping_add(digits), &[0]).ok()
    };
    match encode() {
        Some(()) => AsItIs(hex),
        None => {
            misuse(caller);
            AsItIs(ptr::null_mut())
        }
    }
}

/// Where decoding goes to, and what it reports.
struct Output<'c> {
    caller: &'c Caller,
    bin: *mut u8,
    room: usize,
    len: usize,
}

impl Output<'_> {
    /// Writes a byte, if there is room.
    fn push(&mut self, byte: u8) -> Option<()> {
        if self.len >= self.room {
            set_errno(ERANGE);
            return None;
        }
        self.caller.write(self.bin.wrapping_add(self.len), &[byte]).ok()?;
        self.len += 1;
        Some(())
    }

    /// Reports the length, and where the text ended, which is its end if C does not ask.
    fn report(
        &self,
        is_right: bool,
        bin_len: *mut usize,
        (text, at, len): (*const c_char, usize, usize),
        end: *mut *const c_char,
    ) -> Option<()> {
        let mut is_right = is_right;
        let decoded = if is_right { self.len } else { 0 };
        if !end.is_null() {
            *self.caller.get_mut(end).ok()? = text.wrapping_add(at);
        } else if at != len {
            set_errno(EINVAL);
            is_right = false;
        }
        if !bin_len.is_null() {
            *self.caller.get_mut(bin_len).ok()? = decoded;
        }
        is_right.then_some(())
    }
}

fn hex2bin(
    caller: &Caller,
    bin: *mut u8,
    room: usize,
    hex: *const c_char,
    len: usize,
    ignore: *const c_char,
    bin_len: *mut usize,
    end: *mut *const c_char,
) -> Option<()> {
    let text = caller.bytes(hex.cast(), len).ok()?;
    let mut output = Output { caller, bin, room, len: 0 };
    let (mut first, mut at, mut is_right) = (None, 0, true);
    while let Some(character) = text.get(at) {
        match (value(*character, &HEX), first) {
            (None, None) if contains(caller, ignore, *character) => {}
            (None, _) => break,
            (Some(_), None) if output.len >= room => {
                set_errno(ERANGE);
                is_right = false;
                break;
            }
            (Some(value), None) => first = Some(value),
            (Some(value), Some(high)) => {
                output.push(high << 4 | value)?;
                first = None;
            }
        }
        at += 1;
    }
    if first.is_some() {
        // Half a byte is not read.
        at -= 1;
        set_errno(EINVAL);
        is_right = false;
    }
    output.report(is_right, bin_len, (hex, at, len), end)
}

/// Returns the number of digits of `len` bytes.
fn digits(len: usize, variant: c_int) -> Option<usize> {
    let whole = (len / 3).checked_mul(4)?;
    whole.checked_add(match (len % 3, variant & WITHOUT_PADDING != 0) {
        (0, _) => 0,
        (_, false) => 4,
        (rest, true) => rest + 1,
    })
}

/// Returns whether libsodium has this variant.
fn is_variant(variant: c_int) -> bool {
    variant & !(WITHOUT_PADDING | URL_SAFE) == 1
}

fn encoded_len(caller: &Caller, len: usize, variant: c_int) -> AsItIs<usize> {
    let len = digits(len, variant).filter(|_| is_variant(variant)).and_then(|digits| digits.checked_add(1));
    AsItIs(len.unwrap_or_else(|| {
        misuse(caller);
        0
    }))
}

fn bin2base64(
    caller: &Caller,
    b64: *mut c_char,
    room: usize,
    bin: *const u8,
    len: usize,
    variant: c_int,
) -> AsItIs<*mut c_char> {
    let encode = || {
        let digits = digits(len, variant).filter(|digits| is_variant(variant) && *digits < room)?;
        let bin = caller.bytes(bin, len).ok()?;
        let out = caller.output(b64.cast(), room).ok()?;
        let ranges = base64(variant);
        out[..digits].fill(b'=');
        out[digits..].fill(0);
        for (group, out) in bin.chunks(3).zip(out.chunks_mut(4)) {
            let mut bytes = [0; 4];
            bytes[1..=group.len()].copy_from_slice(group);
            let word = u32::from_be_bytes(bytes);
            for (i, out) in out.iter_mut().take(group.len() + 1).enumerate() {
                *out = digit((word >> (18 - 6 * i)) as u8 & 63, &ranges);
            }
        }
        Some(b64)
    };
    AsItIs(encode().unwrap_or_else(|| {
        misuse(caller);
        ptr::null_mut()
    }))
}

fn base642bin(
    caller: &Caller,
    bin: *mut u8,
    room: usize,
    b64: *const c_char,
    len: usize,
    ignore: *const c_char,
    bin_len: *mut usize,
    end: *mut *const c_char,
    variant: c_int,
) -> Option<()> {
    if !is_variant(variant) {
        return misuse(caller);
    }
    let (text, ranges) = (caller.bytes(b64.cast(), len).ok()?, base64(variant));
    let mut output = Output { caller, bin, room, len: 0 };
    let (mut word, mut bits, mut at, mut is_right) = (0u32, 0, 0, true);
    while let Some(character) = text.get(at) {
        match value(*character, &ranges) {
            Some(value) => {
                (word, bits) = (word << 6 | u32::from(value), bits + 6);
                if bits >= 8 {
                    bits -= 8;
                    if output.push((word >> bits) as u8).is_none() {
                        is_right = false;
                        break;
                    }
                }
            }
            None if contains(caller, ignore, *character) => {}
            None => break,
        }
        at += 1;
    }
    // A single digit is no byte, and spare bits are zero.
    let spare = word & ((1 << bits) - 1);
    if bits > 4 || !ct::is_zero(spare).declassify("whether text is well formed is public") {
        is_right = false;
    } else if is_right && variant & WITHOUT_PADDING == 0 {
        let mut missing = bits / 2;
        while missing > 0 && is_right {
            match text.get(at) {
                Some(b'=') => missing -= 1,
                Some(character) if contains(caller, ignore, *character) => {}
                found => {
                    set_errno(if found.is_none() { ERANGE } else { EINVAL });
                    is_right = false;
                    continue;
                }
            }
            at += 1;
        }
    }
    while is_right && text.get(at).is_some_and(|character| contains(caller, ignore, *character)) {
        at += 1;
    }
    output.report(is_right, bin_len, (b64, at, len), end)
}

/// Bytes of an address.
const ADDRESS: usize = 16;

/// Reads an IP address; one of version 4 is mapped to version 6. The zone of an address of version 6 is skipped.
fn ip2bin(caller: &Caller, bin: *mut u8, ip: *const c_char, len: usize) -> Option<()> {
    // A zero ends the text too.
    let mut read = Vec::new();
    for i in 0..len {
        match *caller.array(ip.cast::<u8>().wrapping_add(i)).ok()? {
            [0] => break,
            [byte] => read.push(byte),
        }
    }
    let text = str::from_utf8(&read).ok()?;
    let address = match text.split_once('%') {
        Some((address, zone)) if is_zone(zone) => address.parse().ok()?,
        Some(_) => return None,
        None => match text.parse().ok()? {
            IpAddr::V4(address) => address.to_ipv6_mapped(),
            IpAddr::V6(address) => address,
        },
    };
    caller.write::<ADDRESS>(bin, &address.octets()).ok()
}

/// Returns whether a zone has only printable characters.
fn is_zone(zone: &str) -> bool {
    !zone.is_empty() && zone.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'%')
}

/// Writes an IP address.
fn bin2ip(caller: &Caller, ip: *mut c_char, room: usize, bin: *const u8) -> AsItIs<*mut c_char> {
    let write = || {
        let address = Ipv6Addr::from(*caller.array::<ADDRESS>(bin).ok()?);
        let text = address.to_ipv4_mapped().map_or_else(|| address.to_string(), |address| address.to_string());
        let (text_out, end) = caller.output(ip.cast(), room).ok()?.split_at_mut_checked(text.len())?;
        *end.first_mut()? = 0;
        text_out.copy_from_slice(text.as_bytes());
        Some(ip)
    };
    AsItIs(write().unwrap_or(ptr::null_mut()))
}

exports! {
    sodium_ip2bin(bin: *mut u8, ip: *const c_char, len: usize) -> c_int = ip2bin;
    sodium_bin2ip(ip: *mut c_char, room: usize, bin: *const u8) -> *mut c_char = bin2ip;
    sodium_bin2hex(hex: *mut c_char, room: usize, bin: *const u8, len: usize) -> *mut c_char = bin2hex;
    sodium_hex2bin(
        bin: *mut u8, room: usize, hex: *const c_char, len: usize, ignore: *const c_char, bin_len: *mut usize,
        end: *mut *const c_char
    ) -> c_int = hex2bin;
    sodium_base64_encoded_len(len: usize, variant: c_int) -> usize = encoded_len;
    sodium_bin2base64(b64: *mut c_char, room: usize, bin: *const u8, len: usize, variant: c_int)
        -> *mut c_char = bin2base64;
    sodium_base642bin(
        bin: *mut u8, room: usize, b64: *const c_char, len: usize, ignore: *const c_char, bin_len: *mut usize,
        end: *mut *const c_char, variant: c_int
    ) -> c_int = base642bin;
}
