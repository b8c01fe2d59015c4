//! AES, its counter mode and the generator CTR_DRBG.

use crate::check::{Case, Check, Source};
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters};
use carnelian::cipher::aes_ctr::AesCtr;
use carnelian::cipher::ctr_drbg::{CtrDrbg, CtrDrbgWithoutDf};
use carnelian::random::Random;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "aes/encrypt-128", run: encrypt::<Aes128> },
    Case { name: "aes/encrypt-192", run: encrypt::<Aes192> },
    Case { name: "aes/encrypt-256", run: encrypt::<Aes256> },
    Case { name: "aes/decrypt-128", run: decrypt::<Aes128> },
    Case { name: "aes/decrypt-192", run: decrypt::<Aes192> },
    Case { name: "aes/decrypt-256", run: decrypt::<Aes256> },
    Case { name: "aes-ctr/apply-128", run: apply::<Aes128> },
    Case { name: "aes-ctr/apply-192", run: apply::<Aes192> },
    Case { name: "aes-ctr/apply-256", run: apply::<Aes256> },
    Case { name: "aes-ctr/seek", run: seek },
    Case { name: "aes-ctr/restart", run: restart },
    Case { name: "ctr-drbg/with-df", run: with_df },
    Case { name: "ctr-drbg/without-df", run: without_df },
    Case { name: "ctr-drbg/from-source", run: from_source },
];

/// A key, and its round keys.
pub(crate) fn key<A: Parameters>(check: &mut Check) -> Box<A::Key> {
    let bytes = check.bytes("the key", A::KEY_LEN);
    schedule(check, &bytes);
    let mut key = Box::<A::Key>::default();
    (*key).as_mut().copy_from_slice(&bytes);
    key
}

/// The round keys of a key, in both directions.
pub(crate) fn schedule(check: &mut Check, key: &[u8]) {
    let round_keys = round_keys(key);
    check.secret("a round key", round_keys.as_flattened());
    let inverse: Vec<[u8; 4]> = round_keys.iter().map(|word| inv_mix_column(*word)).collect();
    check.secret("a round key of decryption", inverse.as_flattened());
}

/// FIPS 197 Section 5.2, KeyExpansion().
fn round_keys(key: &[u8]) -> Vec<[u8; 4]> {
    let nk = key.len() / 4;
    let mut words: Vec<[u8; 4]> = key.as_chunks().0.to_vec();
    let mut round_constant = 1;
    for i in nk..4 * (nk + 7) {
        let mut temp = words[i - 1];
        if i % nk == 0 {
            temp.rotate_left(1);
            temp = temp.map(sub_byte);
            temp[0] ^= round_constant;
            round_constant = times(round_constant, 2);
        } else if nk > 6 && i % nk == 4 {
            temp = temp.map(sub_byte);
        }
        words.push(std::array::from_fn(|at| words[i - nk][at] ^ temp[at]));
    }
    words
}

/// Section 4.2.
fn times(a: u8, b: u8) -> u8 {
    (0..8).rev().fold(0, |sum: u8, bit| (sum << 1) ^ ((sum >> 7) * 0x1b) ^ ((b >> bit & 1) * a))
}

/// Section 5.1.1.
fn sub_byte(byte: u8) -> u8 {
    let inverse = (0..254).fold(1, |power, _| times(power, byte));
    (0..5).fold(0x63, |sum, turn| sum ^ inverse.rotate_left(turn))
}

/// Section 5.3.3.
fn inv_mix_column(column: [u8; 4]) -> [u8; 4] {
    const ROW: [u8; 4] = [0x0e, 0x0b, 0x0d, 0x09];
    std::array::from_fn(|row| (0..4).fold(0, |sum, at| sum ^ times(ROW[(4 + at - row) % 4], column[at])))
}

const COUNTS: [usize; 7] = [1, 2, 3, 5, 8, 30, 100];

fn encrypt<A: Parameters>(check: &mut Check) {
    let key = key::<A>(check);
    check.run("new", &mut || _ = black_box(&EncryptionKey::<A>::new(&key)));
    check.run("boxed", &mut || _ = black_box(EncryptionKey::<A>::boxed(&key)));
    let expanded = Box::new(EncryptionKey::<A>::new(&key));
    for count in COUNTS {
        let plaintext = check.bytes("the plaintext", 16 * count);
        let mut data: Vec<[u8; 16]> = plaintext.as_chunks().0.to_vec();
        check.run("encrypt_blocks", &mut || expanded.encrypt_blocks(&mut data));
        check.public(data.as_flattened());
        let mut data: Vec<[u8; 16]> = plaintext.as_chunks().0.to_vec();
        check.run("new and encrypt_blocks", &mut || EncryptionKey::<A>::new(&key).encrypt_blocks(&mut data));
    }
    let mut block = check.array("the plaintext");
    check.run("encrypt_block", &mut || expanded.encrypt_block(&mut block));
    check.public(&block[..]);
}

fn decrypt<A: Parameters>(check: &mut Check) {
    let key = key::<A>(check);
    check.run("new", &mut || _ = black_box(&DecryptionKey::<A>::new(&key)));
    check.run("boxed", &mut || _ = black_box(DecryptionKey::<A>::boxed(&key)));
    let expanded = Box::new(DecryptionKey::<A>::new(&key));
    for count in COUNTS {
        let plaintext = check.bytes("the plaintext", 16 * count);
        let mut data: Vec<[u8; 16]> = plaintext.as_chunks().0.to_vec();
        EncryptionKey::<A>::new(&key).encrypt_blocks(&mut data);
        check.public(data.as_flattened());
        check.run("decrypt_blocks", &mut || expanded.decrypt_blocks(&mut data));
        EncryptionKey::<A>::new(&key).encrypt_blocks(&mut data);
        check.run("new and decrypt_blocks", &mut || DecryptionKey::<A>::new(&key).decrypt_blocks(&mut data));
    }
    let mut block = check.array("the plaintext");
    EncryptionKey::<A>::new(&key).encrypt_block(&mut block);
    check.public(&block[..]);
    check.run("decrypt_block", &mut || expanded.decrypt_block(&mut block));
}

/// The keystream of a cipher, which must stay secret.
fn keystream<A: Parameters>(check: &mut Check, key: &A::Key, counter: &[u8; 16], len: usize) {
    let mut stream = vec![0; len];
    AesCtr::<A>::new(key, counter).apply(&mut stream).expect("before the end");
    check.secret("the keystream", &stream);
}

fn apply<A: Parameters>(check: &mut Check) {
    let key = key::<A>(check);
    let counter = [7; 16];
    keystream::<A>(check, &key, &counter, 3200);
    check.run("new", &mut || _ = black_box(&AesCtr::<A>::new(&key, &counter)));
    check.run("boxed", &mut || _ = black_box(AesCtr::<A>::boxed(&key, &counter)));
    let mut cipher = Box::new(AesCtr::<A>::new(&key, &counter));
    for len in [1, 15, 16, 33, 64, 100, 250, 512, 1000] {
        let plaintext = check.bytes("the plaintext", len);
        let mut ciphertext = vec![0; len];
        check.run("apply_to", &mut || cipher.apply_to(&plaintext, &mut ciphertext).expect("before the end"));
        check.public(&ciphertext);
        let mut data = plaintext.to_vec();
        check.run("new and apply", &mut || {
            AesCtr::<A>::new(&key, &counter).apply(&mut data).expect("before the end");
        });
        check.public(&data);
    }
}

fn seek(check: &mut Check) {
    let key = key::<Aes256>(check);
    keystream::<Aes256>(check, &key, &[7; 16], 1300);
    let mut cipher = Box::new(AesCtr::<Aes256>::new(&key, &[7; 16]));
    for (position, len) in [(3, 5), (1000, 200), (70, 1), (71, 70)] {
        let mut data = check.bytes("the plaintext", len);
        check.run("seek and apply", &mut || {
            cipher.seek(position).expect("before the end");
            cipher.apply(&mut data).expect("before the end");
        });
        check.public(&data);
    }
}

fn restart(check: &mut Check) {
    let key = key::<Aes256>(check);
    let mut cipher = Box::new(AesCtr::<Aes256>::new(&key, &[7; 16]));
    for (counter, len) in [(8, 5), (9, 200), (7, 1), (8, 70)] {
        keystream::<Aes256>(check, &key, &[counter; 16], 200);
        let mut data = check.bytes("the plaintext", len);
        check.run("restart and apply", &mut || {
            cipher.restart(&[counter; 16]);
            cipher.apply(&mut data).expect("before the end");
        });
        check.public(&data);
    }
}

/// The output of a generator is its user's to protect: here it stays on the heap.
fn with_df(check: &mut Check) {
    let (entropy, nonce) = (check.bytes("the entropy", 40), check.bytes("the nonce", 16));
    let (text, more) = (check.bytes("the text", 21), check.bytes("more entropy", 32));
    let new = || CtrDrbg::new(&entropy, &nonce, &text);
    check.run("new", &mut || _ = black_box(&new()));
    let mut generator = Box::new(new().expect("of these lengths"));
    for (additional, len) in [(0, 64), (20, 100), (40, 5000)] {
        let (additional, mut out) = (check.bytes("the input", additional), vec![0; len]);
        check.run("generate", &mut || generator.generate(&additional, &mut out).expect("short enough"));
        check.secret("the output", &out);
    }
    check.run("reseed", &mut || generator.reseed(&more, &text).expect("of these lengths"));
    let mut out = vec![0; 100];
    check.run("generate", &mut || generator.generate(b"", &mut out).expect("short enough"));
    check.secret("the output", &out);
}

fn without_df(check: &mut Check) {
    let (entropy, more) = (check.array("the entropy"), check.array("more entropy"));
    let text = check.bytes("the text", 21);
    let new = || CtrDrbgWithoutDf::new(&entropy, &text);
    check.run("new", &mut || _ = black_box(&new()));
    let mut generator = Box::new(new().expect("of this length"));
    check.run("reseed", &mut || generator.reseed(&more, &text).expect("of this length"));
    let mut out = vec![0; 100];
    check.run("generate", &mut || generator.generate(&text, &mut out).expect("short enough"));
    check.secret("the output", &out);
}

fn from_source(check: &mut Check) {
    let entropy = check.bytes("the entropy", 1000);
    let new = || CtrDrbg::from_source(b"public", &mut Source(&entropy));
    check.run("from_source", &mut || _ = black_box(&new()));
    let (mut generator, mut out) = (Box::new(new().expect("the source delivers")), vec![0; 100]);
    check.run("generate_with_prediction_resistance", &mut || {
        let source = &mut Source(&entropy[100..]);
        generator.generate_with_prediction_resistance(b"public", &mut out, source).expect("the source delivers");
    });
    check.secret("the output", &out);
    check.run("reseed_from", &mut || {
        generator.reseed_from(b"public", &mut Source(&entropy[300..])).expect("the source delivers");
    });
    check.run("fill", &mut || generator.fill(&mut out).expect("the seed is new"));
    check.secret("the output", &out);
}
