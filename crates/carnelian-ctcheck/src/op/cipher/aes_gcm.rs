//! AES-GCM in pieces and with long nonces, with secret keys, messages and associated data.

use super::aead::{in_pieces, key, seal};
use super::aes::TIERS;
use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::Aead;
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, Parameters};
use carnelian::cipher::aes_gcm::{Aes256Gcm, AesGcm};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "aes256gcm/seal-long-nonce", tiers: TIERS, backend, run: seal::<AesGcm<Aes256, 20>> },
    Operation { name: "aes128gcm/pieces", tiers: TIERS, backend, run: pieces::<Aes128> },
    Operation { name: "aes192gcm/pieces", tiers: TIERS, backend, run: pieces::<Aes192> },
    Operation { name: "aes256gcm/pieces", tiers: TIERS, backend, run: pieces::<Aes256> },
];

/// Returns the backend, which does not depend on the key length.
fn backend() -> &'static str {
    Aes256Gcm::backend()
}

fn pieces<A: Parameters>(check: &mut Check) {
    let key = key::<AesGcm<A>>(check);
    let mut data = check.bytes(3000).expose().clone();
    let mut sealer = key.sealer(&[7; 12], check.bytes(20).expose());
    data.chunks_mut(999).for_each(|piece| sealer.update(piece).expect("below the limit"));
    check.secret_result(&data);
    check.secret_result(&sealer.finish());

    let aad = check.bytes(20);
    let tag = key.seal(&[7; 12], aad.expose(), &mut data).expect("below the limit");
    let mut verifier = key.verifier(&[7; 12], aad.expose());
    data.chunks(777).for_each(|piece| verifier.update(piece).expect("below the limit"));
    let mut opener = verifier.verify(&tag).expect("the tag is right");
    data.chunks_mut(555).for_each(|piece| opener.update(piece).expect("no more than was verified"));
    check.secret_result(&data);

    let mut between = vec![0; data.len()];
    let mut sealer = key.sealer(&[7; 12], aad.expose());
    in_pieces(&data, &mut between, 666, |from, to| sealer.update_to(from, to).expect("equal lengths"));
    let tag = sealer.finish();
    check.secret_result(&between);
    let mut verifier = key.verifier(&[7; 12], aad.expose());
    verifier.update(&between).expect("below the limit");
    let mut opener = verifier.verify(&tag).expect("the tag is right");
    in_pieces(&between, &mut data, 444, |from, to| opener.update_to(from, to).expect("equal lengths"));
    check.secret_result(&data);
}
