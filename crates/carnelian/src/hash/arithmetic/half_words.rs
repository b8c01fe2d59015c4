//! The common parts of compression functions over words of 32 bits: the operations of a backend, and the dispatch to its
//! kernels for one message and for several.

/// The number of bytes in a block: sixteen words.
pub(in crate::hash) const BLOCK_LEN: usize = 64;
/// M⁽ⁱ⁾, one block of the padded message.
pub(in crate::hash) type Block = [u8; BLOCK_LEN];
/// H⁽ⁱ⁾, the hash value. A function with fewer than eight words has zeros in the others, which make it a row of lanes.
pub(in crate::hash) type State = [u32; 8];
/// The maximum number of messages that a kernel hashes at once.
pub(in crate::hash) const MAX_LANES: usize = 16;

/// The compression function `C`, for one message and for several.
pub(in crate::hash) trait Kernel<C>: Copy {
    /// Absorbs whole blocks into the state, one after the other.
    fn compress(self, state: &mut State, blocks: &[Block]);

    /// Like [`compress`](Self::compress), for the end of a message: absorbs `blocks`, then `last`.
    #[inline]
    fn compress_end(self, state: &mut State, blocks: &[Block], last: &[Block]) {
        if !blocks.is_empty() {
            self.compress(state, blocks);
        }
        self.compress(state, last);
    }

    /// Absorbs `blocks[lane]` into `states[lane]` for two messages, which have equally many blocks.
    #[inline]
    fn compress_x2(self, states: [&mut State; 2], blocks: [&[Block]; 2]) {
        one_by_one(self, states, blocks);
    }

    /// Like [`compress_x2`](Self::compress_x2), for eight messages.
    fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
        one_by_one(self, states, blocks);
    }

    /// Like [`compress_x2`](Self::compress_x2), for sixteen messages.
    fn compress_x16(self, states: [&mut State; 16], blocks: [&[Block]; 16]) {
        one_by_one(self, states, blocks);
    }

    /// The number of messages from which each kernel for several is faster than a smaller one.
    const PAYS_FROM: PaysFrom;
}

fn one_by_one<C, const N: usize>(kernel: impl Kernel<C>, states: [&mut State; N], blocks: [&[Block]; N]) {
    for (state, blocks) in states.into_iter().zip(blocks) {
        kernel.compress(state, blocks);
    }
}

/// The number of messages from which a kernel for several is faster than a smaller one, or [`NEVER`](Self::NEVER).
#[derive(Clone, Copy)]
pub struct PaysFrom {
    pub(in crate::hash) x16: usize,
    pub(in crate::hash) x8: usize,
    pub(in crate::hash) x2: usize,
}

impl PaysFrom {
    /// More than the maximum number of lanes.
    pub(in crate::hash) const NEVER: usize = MAX_LANES + 1;
    /// There are no kernels for several messages.
    pub(in crate::hash) const ONE_BY_ONE: Self = Self { x16: Self::NEVER, x8: Self::NEVER, x2: Self::NEVER };
}

/// Vectors whose lanes hash many messages.
pub(in crate::hash) trait Wide<C>: Copy {
    /// [`Kernel::compress_x8`].
    fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]);

    /// [`Kernel::compress_x16`].
    fn compress_x16(self, states: [&mut State; 16], blocks: [&[Block]; 16]);
}

/// Vectors for many messages beside a backend `Few` for one or two.
pub(in crate::hash) trait Beside<C, Few>: Wide<C> {
    /// [`Kernel::PAYS_FROM`] of the two.
    const PAYS_FROM: PaysFrom;
}

impl<C, Few: Kernel<C>, Many: Beside<C, Few>> Kernel<C> for (Few, Many) {
    const PAYS_FROM: PaysFrom = Many::PAYS_FROM;

    #[inline]
    fn compress(self, state: &mut State, blocks: &[Block]) {
        self.0.compress(state, blocks);
    }

    #[inline]
    fn compress_end(self, state: &mut State, blocks: &[Block], last: &[Block]) {
        self.0.compress_end(state, blocks, last);
    }

    #[inline]
    fn compress_x2(self, states: [&mut State; 2], blocks: [&[Block]; 2]) {
        self.0.compress_x2(states, blocks);
    }

    fn compress_x8(self, states: [&mut State; 8], blocks: [&[Block]; 8]) {
        self.1.compress_x8(states, blocks);
    }

    fn compress_x16(self, states: [&mut State; 16], blocks: [&[Block]; 16]) {
        self.1.compress_x16(states, blocks);
    }
}

/// A compression function over words of 32 bits, with the dispatch to the kernels of its backends.
pub trait HalfWords: Sized + 'static {
    /// An implementation that this CPU can run.
    type Backend: Copy;

    /// Returns the best backend for this CPU and the tier in force.
    fn choose() -> Self::Backend;
    /// Returns the name of a backend.
    fn name(backend: Self::Backend) -> &'static str;
    /// [`Kernel::PAYS_FROM`].
    fn lanes_pay_from(backend: Self::Backend) -> PaysFrom;

    /// [`Kernel::compress`], for at least one block.
    fn compress(backend: Self::Backend, state: &mut State, blocks: &[Block]);
    /// [`Kernel::compress_end`].
    fn compress_end(backend: Self::Backend, state: &mut State, blocks: &[Block], last: &[Block]);
    /// [`Kernel::compress_x2`].
    fn compress_x2(backend: Self::Backend, states: [&mut State; 2], blocks: [&[Block]; 2]);
    /// [`Kernel::compress_x8`].
    fn compress_x8(backend: Self::Backend, states: [&mut State; 8], blocks: [&[Block]; 8]);
    /// [`Kernel::compress_x16`].
    fn compress_x16(backend: Self::Backend, states: [&mut State; 16], blocks: [&[Block]; 16]);
}

/// Implements [`HalfWords`] for a compression function by the table of its backends, in the file of that table. The
/// labels are those of the entries to the kernels in tests.
macro_rules! half_words {
    ($Compression:ident: $one:literal $two:literal $eight:literal $sixteen:literal) => {
        impl $crate::hash::arithmetic::half_words::HalfWords for $Compression {
            type Backend = Backend;

            #[inline]
            fn choose() -> Backend {
                Backend::choose()
            }

            fn name(backend: Backend) -> &'static str {
                backend.name()
            }

            #[inline]
            fn lanes_pay_from(backend: Backend) -> PaysFrom {
                dispatch!(backend, |_kernel: K| <K as Kernel<$Compression>>::PAYS_FROM)
            }

            #[inline]
            fn compress(backend: Backend, state: &mut State, blocks: &[Block]) {
                dispatch!($one, backend, |kernel| Kernel::<$Compression>::compress(kernel, state, blocks));
            }

            #[inline]
            fn compress_end(backend: Backend, state: &mut State, blocks: &[Block], last: &[Block]) {
                dispatch!($one, backend, |kernel| Kernel::<$Compression>::compress_end(kernel, state, blocks, last));
            }

            #[inline]
            fn compress_x2(backend: Backend, states: [&mut State; 2], blocks: [&[Block]; 2]) {
                dispatch!($two, backend, |kernel| Kernel::<$Compression>::compress_x2(kernel, states, blocks));
            }

            fn compress_x8(backend: Backend, states: [&mut State; 8], blocks: [&[Block]; 8]) {
                dispatch!($eight, backend, |kernel| Kernel::<$Compression>::compress_x8(kernel, states, blocks));
            }

            fn compress_x16(backend: Backend, states: [&mut State; 16], blocks: [&[Block]; 16]) {
                dispatch!($sixteen, backend, |kernel| Kernel::<$Compression>::compress_x16(kernel, states, blocks));
            }
        }
    };
}
pub(in crate::hash) use half_words;
