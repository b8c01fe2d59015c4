//! AES with keys of every length at every tier, against RustCrypto: blocks forwards and backwards, and counter mode
//! from any counter, in pieces and from any place on.
#![no_main]

use aes::cipher::{BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit, StreamCipher, consts::U16};
use carnelian::__internals::at_most;
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters};
use carnelian::cipher::aes_ctr::AesCtr;
use carnelian::cpu::Tier;
use ctr::Ctr128BE;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 32], [u8; 16], u16, u16, &[u8])| {
    let (key, counter, piece, place, text) = input;
    blocks::<aes::Aes128, Aes128>(key.first_chunk().unwrap(), text);
    blocks::<aes::Aes192, Aes192>(key.first_chunk().unwrap(), text);
    blocks::<aes::Aes256, Aes256>(&key, text);
    counted::<Ctr128BE<aes::Aes128>, Aes128>(key.first_chunk().unwrap(), &counter, piece, place, text);
    counted::<Ctr128BE<aes::Aes192>, Aes192>(key.first_chunk().unwrap(), &counter, piece, place, text);
    counted::<Ctr128BE<aes::Aes256>, Aes256>(&key, &counter, piece, place, text);
});

fn blocks<C, A: Parameters>(key: &A::Key, text: &[u8])
where
    C: KeyInit + BlockSizeUser<BlockSize = U16> + BlockCipherEncrypt,
{
    let (text, other) = (text.as_chunks::<16>().0, C::new_from_slice(key.as_ref()).unwrap());
    let mut expected = text.to_vec();
    expected.iter_mut().for_each(|block| other.encrypt_block(block.into()));
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut data = text.to_vec();
            EncryptionKey::<A>::new(key).encrypt_blocks(&mut data);
            assert_eq!(data, expected, "AES-{}, {tier}", 8 * A::KEY_LEN);
            DecryptionKey::<A>::new(key).decrypt_blocks(&mut data);
            assert_eq!(data, text, "AES-{}, {tier}", 8 * A::KEY_LEN);
        });
    }
}

fn counted<C: KeyIvInit + StreamCipher, A: Parameters>(
    key: &A::Key,
    counter: &[u8; 16],
    piece: u16,
    place: u16,
    text: &[u8],
) {
    let (piece, place) = (usize::from(piece) + 1, usize::from(place));
    let mut expected = vec![0; place + text.len()];
    expected[place..].copy_from_slice(text);
    C::new_from_slices(key.as_ref(), counter).unwrap().apply_keystream(&mut expected);
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut cipher = AesCtr::<A>::new(key, counter);
            cipher.seek(place as u128).unwrap();
            let mut data = text.to_vec();
            data.chunks_mut(piece).for_each(|piece| cipher.apply(piece).unwrap());
            assert_eq!(data, expected[place..], "AES-{}, {tier}", 8 * A::KEY_LEN);
            cipher.restart(counter);
            cipher.seek(place as u128).unwrap();
            cipher.apply(&mut data).unwrap();
            assert_eq!(data, text, "AES-{}, {tier}", 8 * A::KEY_LEN);
        });
    }
}
