//! Authenticated encryption.

use crate::aes::schedule;
use crate::check::{Case, Check, Source};
use aes::cipher::consts::U16;
use aes::cipher::{BlockCipherEncrypt, KeyInit};
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, Parameters};
use carnelian::cipher::aes_gcm::AesGcm;
use carnelian::cipher::chacha20::{ChaCha20, hchacha20, variant};
use carnelian::cipher::chacha20poly1305::{AeadVariant, ChaChaPoly};
use carnelian::cipher::{self, Aead, OpenError};
use std::cell::RefCell;
use std::hint::black_box;

/// Returns every case: for each scheme with associated data in the catalogue, and the others.
pub(crate) fn cases() -> Vec<Case> {
    macro_rules! cases {
        ([] $($module:ident $Type:ident $STEM:ident ($number:literal, $id:literal, $name:literal, $standard:literal)
            $methods:tt $form:ident;)+) => {
            [$(of_row::<cipher::$module::$Type>($id)),+].concat()
        };
    }
    [&carnelian::__aeads! { cases [] }, OTHERS].concat()
}

fn of_row<A: Aead>(id: &str) -> Vec<Case> {
    let family = id.replace('-', "");
    vec![Case::of_row(format!("{family}/seal"), seal::<A>), Case::of_row(format!("{family}/open"), open::<A>)]
}

const OTHERS: &[Case] = &[
    Case { name: "aes256gcm/seal-long-nonce", run: seal::<AesGcm<Aes256, 20>> },
    Case { name: "aes128gcm/pieces", run: pieces_of_gcm::<Aes128> },
    Case { name: "aes192gcm/pieces", run: pieces_of_gcm::<Aes192> },
    Case { name: "aes256gcm/pieces", run: pieces_of_gcm::<Aes256> },
    Case { name: "chacha20poly1305/pieces", run: pieces_of_chacha::<variant::ChaCha20> },
    Case { name: "xchacha20poly1305/pieces", run: pieces_of_chacha::<variant::XChaCha20> },
];

const LENGTHS: [usize; 10] = [0, 1, 16, 64, 100, 300, 500, 1024, 1500, 5000];
const ASSOCIATED: &[u8] = b"an address that is in the clear";

/// A key, and what a scheme makes of it.
fn key<A: Aead>(check: &mut Check) -> Box<A::Key> {
    let key = check.bytes("the key", A::KEY_LEN);
    let (zeros, nonce) = ([0; 16], [7; 24]);
    if A::NAME.contains("SIV") {
        let derived = match A::KEY_LEN {
            16 => derived_keys(&aes::Aes128::new_from_slice(&key).expect("16 bytes"), 2),
            _ => derived_keys(&aes::Aes256::new_from_slice(&key).expect("32 bytes"), 4),
        };
        check.secret("the authenticator's key", &derived[..16]);
        check.secret("the message's key", &derived[16..]);
        schedule(check, &key);
        schedule(check, &derived[16..]);
    } else if A::NAME.contains("AES") {
        let mut h = zeros.into();
        match A::KEY_LEN {
            16 => aes::Aes128::new_from_slice(&key).expect("16 bytes").encrypt_block(&mut h),
            24 => aes::Aes192::new_from_slice(&key).expect("24 bytes").encrypt_block(&mut h),
            _ => aes::Aes256::new_from_slice(&key).expect("32 bytes").encrypt_block(&mut h),
        }
        check.secret("the hash key", &h);
        schedule(check, &key);
    } else {
        let whole: &[u8; 32] = key[..].try_into().expect("32 bytes");
        let subkey = hchacha20(whole, &[7; 16]);
        check.secret("the subkey", subkey.expose());
        let (key, nonce) = match A::NONCE_LEN {
            12 => (whole, &nonce[..12]),
            _ => (subkey.expose(), &[0, 0, 0, 0, 7, 7, 7, 7, 7, 7, 7, 7][..]),
        };
        let mut stream = [0; 320];
        ChaCha20::new(key, nonce.try_into().expect("12 bytes")).apply(&mut stream).expect("before the end");
        check.secret("the authenticator's key", &stream[..32]);
        check.secret("the keystream", &stream[64..]);
    }
    Box::new(A::Key::try_from(&key).expect("as many bytes as a key has"))
}

/// RFC 8452 Section 4, derive_keys(), for the nonce of this test.
fn derived_keys(key: &impl BlockCipherEncrypt<BlockSize = U16>, words_of_cipher: u8) -> Vec<u8> {
    let half = |i: u8| {
        let mut block = [7; 16];
        block[..4].copy_from_slice(&[i, 0, 0, 0]);
        key.encrypt_block((&mut block).into());
        block[..8].to_vec()
    };
    (0..2 + words_of_cipher).flat_map(half).collect()
}

fn nonce<A: Aead>() -> A::Nonce {
    A::Nonce::try_from(&[7; 24][..A::NONCE_LEN]).expect("as many bytes as a nonce has")
}

fn seal<A: Aead>(check: &mut Check) {
    let key = key::<A>(check);
    check.run("new", &mut || _ = black_box(&A::new(&key)));
    check.run("boxed", &mut || _ = black_box(A::boxed(&key)));
    check.run("boxed, and seal", &mut || {
        let session = black_box(Some((A::boxed(&key), 7)));
        let (key, _) = session.expect("a session");
        key.seal(&nonce::<A>(), ASSOCIATED, &mut []).expect("below the limit");
    });
    check.run("generate", &mut || _ = black_box(&A::generate(&mut Source((*key).as_ref()))));
    let made = Box::new(A::new(&key));
    for len in LENGTHS {
        let (nonce, plaintext) = (nonce::<A>(), check.bytes("the plaintext", len));
        let mut data = plaintext.to_vec();
        let mut tag = Box::new([0; 16]);
        check.run("seal", &mut || *tag = made.seal(&nonce, ASSOCIATED, &mut data).expect("below the limit"));
        check.public(&data);
        check.public(&tag[..]);
        check.run("seal_to", &mut || {
            *tag = made.seal_to(&nonce, ASSOCIATED, &plaintext, &mut data).expect("below the limit");
        });
        check.run("seal_once", &mut || {
            *tag = A::seal_once(&key, &nonce, ASSOCIATED, &mut data).expect("below the limit");
        });
        check.public(&data);
        check.public(&tag[..]);
        check.run("seal_once_to", &mut || {
            *tag = A::seal_once_to(&key, &nonce, ASSOCIATED, &plaintext, &mut data).expect("below the limit");
        });
        let mut sealed = Vec::new();
        check.run("new and seal_combined", &mut || {
            sealed = A::new(&key).seal_combined(&nonce, ASSOCIATED, &plaintext).expect("below the limit");
        });
        check.public(&sealed);
    }
}

fn open<A: Aead>(check: &mut Check) {
    let key = key::<A>(check);
    let made = Box::new(A::new(&key));
    for len in LENGTHS {
        let (nonce, plaintext) = (nonce::<A>(), check.bytes("the plaintext", len));
        let sealed = made.seal_combined(&nonce, ASSOCIATED, &plaintext).expect("below the limit");
        check.public(&sealed);
        let (ciphertext, tag) = sealed.split_last_chunk().expect("a tag is there");
        let mut data = ciphertext.to_vec();
        check.run("open", &mut || made.open(&nonce, ASSOCIATED, &mut data, tag).expect("the tag is right"));
        check.run("open_to", &mut || {
            made.open_to(&nonce, ASSOCIATED, ciphertext, &mut data, tag).expect("the tag is right");
        });
        check.run("new and open_combined", &mut || {
            _ = black_box(A::new(&key).open_combined(&nonce, ASSOCIATED, &sealed).expect("the tag is right"));
        });
        data.copy_from_slice(ciphertext);
        check.run("open_once", &mut || {
            A::open_once(&key, &nonce, ASSOCIATED, &mut data, tag).expect("the tag is right");
        });
        check.run("open_once_to", &mut || {
            A::open_once_to(&key, &nonce, ASSOCIATED, ciphertext, &mut data, tag).expect("the tag is right");
        });
        let mut wrong = Box::new(*tag);
        wrong[3] ^= 1;
        check.public(&wrong[..]);
        data.copy_from_slice(ciphertext);
        check.run("a wrong tag", &mut || {
            assert_eq!(made.open(&nonce, ASSOCIATED, &mut data, &wrong), Err(OpenError::Forged));
        });
    }
}

/// The pieces of a scheme, whose types have nothing in common that could be named.
macro_rules! pieces {
    ($check:ident, $scheme:ty, $nonce:expr) => {
        let (check, nonce) = ($check, $nonce);
        let key = Box::new(<$scheme>::new(&key::<$scheme>(check)));
        let plaintext = check.bytes("the plaintext", 5000);
        let (mut data, mut tag) = (plaintext.to_vec(), Box::new([0; 16]));
        check.run("sealer", &mut || {
            let mut sealer = key.sealer(&nonce, ASSOCIATED);
            data.chunks_mut(999).for_each(|piece| sealer.update(piece).expect("below the limit"));
            black_box(&sealer);
        });
        check.run("sealer between buffers", &mut || {
            let mut sealer = key.sealer(&nonce, ASSOCIATED);
            for (from, to) in plaintext.chunks(666).zip(data.chunks_mut(666)) {
                sealer.update_to(from, to).expect("equal lengths");
            }
            black_box(&sealer);
        });
        check.public(&data);
        let sealed = || {
            let mut sealer = key.sealer(&nonce, ASSOCIATED);
            sealer.update(&mut plaintext.to_vec()).expect("below the limit");
            sealer
        };
        let place = RefCell::new(&mut *tag);
        check.run_on("finish", sealed, |sealer| **place.borrow_mut() = sealer.finish());
        check.public(&tag[..]);
        check.run("verifier", &mut || {
            let mut verifier = key.verifier(&nonce, ASSOCIATED);
            data.chunks(777).for_each(|piece| verifier.update(piece).expect("below the limit"));
            black_box(&verifier);
        });
        let verified = || {
            let mut verifier = key.verifier(&nonce, ASSOCIATED);
            verifier.update(&data).expect("below the limit");
            verifier
        };
        check.run_on("verify", verified, |verifier| _ = black_box(&verifier.verify(&tag)));
        let mut opener = Box::new(verified().verify(&tag).expect("the tag is right"));
        let mut opened = data.clone();
        check.run("opener", &mut || {
            opened.chunks_mut(555).for_each(|piece| opener.update(piece).expect("no more than was verified"));
        });
        let mut opener = Box::new(verified().verify(&tag).expect("the tag is right"));
        check.run("opener between buffers", &mut || {
            for (from, to) in data.chunks(555).zip(opened.chunks_mut(555)) {
                opener.update_to(from, to).expect("no more than was verified");
            }
        });
        tag[0] ^= 1;
        check.public(&tag[..]);
        check.run_on("a wrong tag", verified, |verifier| assert!(verifier.verify(&tag).is_err()));
    };
}

fn pieces_of_gcm<A: Parameters>(check: &mut Check) {
    pieces!(check, AesGcm<A>, [7; 12]);
}

fn pieces_of_chacha<V: AeadVariant>(check: &mut Check) {
    let nonce = V::Nonce::try_from(&[7; 24][..<ChaChaPoly<V> as Aead>::NONCE_LEN]).expect("the length of a nonce");
    pieces!(check, ChaChaPoly<V>, nonce);
}
