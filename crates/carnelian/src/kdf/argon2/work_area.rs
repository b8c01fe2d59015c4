//! The memory that Argon2 works in.

use super::Block;
use super::block::WORDS;
use super::error::Argon2Error;
use super::params::Params;
use crate::base::pages::Pages;
use core::ops::{Deref, DerefMut};

/// Memory for Argon2, to be used again and again: what a call spends on getting it, one part in six, is spent once. Every
/// call wipes what it used.
///
/// On Linux it is of huge pages, where the system has them. Any other `&mut [Block]` serves as well.
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
#[derive(Debug)]
pub struct WorkArea(Pages<WORDS>);

impl WorkArea {
    /// Memory for calls with these parameters, or with such as need less.
    ///
    /// # Errors
    /// [`Argon2Error::OutOfMemory`] if there is not as much.
    pub fn new(params: &Params) -> Result<Self, Argon2Error> {
        let out_of_memory = Argon2Error::OutOfMemory { kib: params.blocks().into() };
        let blocks = usize::try_from(params.blocks()).map_err(|_| out_of_memory)?;
        Pages::zeroed(blocks).map(Self).ok_or(out_of_memory)
    }
}

impl Deref for WorkArea {
    type Target = [Block];

    fn deref(&self) -> &[Block] {
        &self.0
    }
}

impl DerefMut for WorkArea {
    fn deref_mut(&mut self) -> &mut [Block] {
        &mut self.0
    }
}
