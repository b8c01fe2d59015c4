//! Memory as bytes and as little-endian numbers, in constant time: comparisons, sums, padding, wiping.

use crate::exports::AsItIs;
use crate::library::misuse;
use carnelian::ct::{self, Choice, Select};
use carnelian::secret::wipe;
use carnelian_ffi::Caller;
use core::ffi::{c_int, c_void};
use core::hint::black_box;

/// Bytes of stack that are overwritten together.
const PIECE: usize = 1024;

/// The byte that padding begins with.
const BARRIER: u8 = 0x80;

fn memzero(caller: &Caller, place: *mut c_void, len: usize) -> Option<()> {
    wipe(caller.output(place.cast(), len).ok()?);
    Some(())
}

fn stackzero(_: &Caller, len: usize) -> Option<()> {
    overwrite_stack(len);
    Some(())
}

/// Overwrites `len` bytes of the stack, or some more, below the caller's frame.
#[inline(never)]
fn overwrite_stack(len: usize) {
    let mut piece = [0; PIECE];
    black_box(&mut piece);
    if len > PIECE {
        overwrite_stack(len - PIECE);
    }
    // The frame is in use until here, so that the frames lie side by side.
    black_box(&mut piece);
}

fn memcmp(caller: &Caller, a: *const c_void, b: *const c_void, len: usize) -> Option<()> {
    ct::verify(caller.bytes(a.cast(), len).ok()?, caller.bytes(b.cast(), len).ok()?).then_some(())
}

/// Compares two numbers: returns −1, 0 or 1.
fn compare(caller: &Caller, a: *const u8, b: *const u8, len: usize) -> AsItIs<c_int> {
    let (Ok(a), Ok(b)) = (caller.bytes(a, len), caller.bytes(b, len)) else { return AsItIs(-1) };
    // The highest bytes decide last.
    let (mut greater, mut smaller) = (Choice::FALSE, Choice::FALSE);
    for (a, b) in a.iter().zip(b) {
        let (a, b) = (u32::from(*a), u32::from(*b));
        let (above, below) = (Choice::from_lsb(b.wrapping_sub(a) >> 31), Choice::from_lsb(a.wrapping_sub(b) >> 31));
        let same = !(above | below);
        (greater, smaller) = (above | same & greater, below | same & smaller);
    }
    let order = u32::select(greater, u32::select(smaller, 0, u32::MAX), 1);
    AsItIs(order as c_int)
}

fn is_zero(caller: &Caller, number: *const u8, len: usize) -> bool {
    caller.bytes(number, len).is_ok_and(|number| {
        let all = number.iter().fold(0, |all, byte| all | byte);
        ct::is_zero(all).declassify("the verdict is public")
    })
}

/// Adds 1. The lengths of nonces have code of their own, without loops.
fn increment(caller: &Caller, number: *mut u8, len: usize) -> Option<()> {
    let number = caller.output(number, len).ok()?;
    match len {
        12 => add_one(&mut number[..12]),
        24 => add_one(&mut number[..24]),
        _ => add_one_to_other(number),
    }
    Some(())
}

/// Adds 1 to a number of a less usual length: with all lengths in one function, 24 bytes take longer.
#[inline(never)]
fn add_one_to_other(number: &mut [u8]) {
    match number.len() {
        8 => add_one(&mut number[..8]),
        _ => add_one(number),
    }
}

/// Adds 1, with words of 8 and of 4 bytes as the digits.
#[inline(always)]
fn add_one(number: &mut [u8]) {
    let (words, rest) = number.as_chunks_mut();
    let mut carry = 1;
    for word in words {
        let (sum, is_over) = u64::from_le_bytes(*word).overflowing_add(carry);
        (*word, carry) = (sum.to_le_bytes(), u64::from(is_over));
    }
    let (half, rest) = rest.as_chunks_mut();
    for word in half {
        let sum = u64::from(u32::from_le_bytes(*word)) + carry;
        (*word, carry) = ((sum as u32).to_le_bytes(), sum >> 32);
    }
    for byte in rest {
        carry += u64::from(*byte);
        (*byte, carry) = (carry as u8, carry >> 8);
    }
}

fn add(caller: &Caller, a: *mut u8, b: *const u8, len: usize) -> Option<()> {
    combined(caller, a, b, len, |a, b, carry| a + b + carry)
}

/// Subtracts, with the borrow as bit 8 of the difference.
fn sub(caller: &Caller, a: *mut u8, b: *const u8, len: usize) -> Option<()> {
    combined(caller, a, b, len, |a, b, borrow| a.wrapping_sub(b).wrapping_sub(borrow))
}

/// Computes byte after byte, with one bit that is carried. The two may be the same memory.
fn combined(
    caller: &Caller,
    a: *mut u8,
    b: *const u8,
    len: usize,
    compute: impl Fn(u16, u16, u16) -> u16,
) -> Option<()> {
    let mut carry = 0;
    for i in 0..len {
        let (a, b) = (a.wrapping_add(i), b.wrapping_add(i));
        let ([x], [y]) = (*caller.array(a.cast_const()).ok()?, *caller.array(b).ok()?);
        let result = compute(u16::from(x), u16::from(y), carry);
        caller.write(a, &[result as u8]).ok()?;
        carry = result >> 8 & 1;
    }
    Some(())
}

/// Appends 0x80 and zeros up to a multiple of the block size. The length of the message stays secret within the block.
fn pad(caller: &Caller, padded: *mut usize, buf: *mut u8, len: usize, block: usize, room: usize) -> Option<()> {
    let rest = len.checked_rem(block)?;
    // The place of the last byte.
    let Some(last) = len.checked_add(block - 1 - rest).filter(|last| *last < usize::MAX) else {
        return misuse(caller);
    };
    if last >= room {
        return None;
    }
    let buf = caller.output(buf, last + 1).ok()?;
    if !padded.is_null() {
        *caller.get_mut(padded).ok()? = last + 1;
    }
    let mut is_message = Choice::FALSE;
    for i in (last + 1 - block..=last).rev() {
        let is_barrier = ct::is_zero(i ^ len);
        buf[i] = u8::select(is_barrier, u8::select(is_message, 0, buf[i]), BARRIER);
        is_message = is_message | is_barrier;
    }
    Some(())
}

/// Finds the end of the message in the last block.
fn unpad(caller: &Caller, unpadded: *mut usize, buf: *const u8, len: usize, block: usize) -> Option<()> {
    if len < block || block == 0 {
        return None;
    }
    let buf = caller.bytes(buf, len).ok()?;
    let (mut is_found, mut is_padding, mut end) = (Choice::FALSE, Choice::TRUE, 0);
    for i in (len - block..len).rev() {
        let is_barrier = is_padding & ct::is_zero(buf[i] ^ BARRIER);
        end = usize::select(is_barrier, end, i);
        is_found = is_found | is_barrier;
        is_padding = is_padding & ct::is_zero(buf[i]);
    }
    *caller.get_mut(unpadded).ok()? = usize::select(is_found, len - 1, end);
    is_found.declassify("whether there is padding is public").then_some(())
}

exports! {
    sodium_memzero(place: *mut c_void, len: usize) = memzero;
    sodium_stackzero(len: usize) = stackzero;
    sodium_memcmp(a: *const c_void, b: *const c_void, len: usize) -> c_int = memcmp;
    sodium_compare(a: *const u8, b: *const u8, len: usize) -> c_int = compare;
    sodium_is_zero(number: *const u8, len: usize) -> c_int = is_zero;
    sodium_increment(number: *mut u8, len: usize) = increment;
    sodium_add(a: *mut u8, b: *const u8, len: usize) = add;
    sodium_sub(a: *mut u8, b: *const u8, len: usize) = sub;
    sodium_pad(padded: *mut usize, buf: *mut u8, len: usize, block: usize, room: usize) -> c_int = pad;
    sodium_unpad(unpadded: *mut usize, buf: *const u8, len: usize, block: usize) -> c_int = unpad;
}
