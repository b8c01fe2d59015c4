//! libcrux. The measured code is that of HACL*, translated to Rust; there is no other backend.

pub(super) mod mldsa;
pub(super) mod mlkem;

use crate::offers::Offers;
use crate::op::aead::ChaCha20Poly1305;
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Blake2b, Blake2s, Sha256, Sha512};
use crate::op::poly1305::Poly1305;
use crate::op::x25519::X25519;
use crate::peer::found::{Found, locked_version};
use crate::peer::reach::Reach;
use libcrux_blake2::{Blake2bBuilder, Blake2sBuilder};

const BACKEND: &str = "portable";

pub(super) const REACH: Reach = Reach::Portable;

pub(super) fn sha2() -> Found {
    let sha512 = Sha512::one_by_one(BACKEND, libcrux_sha2::sha512);
    let sha256 = Sha256::one_by_one(BACKEND, libcrux_sha2::sha256);
    Ok((locked_version("libcrux-sha2", "0.0"), Offers::none().and(sha256).and(sha512)))
}

pub(super) fn blake2() -> Found {
    let blake2b = Blake2b::one_by_one(BACKEND, |message| {
        let (mut hasher, mut digest) = (Blake2bBuilder::new_unkeyed().build_const_digest_len(), [0; 64]);
        hasher.update(message).expect("below the limit");
        hasher.finalize(&mut digest);
        digest
    });
    let blake2s = Blake2s::one_by_one(BACKEND, |message| {
        let (mut hasher, mut digest) = (Blake2sBuilder::new_unkeyed().build_const_digest_len(), [0; 32]);
        hasher.update(message).expect("below the limit");
        hasher.finalize(&mut digest);
        digest
    });
    Ok((locked_version("libcrux-blake2", "0.0"), Offers::none().and(blake2b).and(blake2s)))
}

pub(super) fn curve25519() -> Found {
    let x25519 = X25519 {
        backend: BACKEND.to_owned(),
        public_key: |secret| {
            let mut public = [0; 32];
            libcrux_curve25519::secret_to_public(&mut public, secret);
            public
        },
        diffie_hellman: |secret| {
            let secret = *secret;
            Box::new(move |public| {
                let mut shared = [0; 32];
                libcrux_curve25519::ecdh(&mut shared, public, &secret).map_or([0; 32], |()| shared)
            })
        },
        diffie_hellman_batch: None,
    };
    Ok((locked_version("libcrux-curve25519", "0.0"), Offers::none().and(x25519)))
}

/// Offers Ed25519 without key objects: signing starts from the seed each time and recomputes the public key.
pub(super) fn ed25519() -> Found {
    let ed25519 = Ed25519 {
        backend: BACKEND.to_owned(),
        public_key: |seed| {
            let mut public_key = [0; 32];
            libcrux_ed25519::secret_to_public(&mut public_key, seed);
            public_key
        },
        signer: |seed| {
            let seed = *seed;
            Box::new(move |message| libcrux_ed25519::sign(message, &seed).expect("below 4 GiB"))
        },
        signer_batch: None,
        verify: |public_key, message, signature| libcrux_ed25519::verify(message, public_key, signature).is_ok(),
        verifier: None,
        verify_batch: None,
    };
    Ok((locked_version("libcrux-ed25519", "0.0"), Offers::none().and(ed25519)))
}

/// Offers ChaCha20-Poly1305. It works between two buffers, so data to be sealed in place is copied first.
pub(super) fn chacha20poly1305() -> Found {
    let chacha20poly1305 = ChaCha20Poly1305::new(
        BACKEND,
        |key| {
            let key = *key;
            Box::new(move |nonce, aad, data| {
                let (plaintext, mut tag) = (data.to_vec(), [0; 16]);
                libcrux_chacha20poly1305::encrypt_detached(&key, &plaintext, data, &mut tag, aad, nonce)
                    .expect("below the limit");
                tag
            })
        },
        |key| {
            let key = *key;
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                libcrux_chacha20poly1305::decrypt_detached(&key, plaintext, ciphertext, tag, aad, nonce).is_ok()
            })
        },
    );
    Ok((locked_version("libcrux-chacha20poly1305", "0.0"), Offers::none().and(chacha20poly1305)))
}

pub(super) fn poly1305() -> Found {
    let poly1305 = Poly1305 {
        backend: BACKEND.to_owned(),
        tag: |key, message| {
            let mut tag = [0; 16];
            libcrux_poly1305::mac(key, message, &mut tag).map_or([0; 16], |()| tag)
        },
    };
    Ok((locked_version("libcrux-poly1305", "0.0"), Offers::none().and(poly1305)))
}
