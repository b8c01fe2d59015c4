//! ChaCha20, XChaCha20 and HChaCha20 with secret keys, over secret data.

use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::chacha20::variant::{ChaCha20, ChaCha20Djb, Variant, XChaCha20};
use carnelian::cipher::chacha20::{Cipher, backend, hchacha20};
use carnelian::cpu::Tier;

pub(in crate::op) const TIERS: &[Tier] = &[Tier::Portable64, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "chacha20/apply", tiers: TIERS, backend, run: apply::<ChaCha20> },
    Operation { name: "chacha20/apply-original", tiers: TIERS, backend, run: apply::<ChaCha20Djb> },
    Operation { name: "xchacha20/apply", tiers: TIERS, backend, run: apply::<XChaCha20> },
    Operation { name: "chacha20/seek", tiers: TIERS, backend, run: seek },
    Operation { name: "xchacha20/hchacha20", tiers: TIERS, backend, run: subkey },
];

/// Lengths for every number of blocks with specialized code, and for numbers around it.
const LENGTHS: [usize; 12] = [1, 64, 100, 128, 200, 256, 500, 512, 700, 1000, 1024, 3000];

pub(super) fn apply<V: Variant>(check: &mut Check) {
    let nonce = V::Nonce::try_from(&[7; 24][..Cipher::<V>::NONCE_LEN]).expect("the length of a nonce");
    for len in LENGTHS {
        let (key, data) = (check.array(), check.bytes(len));
        let mut output = vec![0; len];
        let mut cipher = Cipher::<V>::new(key.expose(), &nonce);
        cipher.apply_to(data.expose(), &mut output).expect("equal lengths");
        check.secret_result(&output);
    }
}

fn seek(check: &mut Check) {
    let mut cipher = Cipher::<ChaCha20>::new(check.array().expose(), &[7; 12]);
    for (position, len) in [(3, 5), (1000, 200), (70, 1), (71, 70)] {
        let mut data = check.bytes(len).expose().clone();
        cipher.seek(position).expect("before the end");
        cipher.apply(&mut data).expect("before the end");
        check.secret_result(&data);
    }
}

fn subkey(check: &mut Check) {
    let (key, input) = (check.array(), check.array());
    check.secret_result(hchacha20(key.expose(), input.expose()).expose());
}
