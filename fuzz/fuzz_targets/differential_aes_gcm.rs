//! AES-GCM and AES-GCM-SIV at every tier: at once, between buffers and piece by piece, against RustCrypto; and whatever
//! is changed is refused and leaves nothing.
#![no_main]

use aes_gcm::{AeadInOut, KeyInit};
use carnelian::__internals::at_most;
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes256Gcm};
use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
use carnelian::cipher::{Aead, OpenError};
use carnelian::cpu::Tier;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: ([u8; 32], [u8; 12], &[u8], &[u8], u16, u16)| {
    let (key, nonce, aad, text, piece, change) = input;
    let short = key.first_chunk().unwrap();
    let (of_128, of_256, of_siv) = (
        seal::<aes_gcm::Aes128Gcm>(short, &nonce, aad, text),
        seal::<aes_gcm::Aes256Gcm>(&key, &nonce, aad, text),
        seal::<aes_gcm_siv::Aes256GcmSiv>(&key, &nonce, aad, text),
    );
    for tier in Tier::ALL {
        at_most(tier, || {
            let (short, long, siv) = (Aes128Gcm::new(short), Aes256Gcm::new(&key), Aes256GcmSiv::new(&key));
            assert_eq!(short.seal_combined(&nonce, aad, text).unwrap(), of_128, "{tier}");
            assert_eq!(long.seal_combined(&nonce, aad, text).unwrap(), of_256, "{tier}");
            assert_eq!(siv.seal_combined(&nonce, aad, text).unwrap(), of_siv, "{tier}");
            assert_eq!(short.open_combined(&nonce, aad, &of_128).unwrap(), text, "{tier}");
            assert_eq!(siv.open_combined(&nonce, aad, &of_siv).unwrap(), text, "{tier}");
            pieces(&long, &nonce, aad, text, &of_256, usize::from(piece) + 1);
            refused(&of_256, change, |data, tag| long.open(&nonce, aad, data, tag));
            refused(&of_siv, change, |data, tag| siv.open(&nonce, aad, data, tag));
        });
    }
});

/// Ciphertext and tag by RustCrypto.
fn seal<A: KeyInit + AeadInOut>(key: &[u8], nonce: &[u8], aad: &[u8], text: &[u8]) -> Vec<u8> {
    let (mut data, cipher) = (text.to_vec(), A::new_from_slice(key).unwrap());
    let tag = cipher.encrypt_inout_detached(nonce.try_into().unwrap(), aad, data.as_mut_slice().into());
    data.extend_from_slice(&tag.unwrap());
    data
}

fn pieces(key: &Aes256Gcm, nonce: &[u8; 12], aad: &[u8], text: &[u8], sealed: &[u8], piece: usize) {
    let (ciphertext, tag) = sealed.split_last_chunk().unwrap();
    let (mut data, mut sealer) = (text.to_vec(), key.sealer(nonce, aad));
    data.chunks_mut(piece).for_each(|piece| sealer.update(piece).unwrap());
    assert_eq!((sealer.finish(), &data[..]), (*tag, ciphertext));
    let mut verifier = key.verifier(nonce, aad);
    data.chunks(piece).for_each(|piece| verifier.update(piece).unwrap());
    let mut opener = verifier.verify(tag).unwrap();
    data.chunks_mut(piece).for_each(|piece| opener.update(piece).unwrap());
    assert_eq!(data, text);
}

fn refused(sealed: &[u8], change: u16, open: impl Fn(&mut [u8], &[u8; 16]) -> Result<(), OpenError>) {
    let mut changed = sealed.to_vec();
    let at = usize::from(change) % (8 * changed.len());
    changed[at / 8] ^= 1 << (at % 8);
    let (data, tag) = changed.split_last_chunk_mut().unwrap();
    assert_eq!(open(data, tag), Err(OpenError::Forged), "bit {at}");
    assert!(data.iter().all(|byte| *byte == 0), "bit {at}");
}
