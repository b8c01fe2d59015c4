//! OpenSSL's libcrypto, built from source. It selects among its assembly implementations at run time and does not
//! report the choice.

mod kem;
mod keys;
mod mldsa;
mod slhdsa;

use super::found::Found;
use super::reach::Reach;
use super::shared::openssl::Associated;
use crate::offers::Offers;
use crate::op::aead::{Aead, Aes128GcmScheme, Aes256GcmScheme, Aes256GcmSivScheme, ChaCha20Poly1305Scheme, Scheme};
use crate::op::aes_ctr::Aes256Ctr;
use crate::op::argon2::Argon2id;
use crate::op::ed25519::Ed25519;
use crate::op::hashing::{Blake2b, Blake2s, Sha1, Sha3_256, Sha256, Sha512, Shake128};
use crate::op::hmac::HmacSha256;
use crate::op::stream_ciphers::ChaCha20;
use crate::op::x25519::X25519;
use openssl::cipher::{Cipher, CipherRef};
use openssl::cipher_ctx::CipherCtx;
use openssl::error::ErrorStack;
use openssl::kdf;
use openssl::md::Md;
use openssl::md_ctx::MdCtx;
use openssl::pkey::{HasPrivate, HasPublic, Id, PKey, PKeyRef, Private};
use openssl::pkey_ctx::PkeyCtx;
use openssl::{sha, version};
use std::cell::RefCell;
use std::sync::LazyLock;

pub(super) fn find() -> Found {
    // "OpenSSL 4.0.3 29 Sep 2026"
    let banner = version::version();
    let version = banner.split(' ').nth(1).unwrap_or(banner);
    let offers = Offers::none().and(sha1()).and(sha256()).and(sha512()).and(blake2b()).and(blake2s());
    let offers = offers.and(sha3_256()).and(shake128()).and(hmac_sha256()).and(x25519()).and(ed25519());
    let offers = slhdsa::and(mldsa::and(kem::and(keys::and(offers)))).and(argon2id()).and(aes256ctr()).and(chacha20());
    let offers = offers.and(aead::<ChaCha20Poly1305Scheme>(Cipher::chacha20_poly1305(), Associated::Starts));
    let offers = offers.and(aead::<Aes128GcmScheme>(Cipher::aes_128_gcm(), Associated::Starts));
    let offers = offers.and(aead::<Aes256GcmScheme>(Cipher::aes_256_gcm(), Associated::Starts));
    Ok((version.to_owned(), offers.and(aead::<Aes256GcmSivScheme>(aes_256_gcm_siv(), Associated::GoesOn))))
}

pub(super) const REACH: Reach = Reach::Variable;

fn sha1() -> Sha1 {
    Sha1::one_by_one("assembly", |message| {
        let mut hasher = sha::Sha1::new();
        hasher.update(message);
        hasher.finish()
    })
}

fn sha256() -> Sha256 {
    Sha256 {
        backend: "assembly".to_owned(),
        digest: |message| {
            let mut hasher = sha::Sha256::new();
            hasher.update(message);
            hasher.finish()
        },
        digest_batch: None,
    }
}

fn sha512() -> Sha512 {
    Sha512 {
        backend: "assembly".to_owned(),
        // `SHA512` looks the algorithm up by name in each call, which takes as long as hashing a block.
        digest: |message| {
            let mut hasher = sha::Sha512::new();
            hasher.update(message);
            hasher.finish()
        },
        digest_batch: None,
    }
}

/// Offers BLAKE2b through the EVP interface, the only public one. The algorithm is looked up once for each thread, and
/// a context is reset for each message.
fn blake2b() -> Blake2b {
    thread_local!(static DIGEST: RefCell<Digest> = RefCell::new(Digest::of("BLAKE2B-512")));
    Blake2b::one_by_one("C", |message| DIGEST.with_borrow_mut(|digest| digest.digest(message)))
}

/// Offers this function like [`blake2b`].
fn blake2s() -> Blake2s {
    thread_local!(static DIGEST: RefCell<Digest> = RefCell::new(Digest::of("BLAKE2S-256")));
    Blake2s::one_by_one("C", |message| DIGEST.with_borrow_mut(|digest| digest.digest(message)))
}

/// Offers this function like [`blake2b`].
fn sha3_256() -> Sha3_256 {
    thread_local!(static DIGEST: RefCell<Digest> = RefCell::new(Digest::of("SHA3-256")));
    Sha3_256::one_by_one("assembly", |message| DIGEST.with_borrow_mut(|digest| digest.digest(message)))
}

/// Offers this function like [`blake2b`].
fn shake128() -> Shake128 {
    thread_local!(static DIGEST: RefCell<Digest> = RefCell::new(Digest::of("SHAKE128")));
    Shake128::one_by_one("assembly", |message| DIGEST.with_borrow_mut(|digest| digest.output(message)))
}

/// An algorithm with a context for hashing messages.
struct Digest {
    algorithm: Md,
    context: MdCtx,
}

impl Digest {
    fn of(algorithm: &str) -> Self {
        let algorithm = Md::fetch(None, algorithm, None).expect("the default provider has it");
        Self { algorithm, context: MdCtx::new().expect(IN_MEMORY) }
    }

    fn digest<const LEN: usize>(&mut self, message: &[u8]) -> [u8; LEN] {
        let mut digest = [0; LEN];
        self.context.digest_init(&self.algorithm).expect(IN_MEMORY);
        self.context.digest_update(message).expect("hashing does not fail");
        self.context.digest_final(&mut digest).expect("hashing does not fail");
        digest
    }

    /// Hashes a message with an extendable-output function.
    fn output<const LEN: usize>(&mut self, message: &[u8]) -> [u8; LEN] {
        let mut output = [0; LEN];
        self.context.digest_init(&self.algorithm).expect(IN_MEMORY);
        self.context.digest_update(message).expect("hashing does not fail");
        self.context.digest_final_xof(&mut output).expect("hashing does not fail");
        output
    }
}

/// Offers HMAC through the EVP interface for signatures, the only one in the crate. A reused key is an object created
/// in advance, with a context that is reset to it for each message.
fn hmac_sha256() -> HmacSha256 {
    HmacSha256 {
        backend: "assembly".to_owned(),
        key: Some(|key| {
            let (key, context) = (PKey::hmac(key).expect(IN_MEMORY), RefCell::new(MdCtx::new().expect(IN_MEMORY)));
            Box::new(move |message| hmac(&mut context.borrow_mut(), &key, message))
        }),
        tag: |key, message| hmac(&mut MdCtx::new().expect(IN_MEMORY), &PKey::hmac(key).expect(IN_MEMORY), message),
    }
}

fn hmac(context: &mut MdCtx, key: &PKeyRef<Private>, message: &[u8]) -> [u8; 32] {
    let mut tag = [0; 32];
    context.digest_sign_init(Some(Md::sha256()), key).expect(IN_MEMORY);
    context.digest_sign(message, Some(&mut tag)).expect("HMAC does not fail");
    tag
}

/// Offers X25519 through the EVP interface, the only public one. The context of a secret key is created in advance; a
/// public key becomes an object in each call.
fn x25519() -> X25519 {
    X25519 {
        backend: "assembly".to_owned(),
        public_key: |secret| public_bytes(&private_key(secret, Id::X25519)),
        diffie_hellman: |secret| {
            let mut context = PkeyCtx::new(&private_key(secret, Id::X25519)).expect(IN_MEMORY);
            context.derive_init().expect(IN_MEMORY);
            let context = RefCell::new(context);
            Box::new(move |public| {
                let public = PKey::public_key_from_raw_bytes(public, Id::X25519).expect("any 32 bytes are a key");
                let mut shared = [0; 32];
                let mut context = context.borrow_mut();
                match context.derive_set_peer(&public).and_then(|()| context.derive(Some(&mut shared))) {
                    Ok(_) => shared,
                    Err(_) => [0; 32],
                }
            })
        },
        diffie_hellman_batch: None,
    }
}

/// Offers Ed25519 through the EVP interface, the only public one. A context is created with the key and reset for each
/// message, as in `openssl speed`.
fn ed25519() -> Ed25519 {
    Ed25519 {
        backend: "C".to_owned(),
        public_key: |seed| public_bytes(&private_key(seed, Id::ED25519)),
        signer: |seed| {
            let (key, context) = (private_key(seed, Id::ED25519), RefCell::new(MdCtx::new().expect(IN_MEMORY)));
            Box::new(move |message| sign(&mut context.borrow_mut(), &key, message))
        },
        signer_batch: None,
        verify: |public_key, message, signature| {
            PKey::public_key_from_raw_bytes(public_key, Id::ED25519)
                .is_ok_and(|key| verify(&mut MdCtx::new().expect(IN_MEMORY), &key, message, signature))
        },
        verifier: Some(|public_key| {
            let key = PKey::public_key_from_raw_bytes(public_key, Id::ED25519).ok()?;
            let context = RefCell::new(MdCtx::new().expect(IN_MEMORY));
            Some(Box::new(move |message, signature| verify(&mut context.borrow_mut(), &key, message, signature)))
        }),
        verify_batch: None,
    }
}

const IN_MEMORY: &str = "there is memory for it";

fn private_key(bytes: &[u8; 32], kind: Id) -> PKey<Private> {
    PKey::private_key_from_raw_bytes(bytes, kind).expect("any 32 bytes are a key")
}

fn public_bytes(key: &PKeyRef<impl HasPublic>) -> [u8; 32] {
    let bytes = key.raw_public_key().expect("every key has a public half");
    bytes.try_into().expect("32 bytes")
}

fn sign(context: &mut MdCtx, key: &PKeyRef<impl HasPrivate>, message: &[u8]) -> [u8; 64] {
    let mut signature = [0; 64];
    context.digest_sign_init(None, key).expect(IN_MEMORY);
    context.digest_sign(message, Some(&mut signature)).expect("signing does not fail");
    signature
}

fn verify(context: &mut MdCtx, key: &PKeyRef<impl HasPublic>, message: &[u8], signature: &[u8; 64]) -> bool {
    context.digest_verify_init(None, key).expect(IN_MEMORY);
    context.digest_verify(message, signature).unwrap_or(false)
}

/// Offers AES-256-CTR through the EVP interface. A context is keyed once and set to a counter block for each message.
fn aes256ctr() -> Aes256Ctr {
    Aes256Ctr {
        backend: "assembly".to_owned(),
        key: |key| {
            let mut context = CipherCtx::new().expect(IN_MEMORY);
            context.encrypt_init(Some(Cipher::aes_256_ctr()), Some(key), None).expect(IN_MEMORY);
            let context = RefCell::new(context);
            Box::new(move |counter, data| {
                let mut context = context.borrow_mut();
                context.encrypt_init(None, None, Some(counter)).expect(IN_MEMORY);
                context.cipher_update_inplace(data, data.len()).expect("a stream cipher takes any length");
            })
        },
    }
}

/// Offers ChaCha20 through the EVP interface, whose nonce starts with the block counter. A context is created once for
/// each thread and set to key and nonce in each call.
fn chacha20() -> ChaCha20 {
    thread_local!(static CONTEXT: RefCell<CipherCtx> = RefCell::new(CipherCtx::new().expect(IN_MEMORY)));
    ChaCha20 {
        backend: "assembly".to_owned(),
        apply: |key, nonce, data| {
            let mut counter_and_nonce = [0; 16];
            counter_and_nonce[4..].copy_from_slice(nonce);
            CONTEXT.with_borrow_mut(|context| {
                context.encrypt_init(Some(Cipher::chacha20()), Some(key), Some(&counter_and_nonce)).expect(IN_MEMORY);
                context.cipher_update_inplace(data, data.len()).expect("a stream cipher takes any length");
            });
        },
    }
}

/// Offers Argon2id, which allocates its own memory.
fn argon2id() -> Argon2id {
    Argon2id {
        backend: "C".to_owned(),
        most_lanes: u32::MAX,
        hash: |cost, password, salt| {
            let mut key = [0; 32];
            let (passes, lanes, memory) = (cost.passes, cost.lanes, cost.memory_kib);
            let done = kdf::argon2id(None, password, salt, None, None, passes, lanes, memory, &mut key);
            done.expect("there is memory for it");
            key
        },
        in_memory: None,
    }
}

/// Returns the cipher, for which the crate has no function. It is looked up once per process and never freed.
fn aes_256_gcm_siv() -> &'static CipherRef {
    static CIPHER: LazyLock<Cipher> =
        LazyLock::new(|| Cipher::fetch(None, "AES-256-GCM-SIV", None).expect("the default provider has it"));
    &CIPHER
}

/// Offers an AEAD through the EVP interface. A context is keyed once and set to a nonce for each message.
fn aead<S: Scheme>(cipher: &'static CipherRef, earlier: Associated) -> Aead<S> {
    Aead::new(
        "assembly",
        move |key: &S::Key| {
            let mut context = CipherCtx::new().expect(IN_MEMORY);
            context.encrypt_init(Some(cipher), Some(key.as_ref()), None).expect(IN_MEMORY);
            let context = RefCell::new(context);
            Box::new(move |nonce: &S::Nonce, aad, data| {
                let mut context = context.borrow_mut();
                seal(&mut context, earlier, nonce.as_ref(), aad, data).expect("sealing does not fail")
            })
        },
        move |key: &S::Key| {
            let mut context = CipherCtx::new().expect(IN_MEMORY);
            context.decrypt_init(Some(cipher), Some(key.as_ref()), None).expect(IN_MEMORY);
            let context = RefCell::new(context);
            Box::new(move |nonce: &S::Nonce, aad, ciphertext, tag, plaintext| {
                let mut context = context.borrow_mut();
                open(&mut context, earlier, nonce.as_ref(), aad, ciphertext, tag, plaintext).is_ok()
            })
        },
    )
}

fn seal(
    context: &mut CipherCtx,
    earlier: Associated,
    nonce: &[u8],
    aad: &[u8],
    data: &mut [u8],
) -> Result<[u8; 16], ErrorStack> {
    let mut tag = [0; 16];
    context.encrypt_init(None, None, Some(nonce))?;
    if let Associated::GoesOn = earlier {
        context.cipher_update(&[], None)?;
    }
    context.cipher_update(aad, None)?;
    context.cipher_update_inplace(data, data.len())?;
    context.cipher_final(&mut [])?;
    context.tag(&mut tag)?;
    Ok(tag)
}

fn open(
    context: &mut CipherCtx,
    earlier: Associated,
    nonce: &[u8],
    aad: &[u8],
    ciphertext: &[u8],
    tag: &[u8],
    plaintext: &mut [u8],
) -> Result<(), ErrorStack> {
    context.decrypt_init(None, None, Some(nonce))?;
    context.set_tag(tag)?;
    if let Associated::GoesOn = earlier {
        context.cipher_update(&[], None)?;
    }
    context.cipher_update(aad, None)?;
    context.cipher_update(ciphertext, Some(plaintext))?;
    context.cipher_final(&mut [])?;
    Ok(())
}
