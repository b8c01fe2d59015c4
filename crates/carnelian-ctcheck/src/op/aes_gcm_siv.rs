//! AES-GCM-SIV with secret keys, messages and associated data.

use super::Operation;
use super::poly1305::TIERS;
use crate::check::Check;
use carnelian::cipher::aes_gcm_siv::{AesGcmSiv, OpenError, backend};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "aes128gcmsiv/seal", tiers: TIERS, backend, run: seal::<16> },
    Operation { name: "aes256gcmsiv/seal", tiers: TIERS, backend, run: seal::<32> },
    Operation { name: "aes128gcmsiv/open", tiers: TIERS, backend, run: open::<16> },
    Operation { name: "aes256gcmsiv/open", tiers: TIERS, backend, run: open::<32> },
];

const LENGTHS: [usize; 6] = [0, 1, 16, 100, 500, 5000];

fn seal<const K: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (key, associated, plaintext) = (check.array::<K>(), check.bytes(13), check.bytes(len));
        let mut ciphertext = vec![0; len];
        let key = AesGcmSiv::new(key.expose());
        let tag = key.seal_between(&[7; 12], associated.expose(), plaintext.expose(), &mut ciphertext);
        check.secret_result(&tag.expect("below the limit"));
        check.secret_result(&ciphertext);
    }
}

/// Right and wrong: that is known in the end, and nothing else.
fn open<const K: usize>(check: &mut Check) {
    for len in LENGTHS {
        let (key, associated, mut data) = (check.array::<K>(), check.bytes(300), check.bytes(len).expose().clone());
        let key = AesGcmSiv::new(key.expose());
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
