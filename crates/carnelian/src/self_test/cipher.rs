//! Ciphers, authenticators and authenticated encryption: messages, keys and nonces all count upwards.

use super::{Check, LONG, Row, counting};
use crate::cipher::aes::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters};
use crate::cipher::aes_ctr::{Aes128Ctr, Aes192Ctr, Aes256Ctr};
use crate::cipher::aes_gcm::{Aes128Gcm, Aes192Gcm, Aes256Gcm};
use crate::cipher::aes_gcm_siv::{Aes128GcmSiv, Aes256GcmSiv};
use crate::cipher::chacha20::{ChaCha20, XChaCha20};
use crate::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use crate::cipher::ctr_drbg::CtrDrbgWithoutDf;
use crate::cipher::ghash::Ghash;
use crate::cipher::salsa20::{Salsa20, XSalsa20};
use crate::cipher::xsalsa20poly1305::SecretBox;
use crate::cipher::{Aead, poly1305};

pub(super) const ROWS: &[Row] = &[
    Row {
        algorithm: "ChaCha20",
        run: |check| {
            let mut data = counting::<LONG>();
            check.holds(ChaCha20::new(&counting(), &counting()).apply(&mut data).is_ok());
            check.hash_is(&[&data], "d55c5d168b789bf424f65f3c76c06cbaa426f09b3b8fa1e6b9aa5054d247de0f");
        },
    },
    Row {
        algorithm: "XChaCha20",
        run: |check| {
            let mut data = counting::<LONG>();
            check.holds(XChaCha20::new(&counting(), &counting()).apply(&mut data).is_ok());
            check.hash_is(&[&data], "ebd6316ca426acf2f6c295940788572371c253122c9635d581bdcd1facfd7fdb");
        },
    },
    Row {
        algorithm: "Salsa20",
        run: |check| {
            let mut data = counting::<LONG>();
            check.holds(Salsa20::new(&counting(), &counting()).apply(&mut data).is_ok());
            check.hash_is(&[&data], "9736768e65282e2ccca53d8ee776e5cb73a306dd16559dc193b8e4c65444e384");
        },
    },
    Row {
        algorithm: "XSalsa20",
        run: |check| {
            let mut data = counting::<LONG>();
            check.holds(XSalsa20::new(&counting(), &counting()).apply(&mut data).is_ok());
            check.hash_is(&[&data], "025c3995c44b82bed39253a8810979ce46e1cca65c3b1189041d143159c55c23");
        },
    },
    Row {
        algorithm: "AES-128",
        run: |check| aes::<Aes128>(check, "7443432e4f00047c52ce20be099ab293f2e12e36e7a512089565ef90c315ee48"),
    },
    Row {
        algorithm: "AES-128 in CTR mode",
        run: |check| {
            let (key, counter, mut data) = (counting(), counting(), counting::<LONG>());
            check.holds(Aes128Ctr::new(&key, &counter).apply(&mut data).is_ok());
            check.hash_is(&[&data], "bb315ca3afbe4c1047a1e8b97afd5ac002dcf8ed8baadefdb10ef12be2c22b13");
        },
    },
    Row {
        algorithm: "AES-192",
        run: |check| aes::<Aes192>(check, "aa045924e27a57d67525cd0634a102496868d3e8fdc2d135a62fb06d66934a3a"),
    },
    Row {
        algorithm: "AES-192 in CTR mode",
        run: |check| {
            let (key, counter, mut data) = (counting(), counting(), counting::<LONG>());
            check.holds(Aes192Ctr::new(&key, &counter).apply(&mut data).is_ok());
            check.hash_is(&[&data], "120280db6c29468ff8255a3af3a6085cf96ca104da56205f880ee023e805807b");
        },
    },
    Row {
        algorithm: "AES-256",
        run: |check| aes::<Aes256>(check, "761cd7e7936ef0c5a280ab420e56059c7ef091d221146f78985983e0b7be70a3"),
    },
    Row {
        algorithm: "AES-256 in CTR mode",
        run: |check| {
            let (key, counter, mut data) = (counting(), counting(), counting::<LONG>());
            check.holds(Aes256Ctr::new(&key, &counter).apply(&mut data).is_ok());
            check.hash_is(&[&data], "f4431a5fee05c4ee41e5f84d5bed4cd7df780be21bf944f9cfc80ce242151435");
        },
    },
    Row {
        algorithm: "Poly1305",
        run: |check| {
            check.is(&poly1305::tag(&counting(), &counting::<LONG>()), "0c55dd5c192fa5240abbc122d2ca0e29");
        },
    },
    Row {
        algorithm: "GHASH",
        run: |check| check.is(&Ghash::sum(&counting(), &counting::<4992>()), "7f0f8065aea36a20d7ecbf55f9b14547"),
    },
    Row {
        algorithm: "CTR_DRBG",
        run: |check| {
            let mut out = [0; 1000];
            let generator = CtrDrbgWithoutDf::new(&counting(), b"");
            check.holds(generator.is_ok_and(|mut generator| generator.generate(b"", &mut out).is_ok()));
            check.hash_is(&[&out], "2cb3358d1f72eed0a61191e642a4cdcdcc21077447622213c041e56b810d205c");
        },
    },
    Row {
        algorithm: "AES-128-GCM",
        run: |check| aead::<Aes128Gcm>(check, "64573142387b94f974383dad32aad180888efe8a5edbbc54265b44d5761d6f97"),
    },
    Row {
        algorithm: "AES-192-GCM",
        run: |check| aead::<Aes192Gcm>(check, "8d3e0cea9726ed5b9e920618739adb216c805bd960f7526b60d5fe39ef9aee61"),
    },
    Row {
        algorithm: "AES-256-GCM",
        run: |check| aead::<Aes256Gcm>(check, "7157e6d583602a75ec0d96fa1232d223d19dce3f0e7953685d424124c5252c9c"),
    },
    Row {
        algorithm: "AES-128-GCM-SIV",
        run: |check| aead::<Aes128GcmSiv>(check, "1812508a76edf85daa1ed7737c56cb235524047aaced19162e4854acde70dab6"),
    },
    Row {
        algorithm: "AES-256-GCM-SIV",
        run: |check| aead::<Aes256GcmSiv>(check, "aeb0c8202220f47f01e9145736cad5f6da816b31765bd94c7d8012b0478f2e55"),
    },
    Row {
        algorithm: "ChaCha20-Poly1305",
        run: |check| {
            aead::<ChaCha20Poly1305>(check, "ac93d63e5988a08bd8a5d6a39e9ce40474363b797366a656614efc287c16a4d4");
        },
    },
    Row {
        algorithm: "XChaCha20-Poly1305",
        run: |check| {
            aead::<XChaCha20Poly1305>(check, "0249ebfb7327600bccd94a160cf9b8b53e02e45880696b31840495b03c44dc29");
        },
    },
    Row {
        algorithm: "XSalsa20-Poly1305",
        run: |check| {
            let (key, nonce) = (SecretBox::new(&counting()), counting());
            let (mut short, mut long) = (counting::<64>(), counting::<LONG>());
            let tags = (key.seal(&nonce, &mut short), key.seal(&nonce, &mut long));
            let known = "cd551400a8a2c362e83d24e77a124db712fb059cbbf9b6661285969713373838";
            check.hash_is(&[&short, &tags.0, &long, &tags.1], known);
            check.holds(key.open(&nonce, &mut long, &tags.1).is_ok() && long == counting());
            check.holds(key.open(&nonce, &mut short, &tags.1).is_err());
        },
    },
];

/// Encrypts 64 blocks, and decrypts them.
fn aes<A: Parameters>(check: &mut Check, known: &str) {
    let key = counting::<32>();
    let Ok(key) = A::Key::try_from(&key[..A::KEY_LEN]) else { return check.holds(false) };
    let mut blocks = [[0; 16]; 64];
    blocks.as_flattened_mut().copy_from_slice(&counting::<1024>());
    EncryptionKey::<A>::new(&key).encrypt_blocks(&mut blocks);
    check.hash_is(&[blocks.as_flattened()], known);
    DecryptionKey::<A>::new(&key).decrypt_blocks(&mut blocks);
    check.holds(blocks.as_flattened() == counting::<1024>());
}

/// Seals a short and a long message with associated data, opens the long one, and refuses a wrong tag.
fn aead<A: Aead>(check: &mut Check, known: &str) {
    let (key, nonce) = (counting::<32>(), counting::<24>());
    let (Ok(key), Ok(nonce)) = (A::Key::try_from(&key[..A::KEY_LEN]), A::Nonce::try_from(&nonce[..A::NONCE_LEN]))
    else {
        return check.holds(false);
    };
    let (key, aad) = (A::new(&key), counting::<77>());
    let (mut short, mut long) = (counting::<64>(), counting::<LONG>());
    let (Ok(first), Ok(second)) = (key.seal(&nonce, &aad, &mut short), key.seal(&nonce, &aad, &mut long)) else {
        return check.holds(false);
    };
    check.hash_is(&[&short, &first, &long, &second], known);
    check.holds(key.open(&nonce, &aad, &mut long, &second).is_ok() && long == counting());
    check.holds(key.open(&nonce, &aad, &mut short, &second).is_err());
}
