//! SHA-3, SHAKE, cSHAKE and KMAC of secret messages, KMAC under secret keys.

use super::Operation;
use crate::check::Check;
use carnelian::cpu::Tier;
use carnelian::hash::keccak::{CShake, Kmac, Sha3, Shake};
use carnelian::hash::{Hash, Kmac128, Sha3_256, Shake128};

const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

const fn operation(name: &'static str, run: fn(&mut Check)) -> Operation {
    Operation { name, tiers: TIERS, backend: Sha3_256::backend, run }
}

pub(super) const OPERATIONS: &[Operation] = &[
    operation("sha3/224", sha3::<28>),
    operation("sha3/256", sha3::<32>),
    operation("sha3/384", sha3::<48>),
    operation("sha3/512", sha3::<64>),
    operation("sha3/batch-3", batch::<3>),
    operation("sha3/batch-8", batch::<8>),
    operation("sha3/batch-13", batch::<13>),
    operation("shake/128", shake::<128>),
    operation("shake/256", shake::<256>),
    operation("shake/batch-8", shake_batch),
    operation("cshake/128", cshake::<128>),
    operation("cshake/256", cshake::<256>),
    operation("kmac/128", kmac::<128>),
    operation("kmac/256", kmac::<256>),
    operation("kmac/verify", verify),
];

/// Lengths on both sides of the blocks of every rate.
const LENGTHS: [usize; 9] = [1, 71, 72, 103, 135, 136, 144, 168, 1000];

/// At once; then in pieces, with a fork in between.
fn sha3<const LEN: usize>(check: &mut Check) {
    for len in LENGTHS {
        let message = check.bytes(len);
        check.secret_result(&Sha3::<LEN>::digest(message.expose()));
    }
    let mut hasher = Sha3::<LEN>::new();
    for len in [1, 63, 71, 130, 300, 0] {
        let piece = check.bytes(len);
        hasher.update(piece.expose());
        check.secret_result(&hasher.clone().finalize());
    }
    check.secret_result(&hasher.finalize_reset());
}

/// `N` messages of different lengths, then `N` of one length.
fn batch<const N: usize>(check: &mut Check) {
    for len in [|i: usize| LENGTHS[i % LENGTHS.len()], |_| 256] {
        let messages: [_; N] = std::array::from_fn(|i| check.bytes(len(i)));
        let messages = messages.each_ref().map(|message| message.expose().as_slice());
        let mut digests = [[0; 32]; N];
        Sha3_256::digest_batch(&messages, &mut digests).expect("as many digests as messages");
        check.secret_result(&digests);
    }
}

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
        kmac.finalize_xof().fill(&mut out);
        check.secret_result(&out);
    }
}

/// Both verdicts leave nothing else behind.
fn verify(check: &mut Check) {
    let (key, message) = (check.bytes(32), check.bytes(100));
    let mut kmac = Kmac128::new(key.expose(), b"");
    kmac.update(message.expose());
    let tag: [u8; 40] = kmac.clone().finalize();
    let right = kmac.clone().verify(&tag).is_ok();
    let wrong = kmac.verify(&[0; 40]).is_ok();
    check.public_result(&[right, wrong]);
}
