//! Words seen as the bytes that they lie in.
#![allow(unsafe_code)]

/// Eight words as bytes, in the machine's byte order.
#[inline(always)]
pub(crate) fn of_words(words: &[u64; 8]) -> &[u8; 64] {
    // SAFETY: both types are 64 bytes without padding, any bytes are valid, and bytes need no alignment.
    unsafe { &*core::ptr::from_ref(words).cast() }
}

/// As [`of_words`], to write to.
#[inline(always)]
pub(crate) fn of_words_mut(words: &mut [u64; 8]) -> &mut [u8; 64] {
    // SAFETY: both types are 64 bytes without padding, any bytes are valid either way, and bytes need no alignment.
    unsafe { &mut *core::ptr::from_mut(words).cast() }
}

/// Eight half words as bytes, in the machine's byte order.
#[inline(always)]
pub(crate) fn of_half_words(words: &[u32; 8]) -> &[u8; 32] {
    // SAFETY: both types are 32 bytes without padding, any bytes are valid, and bytes need no alignment.
    unsafe { &*core::ptr::from_ref(words).cast() }
}

/// As [`of_half_words`], to write to.
#[inline(always)]
pub(crate) fn of_half_words_mut(words: &mut [u32; 8]) -> &mut [u8; 32] {
    // SAFETY: both types are 32 bytes without padding, any bytes are valid either way, and bytes need no alignment.
    unsafe { &mut *core::ptr::from_mut(words).cast() }
}

/// Calls `mark` with the memory that the words lie in.
#[cfg(feature = "curve")]
pub(crate) fn regions_of_words<const N: usize>(words: &[u64; N], mark: fn(&[u8])) {
    // SAFETY: the bytes are those of the array, which has no padding; any bytes are valid, and they need no alignment.
    mark(unsafe { core::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) });
}
