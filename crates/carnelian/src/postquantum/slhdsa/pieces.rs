//! Slices in pieces whose length is known at run time only.
//!
//! `chunks` and `chunks_exact` divide to know how many pieces there are, and the scan of the machine code cannot tell that
//! from a division of secrets.

use core::iter;
use core::mem::take;

/// Splits into pieces of `len` elements; the last one has the remainder.
pub(super) fn pieces<T>(slice: &[T], len: usize) -> impl Iterator<Item = &[T]> {
    let mut rest = slice;
    iter::from_fn(move || {
        let (piece, after) = rest.split_at(rest.len().min(len));
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Does the same for a slice that is written.
pub(super) fn pieces_mut<T>(slice: &mut [T], len: usize) -> impl Iterator<Item = &mut [T]> {
    let mut rest = slice;
    iter::from_fn(move || {
        let at = rest.len().min(len);
        let (piece, after) = take(&mut rest).split_at_mut(at);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}
