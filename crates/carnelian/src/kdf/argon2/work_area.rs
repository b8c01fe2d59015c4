//! The working memory of Argon2.

use super::block::Block;
#[cfg(feature = "alloc")]
use super::block::WORDS;
use super::error::Argon2Error;
use super::params::Params;
use crate::base::memory::{wipe, wipe_past_caches};
#[cfg(feature = "alloc")]
use crate::base::pages::Pages;
use core::fmt;

/// Reusable memory for Argon2: the cost of allocating and wiping it, a fifth of a call, is paid only once.
///
/// It is wiped when it is dropped. Until then it holds data derived from the last password, from which that call's tag
/// can be computed, so do not keep it longer than needed.
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
    /// The number of blocks to wipe.
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

/// The number of blocks from which a work area is wiped past the caches, which do not hold much more. Below it, the heap
/// gives the same memory to the next call, which finds it in the caches.
const BEYOND_CACHES: usize = 2048;

impl<'m> WorkArea<'m> {
    /// Allocates memory for calls with these parameters, or with parameters that need less. On Linux, 2 MiB and more
    /// consist of huge pages, if the system has them.
    ///
    /// # Errors
    /// [`Argon2Error::OutOfMemory`] if there is not enough memory.
    #[cfg(feature = "alloc")]
    pub fn new(params: &Params) -> Result<Self, Argon2Error> {
        let out_of_memory = Argon2Error::OutOfMemory { kib: params.blocks().into() };
        let blocks = usize::try_from(params.blocks()).map_err(|_| out_of_memory)?;
        let pages = Pages::zeroed(blocks).ok_or(out_of_memory)?;
        Ok(Self { memory: Memory::Allocated(pages), used: 0 })
    }

    /// Uses the caller's memory, at least [`Params::blocks`]. Its initial content does not matter; the blocks that were
    /// used are zeroed when the work area is dropped.
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

    /// Returns as many blocks as the parameters require.
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
        let blocks = &mut self.memory.blocks()[..used];
        if used < BEYOND_CACHES {
            blocks.iter_mut().for_each(|block| wipe(&mut block.0));
        } else {
            wipe_past_caches(blocks);
        }
    }
}

impl zeroize::ZeroizeOnDrop for WorkArea<'_> {}

impl fmt::Debug for WorkArea<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WorkArea(..)")
    }
}
