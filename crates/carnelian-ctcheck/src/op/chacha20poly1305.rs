//! ChaCha20-Poly1305 and XChaCha20-Poly1305 with secret keys, messages and associated data.

use super::Operation;
use super::poly1305::TIERS;
use crate::check::Check;
use carnelian::cipher::chacha20poly1305::{Aead, OpenError, backend};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "chacha20poly1305/seal", tiers: TIERS, backend, run: seal::<12> },
    Operation { name: "xchacha20poly1305/seal", tiers: TIERS, backend, run: seal::<24> },
    Operation { name: "chacha20poly1305/open", tiers: TIERS, backend, run: open::<12> },
    Operation { name: "xchacha20poly1305/open", tiers: TIERS, backend, run: open::<24> },
    Operation { name: "chacha20poly1305/pieces", tiers: TIERS, backend, run: pieces::<12> },
    Operation { name: "xchacha20poly1305/pieces", tiers: TIERS, backend, run: pieces::<24> },
];

/// With one pass over rows, with several, with vectors for the tag, with tiles.
const LENGTHS: [usize; 8] = [0, 1, 64, 192, 400, 500, 1024, 5000];

fn key<const NONCE_LEN: usize>(check: &mut Check) -> Aead<NONCE_LEN> {
    Aead::new(check.array().expose())
}

fn seal<const NONCE_LEN: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (key, associated, plaintext) = (key::<NONCE_LEN>(check), check.bytes(13), check.bytes(len));
        let mut ciphertext = vec![0; len];
        let tag = key.seal_between(&[7; NONCE_LEN], associated.expose(), plaintext.expose(), &mut ciphertext);
        check.secret_result(&tag.expect("below the limit"));
        check.secret_result(&ciphertext);
    }
}

/// Right and wrong: that is known in the end, and nothing else.
fn open<const NONCE_LEN: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (key, associated, mut data) = (key::<NONCE_LEN>(check), check.bytes(13), check.bytes(len).expose().clone());
        let tag = key.seal(&[7; NONCE_LEN], associated.expose(), &mut data).expect("below the limit");
        let mut plaintext = vec![0; len];
        key.open_between(&[7; NONCE_LEN], associated.expose(), &data, &mut plaintext, &tag).expect("the tag is right");
        check.secret_result(&plaintext);
        let mut wrong = tag;
        wrong[3] ^= 0x80;
        let refused = key.open(&[7; NONCE_LEN], associated.expose(), &mut data, &wrong);
        assert_eq!(refused, Err(OpenError::Forged));
        check.public_result(&data);
    }
}

fn pieces<const NONCE_LEN: usize>(check: &mut Check) {
    let key = key::<NONCE_LEN>(check);
    let mut data = check.bytes(5000).expose().clone();
    let mut sealer = key.sealer(&[7; NONCE_LEN], check.bytes(20).expose());
    data.chunks_mut(999).for_each(|piece| sealer.update(piece).expect("below the limit"));
    check.secret_result(&data);
    check.secret_result(&sealer.finish());

    let associated = check.bytes(20);
    let tag = key.seal(&[7; NONCE_LEN], associated.expose(), &mut data).expect("below the limit");
    let mut verifier = key.verifier(&[7; NONCE_LEN], associated.expose());
    data.chunks(777).for_each(|piece| verifier.update(piece).expect("below the limit"));
    let mut opener = verifier.verify(&tag).expect("the tag is right");
    data.chunks_mut(555).for_each(|piece| opener.update(piece).expect("no more than was verified"));
    check.secret_result(&data);
}
