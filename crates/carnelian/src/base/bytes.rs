//! Words viewed as the bytes they consist of.
#![allow(unsafe_code)]

/// Returns at most 16 bytes, zero-padded at the end, as a little-endian number. The number is built in registers: if
/// the bytes were stored piecewise and then loaded as one block, the load would have to wait until all earlier stores
/// are done.
#[inline(always)]
pub(crate) fn padded(bytes: &[u8]) -> u128 {
    debug_assert!(bytes.len() <= 16);
    let len = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        // The bytes of the last eight that are not among the first eight; none if there are only eight in total.
        let above = u64::from_le_bytes(*last).checked_shr(8 * (16 - len) as u32).unwrap_or(0);
        return u128::from(above) << 64 | u128::from(u64::from_le_bytes(*first));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last): (&[u8; 4], &[u8; 4]) = (first, last);
        return u128::from(
            u64::from(u32::from_le_bytes(*last)) << (8 * (len - 4)) | u64::from(u32::from_le_bytes(*first)),
        );
    }
    let mut number = 0;
    for byte in bytes.iter().rev() {
        number = number << 8 | u64::from(*byte);
    }
    u128::from(number)
}

/// Writes a little-endian number of sixteen bytes with a single store: a vector load from bytes or words that were just
/// written one by one has to wait until they have reached the cache.
#[inline(always)]
pub(crate) fn write_at_once(bytes: &mut [u8; 16], number: u128) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 CPU has SSE2, and sixteen bytes are written to an array of sixteen.
    unsafe {
        use core::arch::x86_64::{_mm_set_epi64x, _mm_storeu_si128};
        _mm_storeu_si128(bytes.as_mut_ptr().cast(), _mm_set_epi64x((number >> 64) as i64, number as i64));
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        *bytes = number.to_le_bytes();
    }
}

/// Returns eight words as bytes, in the machine's byte order.
#[inline(always)]
pub(crate) fn of_words(words: &[u64; 8]) -> &[u8; 64] {
    // SAFETY: both types are 64 bytes without padding, any bytes are valid, and bytes need no alignment.
    unsafe { &*core::ptr::from_ref(words).cast() }
}

/// Like [`of_words`], but mutable.
#[inline(always)]
pub(crate) fn of_words_mut(words: &mut [u64; 8]) -> &mut [u8; 64] {
    // SAFETY: both types are 64 bytes without padding, any bytes are valid either way, and bytes need no alignment.
    unsafe { &mut *core::ptr::from_mut(words).cast() }
}

/// Returns eight 32-bit words as bytes, in the machine's byte order.
#[inline(always)]
pub(crate) fn of_half_words(words: &[u32; 8]) -> &[u8; 32] {
    // SAFETY: both types are 32 bytes without padding, any bytes are valid, and bytes need no alignment.
    unsafe { &*core::ptr::from_ref(words).cast() }
}

/// Like [`of_half_words`], but mutable.
#[inline(always)]
pub(crate) fn of_half_words_mut(words: &mut [u32; 8]) -> &mut [u8; 32] {
    // SAFETY: both types are 32 bytes without padding, any bytes are valid either way, and bytes need no alignment.
    unsafe { &mut *core::ptr::from_mut(words).cast() }
}

/// Calls `mark` with the memory of the words.
#[cfg(feature = "curve")]
pub(crate) fn regions_of_words<const N: usize>(words: &[u64; N], mark: fn(&[u8])) {
    // SAFETY: the bytes are those of the array, which has no padding; any bytes are valid, and they need no alignment.
    mark(unsafe { core::slice::from_raw_parts(words.as_ptr().cast(), size_of_val(words)) });
}

#[cfg(feature = "postquantum")]
pub(crate) mod residues {
    /// A coefficient of a polynomial: an integer without padding.
    pub(crate) trait Residue: Copy {}

    impl Residue for i16 {}
    impl Residue for i32 {}

    /// Calls `mark` with the memory of the residues of a polynomial.
    pub(crate) fn regions<T: Residue, const N: usize>(residues: &[T; N], mark: fn(&[u8])) {
        // SAFETY: the bytes are those of the array, which has no padding; any bytes are valid, and they need no
        // alignment.
        mark(unsafe { core::slice::from_raw_parts(residues.as_ptr().cast(), size_of_val(residues)) });
    }
}

#[cfg(test)]
#[test]
fn padded_bytes_of_every_length() {
    let bytes = core::array::from_fn::<u8, 16, _>(|i| 0xf0 - 3 * i as u8);
    for len in 0..=bytes.len() {
        let mut block = [0; 16];
        block[..len].copy_from_slice(&bytes[..len]);
        assert_eq!(padded(&bytes[..len]), u128::from_le_bytes(block), "{len} bytes");
    }
}
