//! SHAKE, cSHAKE and KMAC of secret messages, KMAC under secret keys, and batches under SHA-3.

use super::hashing::{TIERS, batch};
use crate::check::Check;
use crate::op::Operation;
use carnelian::hash::keccak::{CShake, Kmac, Shake};
use carnelian::hash::{Hash, Kmac128, Sha3_256, Shake128};

const fn operation(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: TIERS, backend: Sha3_256::backend, run }
}

pub(super) const OPERATIONS: &[Operation] = &[
    operation("sha3/batch-1", batch::<Sha3_256, 32, 1>),
    operation("sha3/batch-3", batch::<Sha3_256, 32, 3>),
    operation("sha3/batch-8", batch::<Sha3_256, 32, 8>),
    operation("sha3/batch-13", batch::<Sha3_256, 32, 13>),
    operation("shake/128", shake::<128>),
    operation("shake/256", shake::<256>),
    operation("shake/batch-8", shake_batch),
    operation("cshake/128", cshake::<128>),
    operation("cshake/256", cshake::<256>),
    operation("kmac/128", kmac::<128>),
    operation("kmac/256", kmac::<256>),
    operation("kmac/verify", verify),
];

/// Lengths around the block length of every rate.
const LENGTHS: [usize; 9] = [1, 71, 72, 103, 135, 136, 144, 168, 1000];

fn shake<const SECURITY: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (message, mut out) = (check.bytes(len), [0; 500]);
        let mut shake = Shake::<SECURITY>::new();
        shake.update(message.expose());
        let mut reader = shake.finalize();
        for piece in out.chunks_mut(99) {
            reader.fill(piece);
        }
        check.secret_result(&out);
    }
}

fn shake_batch(check: &mut Check) {
    let messages: [_; 8] = std::array::from_fn(|i| check.bytes(LENGTHS[i]));
    let messages = messages.each_ref().map(|message| message.expose().as_slice());
    let mut outputs = [[0; 400]; 8];
    Shake128::hash_batch(&messages, &mut outputs).expect("as many outputs as messages");
    check.secret_result(&outputs);
}

fn cshake<const SECURITY: usize>(check: &mut Check) {
    let (customization, message, mut out) = (check.bytes(20), check.bytes(300), [0; 300]);
    let mut cshake = CShake::<SECURITY>::new(b"name", customization.expose());
    cshake.update(message.expose());
    cshake.finalize().fill(&mut out);
    check.secret_result(&out);
}

fn kmac<const SECURITY: usize>(check: &mut Check) {
    for len in [16, 32, 200] {
        let (key, message, mut out) = (check.bytes(len), check.bytes(300), [0; 200]);
        let mut kmac = Kmac::<SECURITY>::new(key.expose(), b"");
        kmac.update(message.expose());
        check.secret_result(&kmac.clone().finalize::<32>());
        kmac.clone().finalize_into(&mut out[..100]);
        check.secret_result(&out[..100]);
        kmac.finalize_xof().fill(&mut out);
        check.secret_result(&out);
    }
}

/// Only the verdict becomes public, whichever it is.
fn verify(check: &mut Check) {
    let (key, message) = (check.bytes(32), check.bytes(100));
    let mut kmac = Kmac128::new(key.expose(), b"");
    kmac.update(message.expose());
    let tag: [u8; 40] = kmac.clone().finalize();
    let right = kmac.clone().verify(&tag).is_ok();
    let wrong = kmac.verify(&[0; 40]).is_ok();
    check.public_result(&[right, wrong]);
}
