//! An operation of each family through the C interface: that checking pointers, contexts and outputs adds nothing that
//! depends on secrets.
#![allow(unsafe_code)] // Calls the C interface as C does.

use super::{ONE_BACKEND, Operation, TIERS_OF_25519, argon2, mldsa, mlkem, poly1305, portable, sha256};
use crate::check::Check;
use carnelian::cipher::Aead;
use carnelian::cipher::chacha20poly1305::ChaCha20Poly1305;
use carnelian::curve::{curve25519, x25519};
use carnelian::hash::{Hash, Sha256};
use carnelian::kdf;
use carnelian::postquantum;
use carnelian_capi::aead::{CARNELIAN_CHACHA20_POLY1305, carnelian_aead_open, carnelian_aead_seal};
use carnelian_capi::argon2::{CARNELIAN_ARGON2ID, carnelian_argon2, carnelian_argon2_cost};
use carnelian_capi::ed25519::{
    CARNELIAN_ED25519, carnelian_eddsa_sign, carnelian_eddsa_signing_key_free, carnelian_eddsa_signing_key_new,
};
use carnelian_capi::hash::CARNELIAN_SHA256;
use carnelian_capi::hkdf::carnelian_hkdf;
use carnelian_capi::hmac::{carnelian_hmac, carnelian_hmac_verify};
use carnelian_capi::kem::{
    CARNELIAN_ML_KEM_768, carnelian_kem_decapsulate, carnelian_kem_encapsulate, carnelian_kem_public_key,
};
use carnelian_capi::keys::{
    CARNELIAN_FORM_PEM, CARNELIAN_KEY_ED25519, carnelian_private_key_free, carnelian_private_key_new,
    carnelian_private_key_write,
};
use carnelian_capi::mldsa::{
    CARNELIAN_ML_DSA_44, carnelian_mldsa_sign_deterministic, carnelian_mldsa_signing_key_free,
    carnelian_mldsa_signing_key_new,
};
use carnelian_capi::sealed_file::{carnelian_sealed_file_open, carnelian_sealed_file_seal};
use carnelian_capi::status::carnelian_status::{CARNELIAN_ERROR_AUTHENTICATION, CARNELIAN_OK};
use carnelian_capi::x25519::carnelian_x25519_diffie_hellman;
use std::ptr;

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "hmac/through-c", tiers: sha256::TIERS, backend: Sha256::backend, run: mac },
    Operation { name: "hkdf/through-c", tiers: sha256::TIERS, backend: Sha256::backend, run: derive },
    Operation {
        name: "chacha20poly1305/through-c",
        tiers: poly1305::TIERS,
        backend: ChaCha20Poly1305::backend,
        run: seal_and_open,
    },
    Operation {
        name: "sealed-file/through-c",
        tiers: poly1305::TIERS,
        backend: ChaCha20Poly1305::backend,
        run: seal_and_open_file,
    },
    Operation { name: "argon2id/through-c", tiers: argon2::TIERS, backend: kdf::argon2::backend, run: hash_password },
    Operation { name: "x25519/through-c", tiers: TIERS_OF_25519, backend: curve25519::backend, run: agree },
    Operation { name: "ed25519/through-c", tiers: TIERS_OF_25519, backend: curve25519::backend, run: sign },
    Operation {
        name: "mlkem768/through-c",
        tiers: mlkem::TIERS,
        backend: postquantum::mlkem::backend,
        run: decapsulate,
    },
    Operation {
        name: "mldsa44/through-c",
        tiers: mldsa::TIERS,
        backend: postquantum::mldsa::backend,
        run: sign_with_lattice,
    },
    Operation { name: "encoding/through-c", tiers: ONE_BACKEND, backend: portable, run: write_key },
];

/// Verifies a right tag and a wrong one too: only the verdict becomes public.
fn mac(check: &mut Check) {
    let (key, message) = (check.bytes(32), check.bytes(150));
    let (key, message) = (key.expose(), message.expose());
    let mut tag = [0; 32];
    // SAFETY: each pointer is to a variable here, with its length.
    let status = unsafe {
        carnelian_hmac(
            CARNELIAN_SHA256,
            key.as_ptr(),
            key.len(),
            message.as_ptr(),
            message.len(),
            tag.as_mut_ptr(),
            tag.len(),
        )
    };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&tag);
    for expected in [CARNELIAN_OK, CARNELIAN_ERROR_AUTHENTICATION] {
        // SAFETY: each pointer is to a variable here, with its length.
        let status = unsafe {
            carnelian_hmac_verify(
                CARNELIAN_SHA256,
                key.as_ptr(),
                key.len(),
                message.as_ptr(),
                message.len(),
                tag.as_ptr(),
                tag.len(),
            )
        };
        assert_eq!(status, expected);
        tag[7] ^= 1;
    }
}

fn derive(check: &mut Check) {
    let (salt, secret) = (check.bytes(13), check.bytes(40));
    let (salt, secret, info) = (salt.expose(), secret.expose(), b"public");
    let mut key = [0; 70];
    // SAFETY: each pointer is to a variable here, with its length.
    let status = unsafe {
        carnelian_hkdf(
            CARNELIAN_SHA256,
            salt.as_ptr(),
            salt.len(),
            secret.as_ptr(),
            secret.len(),
            info.as_ptr(),
            info.len(),
            key.as_mut_ptr(),
            key.len(),
        )
    };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&key);
}

/// Opens with the right tag and a wrong one too: only the verdict becomes public.
fn seal_and_open(check: &mut Check) {
    let (key, plaintext) = (check.array::<32>(), check.bytes(700));
    let (key, plaintext, nonce, aad) = (key.expose(), plaintext.expose(), [3; 12], b"public");
    let (mut ciphertext, mut tag) = (vec![0; plaintext.len()], [0; 16]);
    // SAFETY: each pointer is to a variable here, with its length.
    let status = unsafe {
        carnelian_aead_seal(
            CARNELIAN_CHACHA20_POLY1305,
            key.as_ptr(),
            key.len(),
            nonce.as_ptr(),
            nonce.len(),
            aad.as_ptr(),
            aad.len(),
            plaintext.as_ptr(),
            ciphertext.as_mut_ptr(),
            plaintext.len(),
            tag.as_mut_ptr(),
        )
    };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&ciphertext);
    check.secret_result(&tag);
    for expected in [CARNELIAN_OK, CARNELIAN_ERROR_AUTHENTICATION] {
        let mut opened = vec![0; ciphertext.len()];
        // SAFETY: each pointer is to a variable here, with its length.
        let status = unsafe {
            carnelian_aead_open(
                CARNELIAN_CHACHA20_POLY1305,
                key.as_ptr(),
                key.len(),
                nonce.as_ptr(),
                nonce.len(),
                aad.as_ptr(),
                aad.len(),
                ciphertext.as_ptr(),
                opened.as_mut_ptr(),
                ciphertext.len(),
                tag.as_ptr(),
            )
        };
        assert_eq!(status, expected);
        if status == CARNELIAN_OK {
            check.secret_result(&opened);
        }
        tag[7] ^= 1;
    }
}

fn seal_and_open_file(check: &mut Check) {
    let (key, plaintext) = (check.array::<32>(), check.bytes(1000));
    let (key, plaintext) = (key.expose(), plaintext.expose());
    let (mut sealed, mut opened) = (vec![0; 96 + plaintext.len() + 16], vec![0; plaintext.len()]);
    // SAFETY: each pointer is to a variable here, with its length; a null source is the operating system's.
    let status = unsafe {
        carnelian_sealed_file_seal(
            key.as_ptr(),
            ptr::null(),
            plaintext.as_ptr(),
            plaintext.len(),
            sealed.as_mut_ptr(),
            sealed.len(),
        )
    };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&sealed[96..]);
    // SAFETY: each pointer is to a variable here, with its length.
    let status = unsafe {
        carnelian_sealed_file_open(key.as_ptr(), sealed.as_ptr(), sealed.len(), opened.as_mut_ptr(), opened.len())
    };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&opened);
}

fn hash_password(check: &mut Check) {
    let (password, salt) = (check.bytes(21), check.bytes(16));
    let (password, salt) = (password.expose(), salt.expose());
    let cost = carnelian_argon2_cost { memory_kib: 16, passes: 2, lanes: 1 };
    let mut tag = [0; 32];
    // SAFETY: each pointer is to a variable here, with its length, or null with the length zero.
    let status = unsafe {
        carnelian_argon2(
            CARNELIAN_ARGON2ID,
            &raw const cost,
            password.as_ptr(),
            password.len(),
            salt.as_ptr(),
            salt.len(),
            ptr::null(),
            0,
            ptr::null(),
            0,
            tag.as_mut_ptr(),
            tag.len(),
        )
    };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&tag);
}

fn agree(check: &mut Check) {
    let secret = check.array::<32>();
    let (secret, mut shared) = (secret.expose(), [0; 32]);
    // SAFETY: each pointer is to 32 bytes here.
    let status =
        unsafe { carnelian_x25519_diffie_hellman(secret.as_ptr(), x25519::BASE.as_ptr(), shared.as_mut_ptr()) };
    assert_eq!(status, CARNELIAN_OK);
    check.secret_result(&shared);
}

fn sign(check: &mut Check) {
    let (seed, message) = (check.array::<32>(), check.bytes(100));
    let (mut key, mut signature) = (ptr::null_mut(), [0; 64]);
    // SAFETY: each pointer is to a variable here, with its length; the key is freed once.
    unsafe {
        let status = carnelian_eddsa_signing_key_new(CARNELIAN_ED25519, seed.expose().as_ptr(), &raw mut key);
        assert_eq!(status, CARNELIAN_OK);
        let message = message.expose();
        let status = carnelian_eddsa_sign(key, message.as_ptr(), message.len(), signature.as_mut_ptr());
        assert_eq!(status, CARNELIAN_OK);
        carnelian_eddsa_signing_key_free(key);
    }
    check.public_result(&signature);
}

/// Decapsulates a right ciphertext and a wrong one, after which nothing differs that can be seen.
fn decapsulate(check: &mut Check) {
    let key = check.array::<64>();
    let (key, mut public) = (key.expose(), [0; 1184]);
    let (mut ciphertext, mut theirs, mut ours) = ([0; 1088], [0; 32], [0; 32]);
    // SAFETY: each pointer is to a variable here, with its length; a null source is the operating system's.
    unsafe {
        let status =
            carnelian_kem_public_key(CARNELIAN_ML_KEM_768, key.as_ptr(), key.len(), public.as_mut_ptr(), public.len());
        assert_eq!(status, CARNELIAN_OK);
        check.public_result(&public);
        let status = carnelian_kem_encapsulate(
            CARNELIAN_ML_KEM_768,
            public.as_ptr(),
            public.len(),
            ptr::null(),
            ciphertext.as_mut_ptr(),
            ciphertext.len(),
            theirs.as_mut_ptr(),
        );
        assert_eq!(status, CARNELIAN_OK);
    }
    check.secret_result(&theirs);
    for _ in 0..2 {
        // SAFETY: each pointer is to a variable here, with its length.
        let status = unsafe {
            carnelian_kem_decapsulate(
                CARNELIAN_ML_KEM_768,
                key.as_ptr(),
                key.len(),
                ciphertext.as_ptr(),
                ciphertext.len(),
                ours.as_mut_ptr(),
            )
        };
        assert_eq!(status, CARNELIAN_OK);
        check.secret_result(&ours);
        ciphertext[9] ^= 1;
    }
}

fn sign_with_lattice(check: &mut Check) {
    let (seed, message) = (check.array::<32>(), check.bytes(100));
    let (mut key, mut signature) = (ptr::null_mut(), vec![0; 2420]);
    // SAFETY: each pointer is to a variable here, with its length, or null with the length zero; the key is freed once.
    unsafe {
        let status = carnelian_mldsa_signing_key_new(CARNELIAN_ML_DSA_44, seed.expose().as_ptr(), &raw mut key);
        assert_eq!(status, CARNELIAN_OK);
        let message = message.expose();
        let status = carnelian_mldsa_sign_deterministic(
            key,
            ptr::null(),
            0,
            message.as_ptr(),
            message.len(),
            signature.as_mut_ptr(),
            signature.len(),
        );
        assert_eq!(status, CARNELIAN_OK);
        carnelian_mldsa_signing_key_free(key);
    }
    check.public_result(&signature);
}

fn write_key(check: &mut Check) {
    let seed = check.array::<32>();
    let (mut key, mut text, mut len) = (ptr::null_mut(), [0; 200], 0);
    // SAFETY: each pointer is to a variable here, with its length; the key is freed once.
    unsafe {
        let seed = seed.expose();
        let status = carnelian_private_key_new(CARNELIAN_KEY_ED25519, seed.as_ptr(), seed.len(), &raw mut key);
        assert_eq!(status, CARNELIAN_OK);
        let status = carnelian_private_key_write(key, CARNELIAN_FORM_PEM, text.as_mut_ptr(), text.len(), &raw mut len);
        assert_eq!(status, CARNELIAN_OK);
        carnelian_private_key_free(key);
    }
    // Behind the label and the public part of the structure stand the digits of the seed.
    check.secret_result(&text[60..100]);
}
