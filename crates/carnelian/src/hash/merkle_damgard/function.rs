//! The parameters of a hash function of FIPS 180-4, the operations of a compression function, and the messages in the
//! lanes of its widest kernel.

use crate::base::ct::Word;
use crate::base::memory::{wipe, wiping_stack};
use crate::error::LengthError;
use crate::hash::side_by_side;
use core::ops::Range;

/// A hash function of FIPS 180-4, the parameter of [`Hasher`](super::Hasher). Sealed: the functions are those that
/// [`crate::hash`] names.
pub trait Function: sealed::Sealed + Sized + 'static {
    /// The name in the standard.
    const NAME: &'static str;
    /// A digest: an array of bytes.
    type Digest: AsRef<[u8]> + AsMut<[u8]> + Copy;

    /// The compression function, Section 6.2.2 or 6.4.2.
    #[doc(hidden)]
    type Compression: Compression;
    /// H⁽⁰⁾, Section 5.3.
    #[doc(hidden)]
    const INITIAL: State<Self::Compression>;
    /// The number of bytes in a digest.
    #[doc(hidden)]
    const DIGEST_LEN: usize;

    /// Returns the digest: the leftmost bytes of the hash value.
    #[doc(hidden)]
    fn leftmost(state: &State<Self::Compression>) -> Self::Digest;
}

/// A hash value H⁽ⁱ⁾: eight words, in the standard's order.
pub(crate) type State<C> = [<C as Compression>::Word; 8];

/// The compression function of SHA-256 or SHA-512 with its backends.
pub trait Compression: Sized + 'static {
    /// `u32` or `u64`.
    type Word: Word + Default;
    /// Sixteen words as bytes.
    type Block: Copy + AsRef<[u8]> + AsMut<[u8]> + 'static;
    /// An implementation that this CPU can run.
    type Backend: Copy;
    /// The word 0.
    const ZERO: Self::Word;
    /// A block of zeros.
    const EMPTY_BLOCK: Self::Block;
    /// The number of bytes in a block.
    const BLOCK_LEN: usize = size_of::<Self::Block>();

    /// Returns the best backend for this CPU and the tier in force.
    fn choose() -> Self::Backend;
    /// Returns the name of a backend.
    fn name(backend: Self::Backend) -> &'static str;

    /// Absorbs blocks into a hash value.
    fn compress(backend: Self::Backend, state: &mut State<Self>, blocks: &[Self::Block]);
    /// Absorbs the end of a message: `blocks`, which may be none, then `last`.
    #[inline]
    fn compress_end(backend: Self::Backend, state: &mut State<Self>, blocks: &[Self::Block], last: &[Self::Block]) {
        if !blocks.is_empty() {
            Self::compress(backend, state, blocks);
        }
        Self::compress(backend, state, last);
    }
    /// Absorbs one block into each of two hash values.
    fn compress_two(backend: Self::Backend, states: [&mut State<Self>; 2], blocks: [&Self::Block; 2]);
    /// Advances lanes, at least one of them busy, with the fastest kernel for the number of busy ones.
    fn advance<const MAX: usize>(backend: Self::Backend, lanes: &mut Lanes<'_, Self, MAX>);
    /// [`digest_all`](super::batch::digest_all), over as many lanes as the widest kernel has.
    ///
    /// # Errors
    /// [`LengthError`] if the numbers of messages and digests differ; no digest is written then.
    fn digest_all<F: Function<Compression = Self>>(
        messages: &[&[u8]],
        digests: &mut [F::Digest],
    ) -> Result<(), LengthError>;

    /// Splits bytes into whole blocks and a remainder.
    fn blocks(data: &[u8]) -> (&[Self::Block], &[u8]);
    /// Returns the bytes of blocks.
    fn bytes_mut(blocks: &mut [Self::Block]) -> &mut [u8];
    /// Returns the leftmost `LEN` bytes of a hash value, its words in big-endian order.
    fn leftmost<const LEN: usize>(state: &State<Self>) -> [u8; LEN];
    /// [`pad`](super::intake::pad).
    fn pad(last: &mut [Self::Block; 2], rest: &[u8], length: u128) -> usize;
}

/// Up to `MAX` messages that are being absorbed.
pub(in crate::hash) type Lanes<'m, C, const MAX: usize> = side_by_side::Lanes<Lane<'m, C>, MAX>;

impl<C: Compression, const MAX: usize> Lanes<'_, C, MAX> {
    /// Advances the first `N` busy lanes, at least one, by as many blocks as all of them have available. If fewer than
    /// `N` are busy, the kernel absorbs the blocks of a busy lane into unused states.
    pub(in crate::hash) fn advance<const N: usize>(&mut self, compress: impl Fn([&mut State<C>; N], [&[C::Block]; N])) {
        let (mut picked, count) = self.pick::<N>();
        let mut spare = [[C::ZERO; 8]; N];
        let mut states = spare.each_mut();
        let mut blocks: [&[C::Block]; N] = [&[]; N];
        for (i, lane) in picked.iter_mut().flatten().enumerate() {
            (states[i], blocks[i]) = lane.split(count);
        }
        let filler = blocks[0];
        compress(states, blocks.map(|blocks| if blocks.is_empty() { filler } else { blocks }));
        wipe(spare.as_flattened_mut());
        for lane in picked.into_iter().flatten() {
            lane.skip(count);
        }
    }
}

/// A message that is being absorbed, or none.
pub struct Lane<'m, C: Compression> {
    pub(super) state: State<C>,
    /// The whole blocks that are not absorbed yet.
    body: &'m [C::Block],
    /// The blocks with the padding, which follow; those in `padded` are not absorbed yet.
    last: [C::Block; 2],
    padded: Range<usize>,
}

impl<C: Compression> side_by_side::Lane for Lane<'_, C> {
    const IDLE: Self = Self { state: [C::ZERO; 8], body: &[], last: [C::EMPTY_BLOCK; 2], padded: 0..0 };

    /// The padded blocks come last.
    fn is_busy(&self) -> bool {
        !self.padded.is_empty()
    }

    fn at_hand(&self) -> usize {
        if self.body.is_empty() { self.padded.len() } else { self.body.len() }
    }
}

impl<'m, C: Compression> Lane<'m, C> {
    /// Starts a message. Its end passes through registers, which may be spilled.
    pub(super) fn start(&mut self, message: &'m [u8], initial: &State<C>) {
        let (body, rest) = C::blocks(message);
        self.state = *initial;
        self.body = body;
        self.padded = 0..wiping_stack::<192, _>(|| C::pad(&mut self.last, rest, message.len() as u128));
    }

    /// Returns the state and the next `count` of the available blocks.
    fn split(&mut self, count: usize) -> (&mut State<C>, &[C::Block]) {
        let at_hand = if self.body.is_empty() { &self.last[self.padded.clone()] } else { self.body };
        (&mut self.state, &at_hand[..count])
    }

    /// Skips `count` of the available blocks.
    fn skip(&mut self, count: usize) {
        if self.body.is_empty() {
            self.padded.start += count;
        } else {
            self.body = &self.body[count..];
        }
    }
}

impl<C: Compression> Drop for Lane<'_, C> {
    fn drop(&mut self) {
        wipe(&mut self.state);
        wipe(C::bytes_mut(&mut self.last));
    }
}

pub(in crate::hash) mod sealed {
    pub trait Sealed {}
}

/// Generates hash functions from a table of their names, the numbers of bytes in their digests, their initial values, and
/// the last numbers of their object identifiers in NIST's arc, if they are in it.
macro_rules! functions {
    ($Compression:ty; $($(#[$doc:meta])* $Function:ident = $name:literal, $len:literal, $initial:expr $(, $arc:literal)?;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $Function {}

        impl $crate::hash::merkle_damgard::sealed::Sealed for $Function {}

        impl $crate::hash::merkle_damgard::Function for $Function {
            const NAME: &'static str = $name;
            type Digest = [u8; $len];
            type Compression = $Compression;
            const INITIAL: $crate::hash::merkle_damgard::State<$Compression> = $initial;
            const DIGEST_LEN: usize = $len;

            #[inline]
            fn leftmost(state: &$crate::hash::merkle_damgard::State<$Compression>) -> [u8; $len] {
                <$Compression as $crate::hash::merkle_damgard::Compression>::leftmost(state)
            }
        }

        $(impl $crate::hash::functions::NistHash for $crate::hash::merkle_damgard::Hasher<$Function> {
            const ARC: u8 = $arc;
        })?
    )+};
}
pub(in crate::hash) use functions;
