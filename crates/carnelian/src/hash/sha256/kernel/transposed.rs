//! The contract of the kernels over rows.

use crate::hash::transposed::Rows;

/// The number of inputs side by side.
pub(crate) const LANES: usize = 16;
/// The bytes of a prefix of values: five words, and the upper half of a sixth.
pub(crate) const PREFIX_LEN: usize = 22;
/// Rows of words in native order.
pub(crate) type Words<const N: usize> = Rows<u32, LANES, N>;

/// The compression function over rows. Lanes from `lanes` on, which is 1 to 16, may become anything.
pub(in crate::hash::sha256) trait Kernel: Copy {
    /// FIPS 180-4 Section 6.2.2: absorbs one block for each lane.
    fn compress(self, lanes: usize, state: &mut Words<8>, block: &Words<16>);

    /// [`iterate`](crate::hash::sha256::transposed::iterate) and [`walk`](crate::hash::sha256::transposed::walk), with
    /// the values that are kept at stops.
    fn iterate(self, lanes: usize, chains: &Chains<'_>, value: &mut Words<8>, kept: Option<&mut Words<8>>);
}

/// The values that the steps of a chain have in common.
#[derive(Clone, Copy)]
pub(in crate::hash::sha256) struct Chains<'a> {
    /// The hash value before the block.
    pub(in crate::hash::sha256) midstate: &'a Words<8>,
    /// The prefix of a step before the others, if there is one.
    pub(in crate::hash::sha256) before: Option<&'a Words<6>>,
    /// The prefix of the first step.
    pub(in crate::hash::sha256) prefix: &'a Words<6>,
    /// The number of words in a value: 4, 6 or 8.
    pub(in crate::hash::sha256) words: usize,
    /// The number of steps.
    pub(in crate::hash::sha256) steps: usize,
    /// The stops on the way, in their order.
    pub(in crate::hash::sha256) stops: &'a [Stop],
}

/// A point between two steps of a chain, at which some lanes keep their values.
#[derive(Clone, Copy)]
pub(crate) struct Stop {
    /// The lanes: words of ones, and of zeros in the other lanes.
    pub(crate) lanes: [u32; LANES],
    /// The number of steps before.
    pub(crate) step: usize,
}

/// Calls `$run::<WORDS>` with the number of words as a constant.
macro_rules! with_words {
    ($chains:expr, $run:ident $arguments:tt) => {
        match $chains.words {
            4 => $run::<4> $arguments,
            6 => $run::<6> $arguments,
            8 => $run::<8> $arguments,
            _ => unreachable!("values have 4, 6 or 8 words"),
        }
    };
}
pub(in crate::hash::sha256) use with_words;
