//! ChaCha20, XChaCha20 and HChaCha20.

use crate::check::{Case, Check};
use carnelian::cipher::chacha20::variant::{ChaCha20, ChaCha20Djb, Variant, XChaCha20};
use carnelian::cipher::chacha20::{Cipher, hchacha20};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "chacha20/apply", run: apply::<ChaCha20> },
    Case { name: "chacha20/apply-original", run: apply::<ChaCha20Djb> },
    Case { name: "xchacha20/apply", run: apply::<XChaCha20> },
    Case { name: "chacha20/seek", run: seek },
    Case { name: "xchacha20/hchacha20", run: subkey },
];

pub(crate) fn nonce<V: Variant>() -> V::Nonce {
    V::Nonce::try_from(&[7; 24][..Cipher::<V>::NONCE_LEN]).expect("the length of a nonce")
}

/// A key, and what a cipher makes of it.
fn key<V: Variant>(check: &mut Check) -> Box<[u8; 32]> {
    let key = check.array("the key");
    check.secret("the subkey", hchacha20(&key, &[7; 16]).expose());
    let mut stream = vec![0; 3200];
    Cipher::<V>::new(&key, &nonce::<V>()).apply(&mut stream).expect("before the end");
    check.secret("the keystream", &stream);
    key
}

pub(crate) fn apply<V: Variant>(check: &mut Check) {
    let key = key::<V>(check);
    check.run("new", &mut || _ = black_box(&Cipher::<V>::new(&key, &nonce::<V>())));
    let mut cipher = Box::new(Cipher::<V>::new(&key, &nonce::<V>()));
    for len in [1, 64, 100, 128, 200, 256, 500, 512, 700, 1000, 1024, 3000] {
        let plaintext = check.bytes("the plaintext", len);
        let mut ciphertext = vec![0; len];
        check.run("new and apply_to", &mut || {
            let mut cipher = Cipher::<V>::new(&key, &nonce::<V>());
            cipher.apply_to(&plaintext, &mut ciphertext).expect("equal lengths");
        });
        check.public(&ciphertext);
        let mut data = plaintext.to_vec();
        check.run("apply", &mut || cipher.apply(&mut data).expect("before the end"));
        check.public(&data);
    }
}

fn seek(check: &mut Check) {
    let key = key::<ChaCha20>(check);
    let mut cipher = Box::new(Cipher::<ChaCha20>::new(&key, &[7; 12]));
    for (position, len) in [(3, 5), (1000, 200), (70, 1), (71, 70)] {
        let mut data = check.bytes("the plaintext", len);
        check.run("seek and apply", &mut || {
            cipher.seek(position).expect("before the end");
            cipher.apply(&mut data).expect("before the end");
        });
        check.public(&data);
    }
}

fn subkey(check: &mut Check) {
    let key = key::<XChaCha20>(check);
    let input = check.drawn(16);
    let input: Box<[u8; 16]> = input.try_into().expect("16 bytes");
    check.public(&input[..]);
    check.secret("the other subkey", hchacha20(&key, &input).expose());
    check.run("hchacha20", &mut || _ = black_box(&hchacha20(&key, &input)));
}
