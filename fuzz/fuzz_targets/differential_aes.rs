//! AES with keys of every length at every tier, against RustCrypto: blocks forwards and backwards, and counter mode from any
//! counter, in pieces and from any place on.
#![no_main]

use aes::cipher::{BlockCipherEncrypt, BlockSizeUser, KeyInit, KeyIvInit, StreamCipher, consts::U16};
use carnelian::__internals::at_most;
use carnelian::cipher::aes::{DecryptionKey, EncryptionKey};
use carnelian::cipher::aes_ctr::Cipher;
use carnelian::cpu::Tier;
use ctr::Ctr128BE;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 32], [u8; 16], u16, u16, &[u8])| {
    let (key, counter, piece, place, text) = input;
    blocks::<aes::Aes128, 16>(key.first_chunk().unwrap(), text);
    blocks::<aes::Aes192, 24>(key.first_chunk().unwrap(), text);
    blocks::<aes::Aes256, 32>(&key, text);
    counted::<Ctr128BE<aes::Aes128>, 16>(key.first_chunk().unwrap(), &counter, piece, place, text);
    counted::<Ctr128BE<aes::Aes192>, 24>(key.first_chunk().unwrap(), &counter, piece, place, text);
    counted::<Ctr128BE<aes::Aes256>, 32>(&key, &counter, piece, place, text);
});

fn blocks<C, const KEY_LEN: usize>(key: &[u8; KEY_LEN], text: &[u8])
where
    C: KeyInit + BlockSizeUser<BlockSize = U16> + BlockCipherEncrypt,
{
    let (text, other) = (text.as_chunks::<16>().0, C::new_from_slice(key).unwrap());
    let mut expected = text.to_vec();
    expected.iter_mut().for_each(|block| other.encrypt_block(block.into()));
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut data = text.to_vec();
            EncryptionKey::new(key).encrypt_blocks(&mut data);
            assert_eq!(data, expected, "AES-{}, {tier}", 8 * KEY_LEN);
            DecryptionKey::new(key).decrypt_blocks(&mut data);
            assert_eq!(data, text, "AES-{}, {tier}", 8 * KEY_LEN);
        });
    }
}

fn counted<C: KeyIvInit + StreamCipher, const KEY_LEN: usize>(
    key: &[u8; KEY_LEN],
    counter: &[u8; 16],
    piece: u16,
    place: u16,
    text: &[u8],
) {
    let (piece, place) = (usize::from(piece) + 1, usize::from(place));
    let mut expected = vec![0; place + text.len()];
    expected[place..].copy_from_slice(text);
    C::new_from_slices(key, counter).unwrap().apply_keystream(&mut expected);
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut cipher = Cipher::<KEY_LEN>::new(key, counter);
            cipher.seek(place as u128).unwrap();
            let mut data = text.to_vec();
            data.chunks_mut(piece).for_each(|piece| cipher.apply(piece).unwrap());
            assert_eq!(data, expected[place..], "AES-{}, {tier}", 8 * KEY_LEN);
            cipher.restart(counter);
            cipher.seek(place as u128).unwrap();
            cipher.apply(&mut data).unwrap();
            assert_eq!(data, text, "AES-{}, {tier}", 8 * KEY_LEN);
        });
    }
}
