//! The functions of SHA-512, FIPS 180-4 Section 4.1.3, for the rounds that it shares with SHA-256.

use super::tables::K;
use crate::base::bytes;
use crate::base::lanes::Lanes;
use crate::hash::merkle_damgard::rounds::{self, Rounds};

/// Bytes in a block: sixteen 64-bit words.
pub(super) const BLOCK_LEN: usize = 128;
/// One block of the padded message, as bytes.
pub(super) type Block = [u8; BLOCK_LEN];
/// The hash value H: eight words a to h.
pub(super) type State = [u64; 8];
/// The most messages that any kernel hashes at once.
pub(super) const MOST_LANES: usize = 8;

/// SHA-512's.
pub(super) enum Sha512Rounds {}

impl Rounds for Sha512Rounds {
    type Word = u64;
    type Row = [u8; 64];
    type Block = Block;
    const K: &'static [[u64; 16]] = K.0.as_chunks().0;

    #[inline(always)]
    fn big_sigma0<const N: usize, V: Lanes<N, Word = u64>>(a: V) -> V {
        a.rotate_right::<28>().xor3(a.rotate_right::<34>(), a.rotate_right::<39>())
    }

    #[inline(always)]
    fn big_sigma1<const N: usize, V: Lanes<N, Word = u64>>(e: V) -> V {
        e.rotate_right::<14>().xor3(e.rotate_right::<18>(), e.rotate_right::<41>())
    }

    #[inline(always)]
    fn sigma0<const N: usize, V: Lanes<N, Word = u64>>(w: V) -> V {
        w.rotate_right::<1>().xor3(w.rotate_right::<8>(), w.shift_right::<7>())
    }

    #[inline(always)]
    fn sigma1<const N: usize, V: Lanes<N, Word = u64>>(w: V) -> V {
        w.rotate_right::<19>().xor3(w.rotate_right::<61>(), w.shift_right::<6>())
    }

    #[inline(always)]
    fn row(state: &State) -> &[u8; 64] {
        bytes::of_words(state)
    }

    #[inline(always)]
    fn row_mut(state: &mut State) -> &mut [u8; 64] {
        bytes::of_words_mut(state)
    }

    #[inline(always)]
    fn rows(block: &Block) -> [&[u8; 64]; 2] {
        let [low, high] = block.as_chunks().0 else { unreachable!("a block is two rows") };
        [low, high]
    }
}

/// Takes `blocks[lane]` into the state of each lane. All lanes have equally many blocks.
#[inline(always)]
pub(super) fn compress<const N: usize, V: Lanes<N, Word = u64, Row = [u8; 64]>>(
    proof: V::Proof,
    states: [&mut State; N],
    blocks: [&[Block]; N],
) {
    rounds::compress::<N, Sha512Rounds, V>(proof, states, blocks);
}
