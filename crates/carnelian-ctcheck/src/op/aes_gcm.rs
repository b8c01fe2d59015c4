//! AES-GCM with secret keys, messages and associated data.

use super::Operation;
use super::poly1305::TIERS;
use crate::check::Check;
use carnelian::cipher::aes_gcm::{AesGcm, OpenError, backend};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "aes128gcm/seal", tiers: TIERS, backend, run: seal::<16, 12> },
    Operation { name: "aes192gcm/seal", tiers: TIERS, backend, run: seal::<24, 12> },
    Operation { name: "aes256gcm/seal", tiers: TIERS, backend, run: seal::<32, 12> },
    Operation { name: "aes256gcm/seal-long-nonce", tiers: TIERS, backend, run: seal::<32, 20> },
    Operation { name: "aes128gcm/open", tiers: TIERS, backend, run: open::<16> },
    Operation { name: "aes192gcm/open", tiers: TIERS, backend, run: open::<24> },
    Operation { name: "aes256gcm/open", tiers: TIERS, backend, run: open::<32> },
    Operation { name: "aes128gcm/pieces", tiers: TIERS, backend, run: pieces::<16> },
    Operation { name: "aes256gcm/pieces", tiers: TIERS, backend, run: pieces::<32> },
];

/// Nothing, parts of vectors, each number of vectors, and steps with an end behind them.
const LENGTHS: [usize; 9] = [0, 1, 16, 64, 100, 192, 300, 500, 1500];

fn key<const K: usize, const N: usize>(check: &mut Check) -> AesGcm<K, N> {
    AesGcm::new(check.array().expose())
}

fn seal<const K: usize, const N: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (key, associated, plaintext) = (key::<K, N>(check), check.bytes(13), check.bytes(len));
        let mut ciphertext = vec![0; len];
        let tag = key.seal_between(&[7; N], associated.expose(), plaintext.expose(), &mut ciphertext);
        check.secret_result(&tag.expect("below the limit"));
        check.secret_result(&ciphertext);
    }
}

/// Right and wrong: that is known in the end, and nothing else.
fn open<const K: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (key, associated, mut data) = (key::<K, 12>(check), check.bytes(300), check.bytes(len).expose().clone());
        let tag = key.seal(&[7; 12], associated.expose(), &mut data).expect("below the limit");
        let mut plaintext = vec![0; len];
        key.open_between(&[7; 12], associated.expose(), &data, &mut plaintext, &tag).expect("the tag is right");
        check.secret_result(&plaintext);
        let mut wrong = tag;
        wrong[3] ^= 0x80;
        let refused = key.open(&[7; 12], associated.expose(), &mut data, &wrong);
        assert_eq!(refused, Err(OpenError::Forged));
        check.public_result(&data);
    }
}

fn pieces<const K: usize>(check: &mut Check) {
    let key = key::<K, 12>(check);
    let mut data = check.bytes(3000).expose().clone();
    let mut sealer = key.sealer(&[7; 12], check.bytes(20).expose());
    data.chunks_mut(999).for_each(|piece| sealer.update(piece).expect("below the limit"));
    check.secret_result(&data);
    check.secret_result(&sealer.finish());

    let associated = check.bytes(20);
    let tag = key.seal(&[7; 12], associated.expose(), &mut data).expect("below the limit");
    let mut verifier = key.verifier(&[7; 12], associated.expose());
    data.chunks(777).for_each(|piece| verifier.update(piece).expect("below the limit"));
    let mut opener = verifier.verify(&tag).expect("the tag is right");
    data.chunks_mut(555).for_each(|piece| opener.update(piece).expect("no more than was verified"));
    check.secret_result(&data);
}
