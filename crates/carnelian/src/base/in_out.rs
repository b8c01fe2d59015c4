//! Data that a cipher processes in place or from one buffer to another.
#![allow(unsafe_code)]

use crate::error::LengthError;
use core::marker::PhantomData;
use core::ops::Range;

/// An input and an output of equal length, which are either the same buffer or do not overlap. The type is public
/// because traits of ciphers mention it, but cannot be named.
pub struct InOut<'a> {
    input: *const u8,
    output: *mut u8,
    len: usize,
    life: PhantomData<&'a mut [u8]>,
}

impl<'a> InOut<'a> {
    /// Processes `data` in place.
    #[inline]
    pub(crate) fn in_place(data: &'a mut [u8]) -> Self {
        let output = data.as_mut_ptr();
        Self { input: output, output, len: data.len(), life: PhantomData }
    }

    /// Reads `input` and writes `output`; `what` is the name of the output in the error.
    ///
    /// # Errors
    /// [`LengthError`] if they have different lengths.
    #[inline]
    pub(crate) fn between(input: &'a [u8], output: &'a mut [u8], what: &'static str) -> Result<Self, LengthError> {
        if input.len() != output.len() {
            return Err(LengthError { what, expected: input.len(), found: output.len() });
        }
        Ok(Self { input: input.as_ptr(), output: output.as_mut_ptr(), len: input.len(), life: PhantomData })
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Splits into the first `middle` bytes and the remainder.
    ///
    /// # Panics
    /// If there are fewer than `middle` bytes.
    #[inline(always)]
    pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
        assert!(middle <= self.len, "split after the end");
        let Self { input, output, len, life } = self;
        // SAFETY: `middle` ≤ `len`, so the offset is within both buffers or one past their ends.
        let (rest_in, rest_out) = unsafe { (input.add(middle), output.add(middle)) };
        (Self { input, output, len: middle, life }, Self { input: rest_in, output: rest_out, len: len - middle, life })
    }

    /// Borrows a part.
    ///
    /// # Panics
    /// If the range is out of bounds.
    #[inline(always)]
    pub(crate) fn part(&mut self, range: Range<usize>) -> InOut<'_> {
        let Range { start, end } = range;
        assert!(start <= end && end <= self.len, "a part that is not within the whole");
        // SAFETY: the range is within both buffers.
        let (input, output) = unsafe { (self.input.add(start), self.output.add(start)) };
        InOut { input, output, len: end - start, life: PhantomData }
    }

    /// Returns the input.
    #[inline(always)]
    pub(crate) fn input(&self) -> &[u8] {
        // SAFETY: the buffer is alive and initialised for `'a`; nothing is written through `self` while the slice is
        // borrowed.
        unsafe { core::slice::from_raw_parts(self.input, self.len) }
    }

    /// Returns the output with its current content.
    #[inline(always)]
    pub(crate) fn output(&self) -> &[u8] {
        // SAFETY: the buffer is alive and initialised for `'a`; nothing is written through `self` while the slice is
        // borrowed.
        unsafe { core::slice::from_raw_parts(self.output, self.len) }
    }

    /// Returns the output for writing.
    #[inline(always)]
    pub(crate) fn output_mut(&mut self) -> &mut [u8] {
        // SAFETY: the buffer is alive and initialised for `'a`; nothing else is read or written while the slice is
        // borrowed.
        unsafe { core::slice::from_raw_parts_mut(self.output, self.len) }
    }

    /// Returns the pointers to the input and the output, for backends.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn pointers(&mut self) -> (*const u8, *mut u8) {
        (self.input, self.output)
    }

    /// Writes the XOR of the input and `stream`.
    ///
    /// # Panics
    /// If `stream` is shorter than the input.
    #[inline(always)]
    pub(crate) fn xor(&mut self, stream: &[u8]) {
        for (at, byte) in stream[..self.len].iter().enumerate() {
            // SAFETY: `at` < `len`, so it is within both buffers, whose bytes are initialised.
            unsafe { *self.output.add(at) = *self.input.add(at) ^ byte };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_write_the_exclusive_or() {
        let (mut data, mut output) = ([1, 2, 3, 4, 5], [0xee; 5]);
        let input = data;
        InOut::between(&input, &mut output, "output").unwrap().xor(&[7; 8]);
        InOut::in_place(&mut data).xor(&[7; 8]);
        assert_eq!(data, [6, 5, 4, 3, 2]);
        assert_eq!(data, output);
    }

    #[test]
    fn halves_are_where_they_were() {
        let mut data = [0, 1, 2, 3, 4];
        let (mut first, mut second) = InOut::in_place(&mut data).split_at(2);
        assert_eq!((first.input(), second.output()), (&[0, 1][..], &[2, 3, 4][..]));
        second.part(1..3).output_mut().fill(9);
        first.xor(&[1; 2]);
        assert_eq!((first.len(), second.len()), (2, 3));
        assert_eq!(data, [1, 0, 2, 9, 9]);
    }

    #[test]
    fn different_lengths_are_refused() {
        let refused = InOut::between(&[0; 3], &mut [0; 2], "output").err();
        assert_eq!(refused, Some(LengthError { what: "output", expected: 3, found: 2 }));
    }

    #[test]
    #[should_panic(expected = "split after the end")]
    fn nothing_is_split_off_behind_the_end() {
        let _ = InOut::in_place(&mut [0; 3]).split_at(4);
    }

    #[test]
    #[should_panic(expected = "not within the whole")]
    fn no_part_reaches_behind_the_end() {
        let _ = InOut::in_place(&mut [0; 3]).part(2..4);
    }
}
