//! The functions of SHA-256, FIPS 180-4 Section 4.1.2, for the rounds that it shares with SHA-512.

use super::tables::K;
use crate::base::bytes;
use crate::base::lanes::Lanes;
use crate::hash::merkle_damgard::rounds::{self, Rounds};

/// Bytes in a block: sixteen 32-bit words.
pub(super) const BLOCK_LEN: usize = 64;
/// One block of the padded message, as bytes.
pub(super) type Block = [u8; BLOCK_LEN];
/// The hash value H: eight words a to h.
pub(super) type State = [u32; 8];
/// The most messages that any kernel hashes at once.
pub(super) const MOST_LANES: usize = 16;

/// SHA-256's.
pub(super) enum Sha256Rounds {}

impl Rounds for Sha256Rounds {
    type Word = u32;
    type Row = [u8; 32];
    type Block = Block;
    const K: &'static [[u32; 16]] = K.0.as_chunks().0;

    #[inline(always)]
    fn big_sigma0<const N: usize, V: Lanes<N, Word = u32>>(a: V) -> V {
        a.rotate_right::<2>().xor3(a.rotate_right::<13>(), a.rotate_right::<22>())
    }

    #[inline(always)]
    fn big_sigma1<const N: usize, V: Lanes<N, Word = u32>>(e: V) -> V {
        e.rotate_right::<6>().xor3(e.rotate_right::<11>(), e.rotate_right::<25>())
    }

    #[inline(always)]
    fn sigma0<const N: usize, V: Lanes<N, Word = u32>>(w: V) -> V {
        w.rotate_right::<7>().xor3(w.rotate_right::<18>(), w.shift_right::<3>())
    }

    #[inline(always)]
    fn sigma1<const N: usize, V: Lanes<N, Word = u32>>(w: V) -> V {
        w.rotate_right::<17>().xor3(w.rotate_right::<19>(), w.shift_right::<10>())
    }

    #[inline(always)]
    fn row(state: &State) -> &[u8; 32] {
        bytes::of_half_words(state)
    }

    #[inline(always)]
    fn row_mut(state: &mut State) -> &mut [u8; 32] {
        bytes::of_half_words_mut(state)
    }

    #[inline(always)]
    fn rows(block: &Block) -> [&[u8; 32]; 2] {
        let [low, high] = block.as_chunks().0 else { unreachable!("a block is two rows") };
        [low, high]
    }
}

/// Takes `blocks[lane]` into the state of each lane. All lanes have equally many blocks.
#[inline(always)]
pub(super) fn compress<const N: usize, V: Lanes<N, Word = u32, Row = [u8; 32]>>(
    proof: V::Proof,
    states: [&mut State; N],
    blocks: [&[Block]; N],
) {
    rounds::compress::<N, Sha256Rounds, V>(proof, states, blocks);
}
