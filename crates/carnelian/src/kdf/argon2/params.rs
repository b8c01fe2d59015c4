//! Cost parameters of Argon2, RFC 9106 Sections 3.1 and 4.

use super::kernel::SLICES;
use crate::base::division::divide;
use core::fmt;

/// The amount of memory, the number of passes over it and the number of lanes: m, t and p.
///
/// ```
/// use carnelian::kdf::argon2::Params;
/// let params = Params::new(256 * 1024, 2, 4)?;
/// assert_eq!(params.memory_kib(), 262_144);
/// assert_eq!(Params::new(31, 1, 4).unwrap_err().to_string(), "Argon2 with 4 lanes needs at least 32 KiB, not 31");
/// # Ok::<(), carnelian::kdf::argon2::ParamsError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    memory_kib: u32,
    passes: u32,
    lanes: u32,
}

impl Params {
    /// The first recommended option of Section 4: 2 GiB, one pass, 4 lanes. A safe choice wherever that much memory is
    /// available.
    pub const FIRST_RECOMMENDED: Self = Self { memory_kib: 2 << 20, passes: 1, lanes: 4 };
    /// The second recommended option of Section 4: 64 MiB, three passes, 4 lanes. For systems with much less memory.
    pub const SECOND_RECOMMENDED: Self = Self { memory_kib: 64 << 10, passes: 3, lanes: 4 };

    /// The maximum number of lanes: 2^24 − 1.
    pub const MAX_LANES: u32 = (1 << 24) - 1;

    /// Creates parameters of m KiB of memory, t passes and p lanes. Memory that is not a multiple of 4p KiB is rounded
    /// down to one; the original value is still hashed as a parameter.
    ///
    /// # Errors
    /// [`ParamsError`] if m is below 8p, t is 0, or p is not in the range 1 to 2^24 − 1. No memory is allocated yet.
    pub const fn new(memory_kib: u32, passes: u32, lanes: u32) -> Result<Self, ParamsError> {
        if lanes == 0 || lanes > Self::MAX_LANES {
            return Err(ParamsError::Lanes { found: lanes });
        }
        if passes == 0 {
            return Err(ParamsError::NoPasses);
        }
        if memory_kib < 8 * lanes {
            return Err(ParamsError::Memory { lanes, found: memory_kib });
        }
        Ok(Self { memory_kib, passes, lanes })
    }

    /// Returns m, the memory in KiB.
    #[must_use]
    pub const fn memory_kib(&self) -> u32 {
        self.memory_kib
    }

    /// Returns t, the number of passes over the memory.
    #[must_use]
    pub const fn passes(&self) -> u32 {
        self.passes
    }

    /// Returns p, the number of lanes, which can be computed in parallel.
    #[must_use]
    pub const fn lanes(&self) -> u32 {
        self.lanes
    }

    /// Returns the number of [blocks](super::Block) of memory that are used: m′ = 4p ⌊m / 4p⌋.
    #[must_use]
    pub const fn blocks(&self) -> u32 {
        self.segment_len() * SLICES as u32 * self.lanes
    }

    /// Returns ⌊m / 4p⌋.
    pub(super) const fn segment_len(&self) -> u32 {
        divide(self.memory_kib as u64 / SLICES as u64, self.lanes) as u32
    }

    /// Returns 2^64 / p, rounded up, modulo 2^64.
    pub(super) const fn reciprocal(&self) -> u64 {
        divide(u64::MAX, self.lanes).wrapping_add(1)
    }
}

/// Parameters that Argon2 does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParamsError {
    /// There must be at least 8 KiB for each lane.
    Memory {
        /// The number of lanes.
        lanes: u32,
        /// The memory that was found, in KiB.
        found: u32,
    },
    /// There must be at least one pass.
    NoPasses,
    /// There must be 1 to 2^24 − 1 lanes.
    Lanes {
        /// The number that was found.
        found: u32,
    },
}

impl fmt::Display for ParamsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory { lanes, found } => {
                let least = 8 * u64::from(*lanes);
                write!(f, "Argon2 with {lanes} lanes needs at least {least} KiB, not {found}")
            }
            Self::NoPasses => f.write_str("Argon2 needs at least one pass"),
            Self::Lanes { found } => write!(f, "Argon2 has 1 to {} lanes, not {found}", Params::MAX_LANES),
        }
    }
}

impl core::error::Error for ParamsError {}
