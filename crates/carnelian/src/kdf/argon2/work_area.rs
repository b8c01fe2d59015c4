//! The memory that Argon2 works in.

use super::block::Block;
#[cfg(feature = "alloc")]
use super::block::WORDS;
use super::error::Argon2Error;
use super::params::Params;
use crate::base::memory::wipe_past_caches;
#[cfg(feature = "alloc")]
use crate::base::pages::Pages;
use core::fmt;

/// Memory for Argon2, to be used again and again: what a call spends on getting and on wiping it, a fifth, is spent once.
///
/// It is wiped when it is dropped. Until then it holds what the last call made of a password, of which that call's tag
/// follows, so do not keep it longer than it is needed.
///
/// ```
/// use carnelian::kdf::argon2::{Argon2, Params, WorkArea};
/// let params = Params::new(1024, 1, 1)?;
/// let mut area = WorkArea::new(&params)?;
/// let mut keys = [[0; 32]; 2];
/// for (key, password) in keys.iter_mut().zip([b"first", b"other"]) {
///     Argon2::id(params).hash_in(&mut area, password, b"a salt of its own", key)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WorkArea<'m> {
    memory: Memory<'m>,
    /// How many blocks are to be wiped.
    used: usize,
}

enum Memory<'m> {
    #[cfg(feature = "alloc")]
    Allocated(Pages<WORDS>),
    Borrowed(&'m mut [Block]),
}

impl Memory<'_> {
    fn blocks(&mut self) -> &mut [Block] {
        match self {
            #[cfg(feature = "alloc")]
            Self::Allocated(pages) => pages,
            Self::Borrowed(blocks) => blocks,
        }
    }
}

impl<'m> WorkArea<'m> {
    /// New memory for calls with these parameters, or with such as need less. On Linux it is of huge pages, where the system
    /// has them.
    ///
    /// # Errors
    /// [`Argon2Error::OutOfMemory`] if there is not as much.
    #[cfg(feature = "alloc")]
    pub fn new(params: &Params) -> Result<Self, Argon2Error> {
        let out_of_memory = Argon2Error::OutOfMemory { kib: params.blocks().into() };
        let blocks = usize::try_from(params.blocks()).map_err(|_| out_of_memory)?;
        let pages = Pages::zeroed(blocks).ok_or(out_of_memory)?;
        Ok(Self { memory: Memory::Allocated(pages), used: 0 })
    }

    /// Memory of the caller's, [`Params::blocks`] of it or more. What stands there does not matter; what was used is zeros
    /// when the work area is dropped.
    ///
    /// ```
    /// use carnelian::kdf::argon2::{Argon2, Block, Params, WorkArea};
    /// let params = Params::new(32, 3, 4)?;
    /// let mut memory = [Block::ZERO; 32];
    /// let mut key = [0; 16];
    /// Argon2::id(params).hash_in(&mut WorkArea::borrowed(&mut memory), b"password", b"random salt", &mut key)?;
    /// assert!(memory.iter().all(|block| *block == Block::ZERO));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn borrowed(blocks: &'m mut [Block]) -> Self {
        Self { memory: Memory::Borrowed(blocks), used: 0 }
    }

    /// As many blocks as the parameters ask for.
    pub(super) fn blocks_for(&mut self, params: &Params) -> Result<&mut [Block], Argon2Error> {
        let blocks = self.memory.blocks();
        let (needed, found) = (params.blocks() as usize, blocks.len());
        let work = blocks.get_mut(..needed).ok_or(Argon2Error::WorkArea { needed, found })?;
        self.used = self.used.max(needed);
        Ok(work)
    }
}

impl Drop for WorkArea<'_> {
    fn drop(&mut self) {
        let used = self.used;
        wipe_past_caches(&mut self.memory.blocks()[..used]);
    }
}

impl zeroize::ZeroizeOnDrop for WorkArea<'_> {}

impl fmt::Debug for WorkArea<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WorkArea(..)")
    }
}
