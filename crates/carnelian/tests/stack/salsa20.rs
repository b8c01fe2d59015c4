//! Salsa20, XSalsa20, HSalsa20 and XSalsa20-Poly1305.

use crate::chacha20::{apply, nonce};
use crate::check::{Case, Check, Source};
use carnelian::cipher::salsa20::variant::{Salsa20, XSalsa20};
use carnelian::cipher::salsa20::{Cipher, SIGMA, core, hsalsa20, hsalsa20_with};
use carnelian::cipher::xsalsa20poly1305::{OpenError, SecretBox};
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "salsa20/apply", run: apply::<Salsa20> },
    Case { name: "xsalsa20/apply", run: apply::<XSalsa20> },
    Case { name: "xsalsa20/hsalsa20", run: subkey },
    Case { name: "salsa20/core", run: block },
    Case { name: "xsalsa20poly1305/seal", run: seal },
    Case { name: "xsalsa20poly1305/open", run: open },
];

/// An input that is not secret.
fn input(check: &mut Check) -> Box<[u8; 16]> {
    let input = check.drawn(16);
    check.public(&input);
    input.try_into().expect("16 bytes")
}

fn subkey(check: &mut Check) {
    let (key, input) = (check.array("the key"), input(check));
    check.secret("the subkey", hsalsa20(&key, &input).expose());
    check.run("hsalsa20", &mut || _ = black_box(&hsalsa20(&key, &input)));
    check.run("hsalsa20_with", &mut || _ = black_box(&hsalsa20_with(&SIGMA, &key, &input)));
}

fn block(check: &mut Check) {
    let (key, input) = (check.array("the key"), input(check));
    check.secret("the block", core(&SIGMA, &key, &input).expose());
    check.run("core", &mut || _ = black_box(&core(&SIGMA, &key, &input)));
}

const NONCE: [u8; 24] = [7; 24];

/// A key, and what the scheme makes of it.
fn key(check: &mut Check) -> Box<[u8; 32]> {
    let key = check.array("the key");
    check.secret("the subkey", hsalsa20(&key, &[7; 16]).expose());
    let mut stream = [0; 320];
    Cipher::<XSalsa20>::new(&key, &nonce::<XSalsa20>()).apply(&mut stream).expect("before the end");
    check.secret("the authenticator's key", &stream[..32]);
    check.secret("the keystream", &stream[32..]);
    key
}

const LENGTHS: [usize; 9] = [1, 16, 64, 100, 300, 500, 1024, 1500, 5000];

fn seal(check: &mut Check) {
    let key = key(check);
    check.run("new", &mut || _ = black_box(&SecretBox::new(&key)));
    check.run("boxed", &mut || _ = black_box(SecretBox::boxed(&key)));
    check.run("generate", &mut || _ = black_box(&SecretBox::generate(&mut Source(&key[..]))));
    let made = SecretBox::boxed(&key);
    for len in LENGTHS {
        let plaintext = check.bytes("the plaintext", len);
        let (mut data, mut tag) = (plaintext.to_vec(), Box::new([0; 16]));
        check.run("seal", &mut || *tag = made.seal(&NONCE, &mut data));
        check.public(&data);
        check.public(&tag[..]);
        check.run("seal_to", &mut || *tag = made.seal_to(&NONCE, &plaintext, &mut data).expect("equal lengths"));
        let mut sealed = Vec::new();
        check.run("new and seal_combined", &mut || sealed = SecretBox::new(&key).seal_combined(&NONCE, &plaintext));
        check.public(&sealed);
    }
}

fn open(check: &mut Check) {
    let key = key(check);
    let made = SecretBox::boxed(&key);
    for len in LENGTHS {
        let plaintext = check.bytes("the plaintext", len);
        let sealed = made.seal_combined(&NONCE, &plaintext);
        check.public(&sealed);
        let (tag, ciphertext) = sealed.split_first_chunk().expect("a tag is there");
        let mut data = ciphertext.to_vec();
        check.run("open", &mut || made.open(&NONCE, &mut data, tag).expect("the tag is right"));
        check.run("open_to", &mut || made.open_to(&NONCE, ciphertext, &mut data, tag).expect("the tag is right"));
        check.run("new and open_combined", &mut || {
            _ = black_box(SecretBox::new(&key).open_combined(&NONCE, &sealed).expect("the tag is right"));
        });
        let mut wrong = Box::new(*tag);
        wrong[3] ^= 1;
        check.public(&wrong[..]);
        data.copy_from_slice(ciphertext);
        check.run("a wrong tag", &mut || assert_eq!(made.open(&NONCE, &mut data, &wrong), Err(OpenError::Forged)));
    }
}
