//! Salsa20 and XSalsa20 at every tier, at any place and in pieces, against RustCrypto; XSalsa20-Poly1305 against its
//! parts; and whatever is changed is refused and leaves nothing.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cipher::poly1305;
use carnelian::cipher::salsa20::Cipher;
use carnelian::cipher::salsa20::variant::{Salsa20, Variant, XSalsa20};
use carnelian::cipher::xsalsa20poly1305::{OpenError, SecretBox};
use carnelian::cpu::Tier;
use libfuzzer_sys::fuzz_target;
use salsa20::cipher::{KeyIvInit, StreamCipher};

fuzz_target!(|input: ([u8; 32], [u8; 24], &[u8], u16, u16, u16)| {
    let (key, nonce, text, place, piece, change) = input;
    let short: [u8; 8] = nonce[..8].try_into().unwrap();
    let place = usize::from(place);
    check::<Salsa20>(&key, &short, text, place, piece, &stream::<salsa20::Salsa20>(&key, &short, place + text.len()));
    check::<XSalsa20>(&key, &nonce, text, place, piece, &stream::<salsa20::XSalsa20>(&key, &nonce, place + text.len()));
    check_box(&key, &nonce, text, change);
});

fn stream<C: KeyIvInit + StreamCipher>(key: &[u8], nonce: &[u8], len: usize) -> Vec<u8> {
    let mut stream = vec![0; len];
    C::new_from_slices(key, nonce).unwrap().apply_keystream(&mut stream);
    stream
}

fn check<V: Variant>(key: &[u8; 32], nonce: &V::Nonce, text: &[u8], place: usize, piece: u16, stream: &[u8]) {
    let expected: Vec<u8> = text.iter().zip(&stream[place..]).map(|(text, stream)| text ^ stream).collect();
    for tier in Tier::ALL {
        at_most(tier, || {
            let mut cipher = Cipher::<V>::new(key, nonce);
            let (mut whole, mut pieces) = (vec![0xee; text.len()], text.to_vec());
            cipher.seek(place as u128).unwrap();
            cipher.apply_to(text, &mut whole).unwrap();
            assert_eq!(whole, expected, "between buffers, {tier}");
            cipher.seek(place as u128).unwrap();
            pieces.chunks_mut(usize::from(piece) + 1).for_each(|piece| cipher.apply(piece).unwrap());
            assert_eq!(pieces, expected, "piece by piece, {tier}");
        });
    }
}

fn check_box(key: &[u8; 32], nonce: &[u8; 24], text: &[u8], change: u16) {
    let mut ciphertext = [&[0; 32], text].concat();
    salsa20::XSalsa20::new(key.into(), nonce.into()).apply_keystream(&mut ciphertext);
    let (one_time_key, ciphertext) = ciphertext.split_first_chunk().unwrap();
    let sealed = [&poly1305::tag(one_time_key, ciphertext)[..], ciphertext].concat();
    for tier in Tier::ALL {
        at_most(tier, || {
            let key = SecretBox::new(key);
            assert_eq!(key.seal_combined(nonce, text), sealed, "{tier}");
            assert_eq!(key.open_combined(nonce, &sealed).unwrap(), text, "{tier}");

            let mut changed = sealed.clone();
            let at = usize::from(change) % (8 * changed.len());
            changed[at / 8] ^= 1 << (at % 8);
            let (tag, data) = changed.split_first_chunk_mut().unwrap();
            assert_eq!(key.open(nonce, data, tag), Err(OpenError::Forged), "bit {at}, {tier}");
            assert!(data.iter().all(|byte| *byte == 0), "bit {at}, {tier}");
        });
    }
}
