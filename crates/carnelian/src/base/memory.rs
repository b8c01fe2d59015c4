//! Wiping memory that held secrets.

use super::ct::Word;

/// Overwrites `words` with zeros that the optimiser may not leave out, even when nothing reads them again.
#[inline(always)]
pub(crate) fn wipe<W: Word + Default>(words: &mut [W]) {
    words.fill(W::default());
    zeroize::optimization_barrier(words);
}
