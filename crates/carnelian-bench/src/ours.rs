//! Our own library: what it offers, as a file in the crate of the peers says it of theirs.

mod by_name;
mod hybrid;
mod keys;
mod mldsa;
mod mlkem;
mod slhdsa;
#[cfg(feature = "rayon")]
mod threads;

use crate::op::Offers;
use crate::op::aead::nacl_box::{PublicBox, SecretBox};
use crate::op::aead::{
    Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme, XChaCha20Poly1305Scheme,
};
use crate::op::aes_ctr::Aes256Ctr;
use crate::op::argon2::{Argon2i, Argon2id, Cost};
use crate::op::ed25519::Ed25519;
use crate::op::edwards25519::{Edwards25519, MultiscalarMul};
use crate::op::hashing::{
    Blake2bFunction, Blake2sFunction, Function, Offer, Sha1Function, Sha3_256Function, Sha256Function, Sha512Function,
    Shake128Function,
};
use crate::op::hmac::HmacSha256;
use crate::op::poly1305::Poly1305;
use crate::op::ristretto255::Ristretto255;
use crate::op::stream_ciphers::{ChaCha20, Salsa20};
use crate::op::x25519::X25519;
use crate::values::OURS;
use carnelian::cipher::aes_gcm::{Aes128Gcm, Aes256Gcm};
use carnelian::cipher::aes_gcm_siv::Aes256GcmSiv;
use carnelian::cipher::chacha20poly1305::{ChaCha20Poly1305, XChaCha20Poly1305};
use carnelian::cipher::{self, aes_ctr, chacha20, poly1305, salsa20, xsalsa20poly1305};
use carnelian::composite::nacl_box::SharedKey;
use carnelian::curve::curve25519::{self, EdwardsPoint, RistrettoPoint, Scalar};
use carnelian::curve::ed25519::{self, BatchItem, Signature, SigningKey, VerifyingKey};
use carnelian::curve::x25519::{self, NonContributory, PublicKey, SecretKey, SharedSecret};
use carnelian::hash::{Blake2b512, Blake2s256, Hash, Hmac, Sha1, Sha3_256, Sha256, Sha512, Shake128, Xof, hmac};
use carnelian::kdf::argon2::{self, Argon2, WorkArea};
use carnelian_peers::peer::Library;
use std::cell::RefCell;

/// Returns Carnelian, at the tier in force.
#[must_use]
pub fn library() -> Library {
    register();
    Library { name: OURS.to_owned(), version: env!("CARGO_PKG_VERSION").to_owned(), offers: offers() }
}

/// Makes our library the one that others are compared with.
pub fn register() {
    // Libraries are compared on one thread.
    carnelian::threads::set_limit(1);
    carnelian_peers::reference::register(offers);
}

fn offers() -> Offers {
    let offers = Offers::none().and(hash::<Sha256Function, Sha256>()).and(hash::<Sha512Function, Sha512>());
    let offers = offers.and(hash::<Sha1Function, Sha1>());
    let offers = offers.and(hash::<Blake2bFunction, Blake2b512>()).and(hash::<Blake2sFunction, Blake2s256>());
    let offers = offers.and(hash::<Sha3_256Function, Sha3_256>()).and(shake128());
    let offers = offers.and(hmac_sha256()).and(argon2id());
    let offers = offers.and(x25519()).and(ed25519()).and(edwards25519()).and(ristretto255());
    let offers = offers.and(aes256ctr()).and(chacha20()).and(salsa20()).and(poly1305());
    let offers = offers.and(secret_box()).and(public_box());
    let offers = offers.and(aead::<ChaCha20Poly1305Scheme, ChaCha20Poly1305>());
    let offers = offers.and(aead::<XChaCha20Poly1305Scheme, XChaCha20Poly1305>());
    let offers = offers.and(aead::<Aes128GcmScheme, Aes128Gcm>()).and(aead::<Aes256GcmScheme, Aes256Gcm>());
    let offers = offers.and(aead::<Aes256GcmSivScheme, Aes256GcmSiv>());
    let offers = slhdsa::and(mldsa::and(mlkem::and(keys::and(offers))));
    by_name::and(hybrid::and(offers)).and(argon2i()).found_by(|| Some(self::offers()))
}

fn hash<F: Function, H: Hash<Digest = F::Digest>>() -> Offer<F> {
    Offer {
        backend: H::backend().to_owned(),
        digest: H::digest,
        digest_batch: Some(|messages, digests| {
            H::digest_batch(messages, digests).expect("as many digests as messages");
        }),
    }
}

fn shake128() -> Offer<Shake128Function> {
    Offer {
        backend: Shake128::backend().to_owned(),
        digest: |message| {
            let mut output = [0; 32];
            Shake128::hash(message, &mut output);
            output
        },
        digest_batch: Some(|messages, outputs| {
            Shake128::hash_batch(messages, outputs).expect("as many outputs as messages");
        }),
    }
}

fn hmac_sha256() -> HmacSha256 {
    HmacSha256 {
        backend: Sha256::backend().to_owned(),
        key: Some(|key| {
            let key = hmac::Key::<Sha256>::new(key);
            Box::new(move |message| key.mac(message))
        }),
        tag: |key, message| Hmac::<Sha256>::mac(key, message),
    }
}

fn x25519() -> X25519 {
    X25519 {
        backend: curve25519::backend().to_owned(),
        public_key: |secret| SecretKey::from_bytes(*secret).public_key().to_bytes(),
        diffie_hellman: |secret| {
            let secret = SecretKey::from_bytes(*secret);
            Box::new(move |public| shared_bytes(&secret.diffie_hellman(&PublicKey::from_bytes(*public))))
        },
        diffie_hellman_batch: Some(|secrets| {
            let secrets: Vec<SecretKey> = secrets.iter().map(|secret| SecretKey::from_bytes(*secret)).collect();
            Box::new(move |publics| {
                let publics: Vec<PublicKey> = publics.iter().map(|public| PublicKey::from_bytes(*public)).collect();
                let pairs: Vec<(&SecretKey, &PublicKey)> = secrets.iter().zip(&publics).collect();
                x25519::diffie_hellman_batch(&pairs).iter().map(shared_bytes).collect()
            })
        }),
    }
}

fn shared_bytes(shared: &Result<SharedSecret, NonContributory>) -> [u8; 32] {
    shared.as_ref().map_or([0; 32], |shared| *shared.expose())
}

fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: curve25519::backend().to_owned(),
        public_key: |seed| SigningKey::from_seed(*seed).verifying_key().to_bytes(),
        signer: |seed| {
            let key = SigningKey::from_seed(*seed);
            Box::new(move |message| key.sign(message).to_bytes())
        },
        signer_batch: Some(|seeds| {
            let keys: Vec<SigningKey> = seeds.iter().map(|seed| SigningKey::from_seed(*seed)).collect();
            Box::new(move |messages| {
                let batch: Vec<(&SigningKey, &[u8])> = keys.iter().zip(messages.iter().copied()).collect();
                ed25519::sign_batch(&batch).into_iter().map(Signature::to_bytes).collect()
            })
        }),
        verify: |public_key, message, signature| {
            ed25519::verify(public_key, message, &Signature::from_bytes(signature)).is_ok()
        },
        verifier: Some(|public_key| {
            let key = VerifyingKey::from_bytes(public_key).ok()?.prepare();
            Some(Box::new(move |message, signature| key.verify(message, &Signature::from_bytes(signature)).is_ok()))
        }),
        verify_batch: Some(|all| {
            let signatures: Vec<Signature> = all.iter().map(|one| Signature::from_bytes(&one.signature)).collect();
            let items = all.iter().zip(&signatures);
            let items: Vec<BatchItem> =
                items.map(|(one, signature)| BatchItem::new(&one.public_key, one.message, signature)).collect();
            ed25519::verify_batch(&items).is_ok()
        }),
    }
}

fn edwards25519() -> Edwards25519 {
    Edwards25519 {
        backend: curve25519::backend().to_owned(),
        mul_base: |scalar| EdwardsPoint::mul_base(&Scalar::from_bytes_mod_order(scalar)).compress(),
        multiscalar_mul: |scalars, points| {
            let scalars: Option<Vec<Scalar>> =
                scalars.iter().map(|scalar| Scalar::from_canonical_bytes(scalar).ok()).collect();
            let points: Option<Vec<EdwardsPoint>> =
                points.iter().map(|point| EdwardsPoint::decompress(point).ok()).collect();
            let sum = |scalars: &[Scalar], points: &[EdwardsPoint]| {
                EdwardsPoint::multiscalar_mul_vartime(scalars, points).expect("as many scalars as points")
            };
            Some(MultiscalarMul::new(scalars?, points?, sum, EdwardsPoint::compress))
        },
    }
}

fn ristretto255() -> Ristretto255 {
    Ristretto255::new(
        curve25519::backend(),
        |encoding| RistrettoPoint::decompress(encoding).ok(),
        RistrettoPoint::double,
        RistrettoPoint::compress,
    )
}

fn aead<S: Scheme, A: cipher::Aead<Key = S::Key, Nonce = S::Nonce> + 'static>() -> Aead<S> {
    Aead::new(
        A::backend(),
        |key| {
            let key = A::new(key);
            Box::new(move |nonce, aad, data| key.seal(nonce, aad, data).expect("below the limit"))
        },
        |key| {
            let key = A::new(key);
            Box::new(move |nonce, aad, ciphertext, tag, plaintext| {
                key.open_to(nonce, aad, ciphertext, plaintext, tag).is_ok()
            })
        },
    )
}

/// A cipher is keyed once and set to a counter block for each message.
fn aes256ctr() -> Aes256Ctr {
    Aes256Ctr {
        backend: aes_ctr::backend().to_owned(),
        key: |key| {
            let cipher = RefCell::new(aes_ctr::Aes256Ctr::new(key, &[0; 16]));
            Box::new(move |counter, data| {
                let mut cipher = cipher.borrow_mut();
                cipher.restart(counter);
                cipher.apply(data).expect("below the limit");
            })
        },
    }
}

fn argon2id() -> Argon2id {
    Argon2id {
        backend: argon2::backend().to_owned(),
        most_lanes: argon2::Params::MAX_LANES,
        hash: |cost, password, salt| {
            let mut key = [0; 32];
            Argon2::id(parameters(cost)).hash_into(password, salt, &mut key).expect("there is memory for it");
            key
        },
        in_memory: Some(|cost| {
            let parameters = parameters(cost);
            let mut area = WorkArea::new(&parameters).expect("there is memory for it");
            Box::new(move |password, salt| {
                let mut key = [0; 32];
                Argon2::id(parameters).hash_in(&mut area, password, salt, &mut key).expect("an area of its own");
                key
            })
        }),
    }
}

fn argon2i() -> Argon2i {
    Argon2i {
        backend: argon2::backend().to_owned(),
        most_lanes: argon2::Params::MAX_LANES,
        hash: |cost, password, salt| {
            let mut key = [0; 32];
            Argon2::new(argon2::Variant::I, parameters(cost))
                .hash_into(password, salt, &mut key)
                .expect("there is memory for it");
            key
        },
    }
}

fn parameters(cost: Cost) -> argon2::Params {
    argon2::Params::new(cost.memory_kib, cost.passes, cost.lanes).expect("parameters that it has")
}

fn salsa20() -> Salsa20 {
    Salsa20 {
        backend: salsa20::backend().to_owned(),
        apply: |key, nonce, data| salsa20::Salsa20::new(key, nonce).apply(data).expect("below the limit"),
    }
}

fn secret_box() -> SecretBox {
    use xsalsa20poly1305::SecretBox as Key;
    SecretBox {
        backend: Key::backend().to_owned(),
        seal: |key, nonce, message| Key::new(key).seal_combined(nonce, message),
        open: |key, nonce, sealed| Key::new(key).open_combined(nonce, sealed).ok(),
    }
}

fn public_box() -> PublicBox {
    fn shared(secret: &[u8; 32], public: &[u8; 32]) -> Option<SharedKey> {
        SharedKey::new(&SecretKey::from_bytes(*secret), &PublicKey::from_bytes(*public)).ok()
    }
    PublicBox {
        backend: curve25519::backend().to_owned(),
        public_key: |secret| SecretKey::from_bytes(*secret).public_key().to_bytes(),
        seal: |secret, public, nonce, message| {
            let key = shared(secret, public).expect("not of small order");
            key.as_secret_box().seal_combined(nonce, message)
        },
        open: |secret, public, nonce, sealed| shared(secret, public)?.as_secret_box().open_combined(nonce, sealed).ok(),
    }
}

fn chacha20() -> ChaCha20 {
    ChaCha20 {
        backend: chacha20::backend().to_owned(),
        apply: |key, nonce, data| chacha20::ChaCha20::new(key, nonce).apply(data).expect("below the limit"),
    }
}

fn poly1305() -> Poly1305 {
    Poly1305 { backend: poly1305::backend().to_owned(), tag: poly1305::tag }
}
