//! Secret truth values and constant-time operations on them.
//!
//! Comparing secrets returns a [`Choice`], never a `bool`. Choices can be combined (`&`, `|`, `^`, `!`) and used to
//! [`select`](Select::select) between values; a `Choice` becomes a `bool` only through [`Choice::declassify`], which
//! states the reason. Every mask passes an optimisation barrier, because compilers have turned masked moves back into
//! branches.
//!
//! ```
//! use carnelian::ct::{self, Select};
//! let same = ct::eq(b"one tag", b"two tag");
//! assert_eq!(u32::select(same, 10, 20), 10);
//! assert!(!same.declassify("example"));
//! ```
//!
//! A `Choice` is not a `bool`, and two of them cannot be compared:
//!
//! ```compile_fail,E0308
//! let same = carnelian::ct::eq(b"a", b"a");
//! if same {} // a branch on a secret
//! ```
//! ```compile_fail,E0369
//! let same = carnelian::ct::eq(b"a", b"a");
//! let _ = same == same;
//! ```
//! ```compile_fail,E0277
//! println!("{:?}", carnelian::ct::eq(b"a", b"a"));
//! ```
//! ```
//! let same = carnelian::ct::eq(b"a", b"a"); // the misuses above differ from this in their last line alone
//! if same.declassify("example") {}
//! ```
#![allow(unsafe_code)]

use super::taint;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// A truth value that must not be branched on: 0 or 1, and the optimiser cannot tell which. All operations except
/// [`declassify`](Self::declassify) keep it secret and take constant time.
#[derive(Clone, Copy)]
pub struct Choice(u32);

impl Choice {
    /// False.
    pub const FALSE: Self = Self(0);
    /// True.
    pub const TRUE: Self = Self(1);

    /// Returns the lowest bit of `word` as a choice; the other bits are ignored.
    #[inline(always)]
    #[must_use]
    pub fn from_lsb<W: Word>(word: W) -> Self {
        Self(barrier(word.low_u32() & 1))
    }

    /// Returns the truth value as public. `reason` states at the call site why it may become public.
    #[inline(always)]
    #[must_use]
    pub fn declassify(self, reason: &'static str) -> bool {
        declassify(self.0, reason) == 1
    }

    /// Returns all ones if true, all zeros if false.
    #[inline(always)]
    #[must_use]
    pub fn mask<W: Word>(self) -> W {
        let bit = barrier(self.0);
        taint::as_secret_as(bit, W::mask_from_bit(bit))
    }
}

impl BitAnd for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(barrier(self.0 & other.0))
    }
}

impl BitOr for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(barrier(self.0 | other.0))
    }
}

impl BitXor for Choice {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(barrier(self.0 ^ other.0))
    }
}

impl Not for Choice {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(barrier(self.0 ^ 1))
    }
}

/// Releases a value that was computed from secrets. `reason` states at the call site why it may become public.
#[inline(always)]
#[must_use]
pub fn declassify<T: Copy>(value: T, reason: &'static str) -> T {
    let _ = reason;
    taint::public(value)
}

/// Like [`declassify`], for bytes where they are.
#[cfg(feature = "postquantum")]
#[inline(always)]
pub(crate) fn declassify_bytes<'b>(bytes: &'b [u8], reason: &'static str) -> &'b [u8] {
    let _ = reason;
    taint::unpoison(bytes);
    taint::reload(bytes)
}

/// The unsigned words that constant-time code works on. Sealed.
pub trait Word: Copy + sealed::Sealed {
    /// Returns all ones if `bit` is 1, all zeros if it is 0.
    #[doc(hidden)]
    fn mask_from_bit(bit: u32) -> Self;
    #[doc(hidden)]
    fn low_u32(self) -> u32;
    /// Returns `self` XOR (`mask` AND (`self` XOR `other`)).
    #[doc(hidden)]
    fn blend(self, other: Self, mask: Self) -> Self;
    /// Returns 1 if the word is not zero, else 0.
    #[doc(hidden)]
    fn nonzero_bit(self) -> u32;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! words {
    ($($word:ty),+) => {$(
        impl sealed::Sealed for $word {}
        impl Word for $word {
            #[inline(always)]
            fn mask_from_bit(bit: u32) -> Self {
                debug_assert!(bit <= 1);
                (bit as $word).wrapping_neg()
            }
            #[inline(always)]
            fn low_u32(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn blend(self, other: Self, mask: Self) -> Self {
                self ^ (mask & (self ^ other))
            }
            #[inline(always)]
            fn nonzero_bit(self) -> u32 {
                // The top bit of x | -x is set for every x but 0.
                ((self | self.wrapping_neg()) >> (<$word>::BITS - 1)) as u32
            }
        }
    )+};
}
words!(u8, u16, u32, u64, u128, usize);

/// Constant-time selection and swapping of values, for words and arrays of words.
///
/// ```
/// use carnelian::ct::{Choice, Select};
/// let (mut a, mut b) = ([1u64, 2], [3, 4]);
/// <[u64; 2]>::swap(Choice::TRUE, &mut a, &mut b);
/// assert_eq!((a, b), ([3, 4], [1, 2]));
/// assert_eq!(u8::select(Choice::FALSE, 5, 6), 5);
/// ```
pub trait Select: Sized {
    /// Returns `if_true` if `choice` is true, `if_false` if it is false.
    #[must_use]
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self;

    /// Swaps `a` and `b` if `choice` is true, leaves them if it is false.
    fn swap(choice: Choice, a: &mut Self, b: &mut Self);
}

impl<W: Word> Select for W {
    #[inline(always)]
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        if_false.blend(if_true, choice.mask())
    }

    #[inline(always)]
    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        let mask = choice.mask();
        (*a, *b) = (a.blend(*b, mask), b.blend(*a, mask));
    }
}

impl<W: Word, const N: usize> Select for [W; N] {
    #[inline(always)]
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        let mask = choice.mask();
        core::array::from_fn(|i| if_false[i].blend(if_true[i], mask))
    }

    #[inline(always)]
    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        let mask = choice.mask();
        for (a, b) in a.iter_mut().zip(b) {
            (*a, *b) = (a.blend(*b, mask), b.blend(*a, mask));
        }
    }
}

/// Returns whether two byte strings are equal. The time depends only on their lengths, which are public; strings of
/// different lengths are not equal.
#[must_use]
pub fn eq(a: &[u8], b: &[u8]) -> Choice {
    if a.len() != b.len() {
        return Choice::FALSE;
    }
    let difference = a.iter().zip(b).fold(0, |difference, (a, b)| difference | (a ^ b));
    is_zero(difference)
}

/// Returns whether two byte strings are equal as a public `bool`: [`eq`], declassified. For tags and digests, where an
/// attacker may learn only whether they match.
///
/// ```
/// use carnelian::ct;
/// assert!(ct::verify(b"one tag", b"one tag"));
/// assert!(!ct::verify(b"one tag", b"two tag"));
/// ```
#[must_use]
pub fn verify(a: &[u8], b: &[u8]) -> bool {
    eq(a, b).declassify("the verdict is public")
}

/// Returns whether `word` is zero. Constant time.
#[inline(always)]
#[must_use]
pub fn is_zero<W: Word>(word: W) -> Choice {
    !Choice::from_lsb(word.nonzero_bit())
}

/// Hides a bit from the optimiser, so that it cannot deduce that a mask has only two values.
///
/// An empty `asm!` costs nothing. MemorySanitizer and Miri cannot track one, and not every target has it; `black_box`
/// is used there, at the cost of a store and a load.
#[inline(always)]
fn barrier(bit: u32) -> u32 {
    #[cfg(all(
        any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm"),
        not(any(carnelian_msan, miri))
    ))]
    {
        let mut bit = bit as usize;
        // SAFETY: the block has no instructions.
        unsafe {
            core::arch::asm!("/* {0} */", inout(reg) bit, options(pure, nomem, nostack, preserves_flags));
        }
        bit as u32
    }
    #[cfg(not(all(
        any(target_arch = "x86", target_arch = "x86_64", target_arch = "aarch64", target_arch = "arm"),
        not(any(carnelian_msan, miri))
    )))]
    core::hint::black_box(bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(choice: Choice) -> bool {
        choice.declassify("test")
    }

    #[test]
    fn truth_tables() {
        for (a, b) in [(0u8, 0u8), (0, 1), (1, 0), (1, 1)] {
            let (x, y) = (Choice::from_lsb(a), Choice::from_lsb(b));
            assert_eq!(known(x & y), a & b == 1);
            assert_eq!(known(x | y), a | b == 1);
            assert_eq!(known(x ^ y), a ^ b == 1);
            assert_eq!(known(!x), a == 0);
        }
        assert!(known(Choice::TRUE) && !known(Choice::FALSE));
        assert!(known(Choice::from_lsb(0xffu8)) && !known(Choice::from_lsb(0xfeu8)));
    }

    #[test]
    fn selects_and_swaps_every_word() {
        macro_rules! each {
            ($($word:ty),+) => {$(
                let (a, b) = (<$word>::MAX / 3, <$word>::MAX - 1);
                assert_eq!(<$word>::select(Choice::FALSE, a, b), a);
                assert_eq!(<$word>::select(Choice::TRUE, a, b), b);
                let (mut x, mut y) = (a, b);
                <$word>::swap(Choice::FALSE, &mut x, &mut y);
                assert_eq!((x, y), (a, b));
                <$word>::swap(Choice::TRUE, &mut x, &mut y);
                assert_eq!((x, y), (b, a));
                assert!(known(is_zero(0 as $word)));
                for bit in 0..<$word>::BITS {
                    assert!(!known(is_zero((1 as $word) << bit)));
                }
            )+};
        }
        each!(u8, u16, u32, u64, u128, usize);
        let (mut x, mut y) = ([1u64, 2, 3], [4, 5, 6]);
        assert_eq!(<[u64; 3]>::select(Choice::TRUE, x, y), y);
        <[u64; 3]>::swap(Choice::TRUE, &mut x, &mut y);
        assert_eq!((x, y), ([4, 5, 6], [1, 2, 3]));
    }

    #[test]
    fn equality_sees_every_bit() {
        let reference = [0xa5u8; 33];
        assert!(known(eq(&reference, &reference)) && known(eq(&[], &[])));
        assert!(!known(eq(&reference, &reference[..32])));
        for bit in 0..reference.len() * 8 {
            let mut other = reference;
            other[bit / 8] ^= 1 << (bit % 8);
            assert!(!known(eq(&reference, &other)));
            assert!(!verify(&reference, &other) && verify(&other, &other));
        }
    }
}
