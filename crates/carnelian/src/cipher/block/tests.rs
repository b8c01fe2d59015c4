//! Keys of every block cipher, over one with blocks of 64 bits, and keystreams without kernels for counters.

use super::aes::{Aes128, Aes256};
use super::cipher::{BlockCipher, Kernels};
use super::testing::Plain;
use super::{DecryptionKey, EncryptionKey};
use crate::base::in_out::InOut;
use crate::base::testing::bytes_after_drop;
use crate::cipher::arithmetic::blocks::Counter;
use std::format;
use std::vec;

/// A Feistel network of four rounds over blocks of 64 bits, for this test only.
#[derive(Clone, Copy)]
enum Small {}

/// The last half of a round's output: its first half XORed with a function of the last half and the round key.
fn mixed(half: u32, key: u8) -> u32 {
    half.rotate_left(7).wrapping_mul(0x9e37_79b1) ^ u32::from(key)
}

impl Kernels for Small {
    type Backend = ();
    type Bytes = [u8; 4];
    type Schedule = [u8; 4];
    const EMPTY: [u8; 4] = [0; 4];

    fn choose() {}

    fn name((): ()) -> &'static str {
        "portable"
    }

    fn expand((): (), key: &[u8; 4], schedule: &mut [u8; 4]) {
        *schedule = *key;
    }

    fn invert((): (), schedule: &mut [u8; 4]) {
        schedule.reverse();
    }

    fn encrypt_blocks((): (), schedule: &[u8; 4], mut data: InOut<'_>) {
        let input = data.input().to_vec();
        for (block, output) in input.as_chunks::<8>().0.iter().zip(data.output_mut().as_chunks_mut::<8>().0) {
            let both = u64::from_le_bytes(*block);
            let (mut left, mut right) = (both as u32, (both >> 32) as u32);
            for key in schedule {
                (left, right) = (right, left ^ mixed(right, *key));
            }
            // The halves are swapped once more, so that decryption is encryption with the keys in reverse.
            *output = (u64::from(left) << 32 | u64::from(right)).to_le_bytes();
        }
    }

    fn decrypt_blocks((): (), schedule: &[u8; 4], data: InOut<'_>) {
        Self::encrypt_blocks((), schedule, data);
    }
}

impl BlockCipher for Small {
    const NAME: &'static str = "Small";
    const KEY_LEN: usize = 4;
    const LANES: usize = 1;
    type Key = [u8; 4];
    type Block = [u8; 8];
}

#[test]
fn keys_decrypt_what_they_encrypted() {
    fn check<C: BlockCipher>(key: &C::Key) {
        let mut blocks = vec![C::Block::default(); 3 * C::LANES + 1];
        for (number, block) in blocks.iter_mut().enumerate() {
            block.as_mut()[0] = number as u8;
        }
        let (plaintext, mut one) = (blocks.clone(), blocks[1]);
        EncryptionKey::<C>::new(key).encrypt_blocks(&mut blocks);
        EncryptionKey::<C>::boxed(key).encrypt_block(&mut one);
        assert!(one == blocks[1] && blocks.iter().zip(&plaintext).all(|(block, before)| block != before));
        DecryptionKey::<C>::new(key).decrypt_blocks(&mut blocks);
        DecryptionKey::<C>::boxed(key).decrypt_block(&mut one);
        assert!(blocks == plaintext && one == plaintext[1]);
    }
    check::<Small>(&[1, 2, 3, 4]);
    check::<Aes128>(&[7; 16]);
    check::<Plain<Aes256>>(&[7; 32]);
}

#[test]
fn lengths_and_names_are_those_of_the_cipher() {
    assert_eq!((Small::BLOCK_LEN, Aes128::BLOCK_LEN, Aes256::KEY_LEN), (8, 16, 32));
    let keys = (EncryptionKey::<Small>::new(&[0; 4]), DecryptionKey::<Aes256>::new(&[0; 32]));
    assert_eq!(format!("{keys:?}"), "(Small encryption key(..), AES-256 decryption key(..))");
}

#[test]
fn a_dropped_key_leaves_no_schedule() {
    let bytes = bytes_after_drop(EncryptionKey::<Small>::new(&[0xa1, 0xb2, 0xc3, 0xd4]));
    assert!(!bytes.windows(4).any(|window| window == [0xa1, 0xb2, 0xc3, 0xd4]));
}

/// The keystream without kernels for counters is that of the kernels, also where the counter wraps.
#[test]
fn counters_without_kernels_agree() {
    let (plain, fast) = (EncryptionKey::<Plain<Aes128>>::new(&[7; 16]), EncryptionKey::<Aes128>::new(&[7; 16]));
    let mut first = [0xff; 16];
    (first[0], first[15]) = (0xf0, 0xf0);
    for counter in [Counter::LastBig, Counter::PublicLastBig, Counter::FirstLittle] {
        for len in [0, 1, 16, 17, 500, 512, 513, 1100] {
            let (mut data, mut expected) = (vec![3; len], vec![3; len]);
            plain.xor_counted(counter, &first, InOut::in_place(&mut data));
            fast.xor_counted(counter, &first, InOut::in_place(&mut expected));
            assert_eq!(data, expected, "{counter:?}, {len} bytes");
        }
    }
}
