//! ChaCha20-Poly1305 and XChaCha20-Poly1305 in pieces, with secret keys, messages and associated data.

use super::aead::{in_pieces, key};
use super::poly1305::TIERS;
use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20::variant;
use carnelian::cipher::chacha20poly1305::{AeadVariant, ChaCha20Poly1305, ChaChaPoly};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "chacha20poly1305/pieces", tiers: TIERS, backend, run: pieces::<variant::ChaCha20> },
    Operation { name: "xchacha20poly1305/pieces", tiers: TIERS, backend, run: pieces::<variant::XChaCha20> },
];

/// Returns the backend, which does not depend on the nonce length.
fn backend() -> &'static str {
    ChaCha20Poly1305::backend()
}

fn pieces<V: AeadVariant>(check: &mut Check) {
    let key = key::<ChaChaPoly<V>>(check);
    let nonce = V::Nonce::try_from(&[7; 24][..<ChaChaPoly<V> as Aead>::NONCE_LEN]).expect("the length of a nonce");
    let mut data = check.bytes(5000).expose().clone();
    let mut sealer = key.sealer(&nonce, check.bytes(20).expose());
    data.chunks_mut(999).for_each(|piece| sealer.update(piece).expect("below the limit"));
    check.secret_result(&data);
    check.secret_result(&sealer.finish());

    let aad = check.bytes(20);
    let tag = key.seal(&nonce, aad.expose(), &mut data).expect("below the limit");
    let mut verifier = key.verifier(&nonce, aad.expose());
    data.chunks(777).for_each(|piece| verifier.update(piece).expect("below the limit"));
    let mut opener = verifier.verify(&tag).expect("the tag is right");
    data.chunks_mut(555).for_each(|piece| opener.update(piece).expect("no more than was verified"));
    check.secret_result(&data);

    let mut between = vec![0; data.len()];
    let mut sealer = key.sealer(&nonce, aad.expose());
    in_pieces(&data, &mut between, 666, |from, to| sealer.update_to(from, to).expect("equal lengths"));
    let tag = sealer.finish();
    check.secret_result(&between);
    let mut verifier = key.verifier(&nonce, aad.expose());
    verifier.update(&between).expect("below the limit");
    let mut opener = verifier.verify(&tag).expect("the tag is right");
    in_pieces(&between, &mut data, 444, |from, to| opener.update_to(from, to).expect("equal lengths"));
    check.secret_result(&data);
}
