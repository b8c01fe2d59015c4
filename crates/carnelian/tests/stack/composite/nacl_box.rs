//! NaCl's public-key boxes and libsodium's sealed boxes.

use crate::check::{Case, Check, Source};
use crate::dhkem::{known, product, public_key};
use carnelian::cipher::salsa20::{XSalsa20, hsalsa20};
use carnelian::composite::nacl_box::{SharedKey, anonymous};
use carnelian::curve::x25519::{PublicKey, SecretKey};
use carnelian::hash::Blake2b;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "nacl-box/shared-key", run: shared_key },
    Case { name: "nacl-box/seal-anonymous", run: seal },
    Case { name: "nacl-box/open-anonymous", run: open },
];

/// A secret key, its bytes and its public half.
fn key(check: &mut Check, name: &str) -> (Box<SecretKey>, Box<[u8; 32]>, [u8; 32]) {
    let bytes = check.array::<32>(name);
    let public = known(check, &bytes);
    (Box::new(SecretKey::from_bytes(*bytes)), bytes, public)
}

/// The key that a secret key and a public key share.
fn shared(check: &mut Check, secret: &[u8; 32], public: [u8; 32]) -> Box<[u8; 32]> {
    let shared = Box::new(*hsalsa20(&product(check, secret, public), &[0; 16]).expose());
    check.secret("the shared key", &shared[..]);
    shared
}

/// The keystream of an anonymous message.
fn stream(check: &mut Check, key: &[u8; 32], ephemeral: [u8; 32], recipient: [u8; 32]) {
    let nonce = Blake2b::<24>::digest([ephemeral, recipient].as_flattened());
    check.public(&nonce);
    check.secret("the subkey", hsalsa20(key, nonce.first_chunk().expect("16 bytes")).expose());
    let mut stream = [0; 320];
    XSalsa20::new(key, &nonce).apply(&mut stream).expect("before the end");
    check.secret("the keystream", &stream);
}

fn shared_key(check: &mut Check) {
    let (secret, bytes, _) = key(check, "the key");
    let public = public_key(check);
    let expected = shared(check, &bytes, public);
    let product = Box::new(product(check, &bytes, public));
    let public = Box::new(PublicKey::from_bytes(public));
    check.run("new", &mut || _ = black_box(&SharedKey::new(&secret, &public)));
    check.run("new, unwrapped", &mut || {
        let key = SharedKey::new(&secret, &public).expect("not of small order");
        assert!(key.expose() == &*expected && key.as_secret().expose() == &*expected);
        black_box(key.as_secret_box());
    });
    check.run("from_x25519", &mut || _ = black_box(&SharedKey::from_x25519(&product)));
    check.run("from_bytes", &mut || _ = black_box(&SharedKey::from_bytes(&expected)));
    let small = Box::new(PublicKey::from_bytes([0; 32]));
    check.run("a public key of small order", &mut || _ = black_box(&SharedKey::new(&secret, &small)));
}

fn seal(check: &mut Check) {
    let recipient = public_key(check);
    let (_, bytes, ephemeral) = key(check, "the ephemeral key");
    let key = shared(check, &bytes, recipient);
    stream(check, &key, ephemeral, recipient);
    let recipient = Box::new(PublicKey::from_bytes(recipient));
    let plaintext = check.bytes("the plaintext", 300);
    let (mut sealed, mut data, mut header) = (Vec::new(), plaintext.to_vec(), Box::new([0; 48]));
    check.run("seal_combined", &mut || {
        sealed =
            anonymous::seal_combined(&recipient, &plaintext, &mut Source(&bytes[..])).expect("the source delivers");
    });
    check.public(&sealed);
    check.run("seal", &mut || {
        *header = anonymous::seal(&recipient, &mut data, &mut Source(&bytes[..])).expect("the source delivers");
    });
    assert!(header[..] == sealed[..48] && data == sealed[48..]);
}

fn open(check: &mut Check) {
    let (secret, bytes, recipient) = key(check, "the key");
    let ephemeral = check.drawn(32);
    let public = Box::new(PublicKey::from_bytes(recipient));
    let plaintext = check.bytes("the plaintext", 300);
    let sealed = anonymous::seal_combined(&public, &plaintext, &mut Source(&ephemeral)).expect("the source delivers");
    check.public(&sealed);
    let (header, ciphertext) = sealed.split_first_chunk().expect("a header is there");
    let ephemeral = *header.first_chunk().expect("a public key is there");
    let key = shared(check, &bytes, ephemeral);
    stream(check, &key, ephemeral, recipient);
    let mut data = ciphertext.to_vec();
    check.run("open", &mut || anonymous::open(&secret, &public, &mut data, header).expect("the message is right"));
    check.run("open_combined", &mut || {
        _ = black_box(anonymous::open_combined(&secret, &public, &sealed).expect("the message is right"));
    });
    let mut wrong = Box::new(*header);
    wrong[40] ^= 1;
    check.public(&wrong[..]);
    data.copy_from_slice(ciphertext);
    check.run("a wrong tag", &mut || assert!(anonymous::open(&secret, &public, &mut data, &wrong).is_err()));
    wrong[..32].fill(0);
    check.run("a key of small order", &mut || assert!(anonymous::open(&secret, &public, &mut data, &wrong).is_err()));
}
