//! ChaCha20-Poly1305 and XChaCha20-Poly1305 at every tier: at once, between buffers and piece by piece, against
//! RustCrypto; and whatever is changed is refused and leaves nothing.
#![no_main]

use carnelian::__internals::at_most;
use carnelian::cipher::chacha20::variant;
use carnelian::cipher::chacha20poly1305::{AeadVariant, ChaChaPoly};
use carnelian::cipher::{Aead, OpenError};
use carnelian::cpu::Tier;
use chacha20poly1305::{AeadInOut, ChaCha20Poly1305, KeyInit, XChaCha20Poly1305};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 32], [u8; 24], &[u8], &[u8], u16, u16)| {
    let (key, nonce, aad, text, piece, change) = input;
    let short: [u8; 12] = nonce[..12].try_into().unwrap();
    let (ciphertext, tag) = seal::<ChaCha20Poly1305>(&key, &short, aad, text);
    check::<variant::ChaCha20>(&key, &short, aad, text, &ciphertext, &tag, piece, change);
    let (ciphertext, tag) = seal::<XChaCha20Poly1305>(&key, &nonce, aad, text);
    check::<variant::XChaCha20>(&key, &nonce, aad, text, &ciphertext, &tag, piece, change);
});

fn seal<A: KeyInit + AeadInOut>(key: &[u8], nonce: &[u8], aad: &[u8], text: &[u8]) -> (Vec<u8>, [u8; 16]) {
    let (mut data, cipher) = (text.to_vec(), A::new_from_slice(key).unwrap());
    let tag = cipher.encrypt_inout_detached(nonce.try_into().unwrap(), aad, data.as_mut_slice().into());
    (data, tag.unwrap()[..].try_into().unwrap())
}

#[allow(clippy::too_many_arguments)]
fn check<V: AeadVariant>(
    key: &[u8; 32],
    nonce: &V::Nonce,
    aad: &[u8],
    text: &[u8],
    ciphertext: &[u8],
    tag: &[u8; 16],
    piece: u16,
    change: u16,
) {
    let piece = usize::from(piece) + 1;
    for tier in Tier::ALL {
        at_most(tier, || {
            let key = ChaChaPoly::<V>::new(key);
            let mut data = text.to_vec();
            assert_eq!(key.seal(nonce, aad, &mut data).unwrap(), *tag, "in place, {tier}");
            assert_eq!(data, ciphertext, "in place, {tier}");
            let mut other = vec![0xee; text.len()];
            key.open_to(nonce, aad, ciphertext, &mut other, tag).unwrap();
            assert_eq!(other, text, "between buffers, {tier}");

            let mut sealer = key.sealer(nonce, aad);
            other.chunks_mut(piece).for_each(|piece| sealer.update(piece).unwrap());
            assert_eq!((sealer.finish(), &other[..]), (*tag, ciphertext), "piece by piece, {tier}");
            let mut verifier = key.verifier(nonce, aad);
            other.chunks(piece).for_each(|piece| verifier.update(piece).unwrap());
            let mut opener = verifier.verify(tag).unwrap();
            other.chunks_mut(piece).for_each(|piece| opener.update(piece).unwrap());
            assert_eq!(other, text, "piece by piece, {tier}");

            let mut changed = [ciphertext, tag].concat();
            let at = usize::from(change) % (8 * changed.len());
            changed[at / 8] ^= 1 << (at % 8);
            let (data, tag) = changed.split_last_chunk_mut().unwrap();
            assert_eq!(key.open(nonce, aad, data, tag), Err(OpenError::Forged), "bit {at}, {tier}");
            assert!(data.iter().all(|byte| *byte == 0), "bit {at}, {tier}");
        });
    }
}
