//! XSalsa20-Poly1305 with secret keys and messages.

use super::aead::LENGTHS;
use super::poly1305::TIERS;
use crate::check::Check;
use crate::op::Operation;
use carnelian::__internals::TestRandom;
use carnelian::cipher::xsalsa20poly1305::{OpenError, SecretBox};

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "xsalsa20poly1305/seal", tiers: TIERS, backend: SecretBox::backend, run: seal },
    Operation { name: "xsalsa20poly1305/open", tiers: TIERS, backend: SecretBox::backend, run: open },
];

const NONCE: [u8; 24] = [7; 24];

fn seal(check: &mut Check) {
    for len in LENGTHS {
        let (key, plaintext) = (SecretBox::new(check.array().expose()), check.bytes(len));
        let mut ciphertext = vec![0; len];
        let tag = key.seal_to(&NONCE, plaintext.expose(), &mut ciphertext).expect("equal lengths");
        check.secret_result(&tag);
        check.secret_result(&ciphertext);
    }
    let mut data = check.bytes(100).expose().clone();
    let tag = SecretBox::boxed(check.array().expose()).seal(&NONCE, &mut data);
    check.secret_result(&tag);
    check.secret_result(&data);
    // The source is not secret, but a key is as soon as it is drawn.
    let key = SecretBox::generate(&mut TestRandom::new(1)).expect("a deterministic source delivers");
    check.secret_result(&key.seal_combined(&NONCE, &data));
}

/// Opens with the right and a wrong tag. Only the verdict becomes public.
fn open(check: &mut Check) {
    for len in LENGTHS {
        let (key, mut data) = (SecretBox::new(check.array().expose()), check.bytes(len).expose().clone());
        let tag = key.seal(&NONCE, &mut data);
        let mut plaintext = vec![0; len];
        key.open_to(&NONCE, &data, &mut plaintext, &tag).expect("the tag is right");
        check.secret_result(&plaintext);
        let mut wrong = tag;
        wrong[3] ^= 0x80;
        assert_eq!(key.open(&NONCE, &mut data, &wrong), Err(OpenError::Forged));
        check.public_result(&data);

        let sealed = key.seal_combined(&NONCE, &plaintext);
        check.secret_result(&sealed);
        let opened = key.open_combined(&NONCE, &sealed).expect("the tag is right");
        check.secret_result(&opened);
    }
}
