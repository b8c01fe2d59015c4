//! AES, its counter mode and the generator CTR_DRBG.

use crate::check::{Case, Check, Source};
use carnelian::cipher::aes::{DecryptionKey, EncryptionKey};
use carnelian::cipher::aes_ctr::Cipher;
use carnelian::cipher::ctr_drbg::{CtrDrbg, CtrDrbgWithoutDf};
use carnelian::random::Random;
use std::hint::black_box;

pub(crate) const CASES: &[Case] = &[
    Case { name: "aes/encrypt-128", run: encrypt::<16> },
    Case { name: "aes/encrypt-192", run: encrypt::<24> },
    Case { name: "aes/encrypt-256", run: encrypt::<32> },
    Case { name: "aes/decrypt-128", run: decrypt::<16> },
    Case { name: "aes/decrypt-192", run: decrypt::<24> },
    Case { name: "aes/decrypt-256", run: decrypt::<32> },
    Case { name: "aes-ctr/apply-128", run: apply::<16> },
    Case { name: "aes-ctr/apply-192", run: apply::<24> },
    Case { name: "aes-ctr/apply-256", run: apply::<32> },
    Case { name: "aes-ctr/seek", run: seek },
    Case { name: "aes-ctr/restart", run: restart },
    Case { name: "ctr-drbg/with-df", run: with_df },
    Case { name: "ctr-drbg/without-df", run: without_df },
    Case { name: "ctr-drbg/from-source", run: from_source },
];

/// A key, and its round keys.
pub(crate) fn key<const KEY_LEN: usize>(check: &mut Check) -> Box<[u8; KEY_LEN]> {
    let key = check.array::<KEY_LEN>("the key");
    schedule(check, &key[..]);
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

fn encrypt<const KEY_LEN: usize>(check: &mut Check) {
    let key = key::<KEY_LEN>(check);
    check.run("new", &mut || _ = black_box(&EncryptionKey::new(&key)));
    check.run("boxed", &mut || _ = black_box(EncryptionKey::boxed(&key)));
    let expanded = Box::new(EncryptionKey::new(&key));
    for count in COUNTS {
        let plaintext = check.bytes("the plaintext", 16 * count);
        let mut data: Vec<[u8; 16]> = plaintext.as_chunks().0.to_vec();
        check.run("encrypt_blocks", &mut || expanded.encrypt_blocks(&mut data));
        check.public(data.as_flattened());
        let mut data: Vec<[u8; 16]> = plaintext.as_chunks().0.to_vec();
        check.run("new and encrypt_blocks", &mut || EncryptionKey::new(&key).encrypt_blocks(&mut data));
    }
    let mut block = check.array("the plaintext");
    check.run("encrypt_block", &mut || expanded.encrypt_block(&mut block));
    check.public(&block[..]);
}

fn decrypt<const KEY_LEN: usize>(check: &mut Check) {
    let key = key::<KEY_LEN>(check);
    check.run("new", &mut || _ = black_box(&DecryptionKey::new(&key)));
    check.run("boxed", &mut || _ = black_box(DecryptionKey::boxed(&key)));
    let expanded = Box::new(DecryptionKey::new(&key));
    for count in COUNTS {
        let plaintext = check.bytes("the plaintext", 16 * count);
        let mut data: Vec<[u8; 16]> = plaintext.as_chunks().0.to_vec();
        EncryptionKey::new(&key).encrypt_blocks(&mut data);
        check.public(data.as_flattened());
        check.run("decrypt_blocks", &mut || expanded.decrypt_blocks(&mut data));
        EncryptionKey::new(&key).encrypt_blocks(&mut data);
        check.run("new and decrypt_blocks", &mut || DecryptionKey::new(&key).decrypt_blocks(&mut data));
    }
    let mut block = check.array("the plaintext");
    EncryptionKey::new(&key).encrypt_block(&mut block);
    check.public(&block[..]);
    check.run("decrypt_block", &mut || expanded.decrypt_block(&mut block));
}

/// The keystream of a cipher, which is secret.
fn keystream<const KEY_LEN: usize>(check: &mut Check, key: &[u8; KEY_LEN], counter: &[u8; 16], len: usize) {
    let mut stream = vec![0; len];
    Cipher::<KEY_LEN>::new(key, counter).apply(&mut stream).expect("before the end");
    check.secret("the keystream", &stream);
}

fn apply<const KEY_LEN: usize>(check: &mut Check) {
    let key = key::<KEY_LEN>(check);
    let counter = [7; 16];
    keystream(check, &key, &counter, 3200);
    check.run("new", &mut || _ = black_box(&Cipher::<KEY_LEN>::new(&key, &counter)));
    check.run("boxed", &mut || _ = black_box(Cipher::<KEY_LEN>::boxed(&key, &counter)));
    let mut cipher = Box::new(Cipher::<KEY_LEN>::new(&key, &counter));
    for len in [1, 15, 16, 33, 64, 100, 250, 512, 1000] {
        let plaintext = check.bytes("the plaintext", len);
        let mut ciphertext = vec![0; len];
        check.run("apply_to", &mut || cipher.apply_to(&plaintext, &mut ciphertext).expect("before the end"));
        check.public(&ciphertext);
        let mut data = plaintext.to_vec();
        check.run("new and apply", &mut || {
            Cipher::<KEY_LEN>::new(&key, &counter).apply(&mut data).expect("before the end");
        });
        check.public(&data);
    }
}

fn seek(check: &mut Check) {
    let key = key::<32>(check);
    keystream(check, &key, &[7; 16], 1300);
    let mut cipher = Box::new(Cipher::<32>::new(&key, &[7; 16]));
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
    let key = key::<32>(check);
    let mut cipher = Box::new(Cipher::<32>::new(&key, &[7; 16]));
    for (counter, len) in [(8, 5), (9, 200), (7, 1), (8, 70)] {
        keystream(check, &key, &[counter; 16], 200);
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
    let new = || CtrDrbg::from_source(&mut Source(&entropy), b"public");
    check.run("from_source", &mut || _ = black_box(&new()));
    let (mut generator, mut out) = (Box::new(new().expect("the source delivers")), vec![0; 100]);
    check.run("generate_with_prediction_resistance", &mut || {
        let source = &mut Source(&entropy[100..]);
        generator.generate_with_prediction_resistance(source, b"public", &mut out).expect("the source delivers");
    });
    check.secret("the output", &out);
    check.run("reseed_from", &mut || {
        generator.reseed_from(&mut Source(&entropy[300..]), b"public").expect("the source delivers");
    });
    check.run("fill", &mut || generator.fill(&mut out).expect("the seed is new"));
    check.secret("the output", &out);
}
