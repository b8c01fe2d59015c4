//! Every algorithm of the catalogue through its role, each with its secrets.

use crate::cases::{Case, Secrets};
use carnelian::__internals::TestRandom;
use carnelian::algorithm::{self, Algorithm, MacOptions, PasswordOptions, SignOptions};
use carnelian::kdf::argon2::Params;
use carnelian::secret::wipe;

pub(crate) const CASES: &[Case] = &[
    Case { name: "every hash function", run: hashes },
    Case { name: "every message authentication code", run: macs },
    Case { name: "every key derivation function", run: kdfs },
    Case { name: "every password hash", run: password_hashes },
    Case { name: "every scheme of authenticated encryption", run: aeads },
    Case { name: "every stream cipher", run: stream_ciphers },
    Case { name: "every signature scheme", run: signatures },
    Case { name: "every scheme of key encapsulation", run: kems },
    Case { name: "every scheme of key agreement", run: agreements },
];

/// Returns what a secret of an algorithm is called.
fn of(algorithm: &impl Algorithm, what: &str) -> String {
    format!("{what} of {}", algorithm.identity().name)
}

/// Returns a source of bytes that nothing else has.
fn source(algorithm: &impl Algorithm, purpose: u64) -> TestRandom {
    TestRandom::new(u64::from(algorithm.identity().number) << 32 | purpose)
}

fn hashes(secrets: &mut Secrets) {
    for function in algorithm::hashes() {
        let message = secrets.bytes(&of(function, "the message"), 500);
        let mut digest = vec![0; function.digest_len()];
        function.digest(&message, &mut digest).expect("the length of a digest");
        let mut hasher = function.start();
        hasher.update(&message);
        let mut copy = hasher.fork();
        copy.update(&message[..77]);
        copy.finalize_reset_into(&mut digest).expect("the length of a digest");
        if let Some(mut xof) = function.start_xof() {
            xof.update(&message[..77]);
            xof.finalize().fill(&mut digest);
        }
    }
}

fn macs(secrets: &mut Secrets) {
    for function in algorithm::macs() {
        let key = secrets.bytes(&of(function, "the key"), 32);
        let mut mac = function.start_with(&key, &MacOptions::default()).expect("of an allowed length");
        mac.update(b"a message");
        let mut tag = vec![0; mac.tag_len()];
        mac.fork().finalize_into(&mut tag).expect("the length of a tag");
        assert!(mac.verify(&tag).is_ok());
    }
}

fn kdfs(secrets: &mut Secrets) {
    for function in algorithm::kdfs() {
        let ikm = secrets.bytes(&of(function, "the secret"), 40);
        let mut okm = secrets.bytes("a place for the key", 48);
        let extracted = function.extract(b"salt", &ikm).fork();
        extracted.expand(b"info", &mut okm).expect("short enough");
        secrets.made(&of(function, "the key"), &okm);
        let prk = function.extract_prk(b"salt", &ikm);
        secrets.made(&of(function, "the pseudorandom key"), prk.expose());
        let again = function.from_prk(prk.expose()).expect("long enough");
        again.expand(b"another", &mut okm).expect("short enough");
    }
}

fn password_hashes(secrets: &mut Secrets) {
    let params = Params::new(64, 1, 1).expect("parameters of Argon2");
    for function in algorithm::password_hashes() {
        let (password, pepper) = (secrets.bytes("the password", 30), secrets.bytes("the pepper", 20));
        let mut key = secrets.bytes("a place for the key", 48);
        let options = PasswordOptions { params, secret: &pepper, ..PasswordOptions::default() };
        function.hash_into(&password, b"some salt", &options, &mut key).expect("enough memory");
        secrets.made(&of(function, "the key"), &key);
        let options = PasswordOptions { params, ..PasswordOptions::default() };
        let text = function.hash_password(&password, &options, &mut source(function, 0)).expect("enough memory");
        assert_eq!(function.verify(&text, &password), Ok(()));
    }
}

fn aeads(secrets: &mut Secrets) {
    for scheme in algorithm::aeads() {
        let bytes = secrets.bytes(&of(scheme, "the key"), scheme.key_len());
        let (message, nonce) = (secrets.bytes(&of(scheme, "the message"), 500), vec![7; scheme.nonce_len()]);
        let key = scheme.key(&bytes).expect("the length of a key");
        let sealed = key.seal_combined(&nonce, b"", &message).expect("below the limit");
        let mut opened = key.open_combined(&nonce, b"", &sealed).expect("it is authentic");
        wipe(&mut opened);
        if let Ok(mut sealer) = key.sealer(&nonce, b"") {
            let (mut sealed, mut tag) = (vec![0; 500], [0; 16]);
            sealer.update_to(&message, &mut sealed).expect("equal lengths");
            sealer.finish_into(&mut tag).expect("the length of a tag");
            let mut verifier = key.verifier(&nonce, b"").expect("it seals in pieces");
            verifier.update(&sealed).expect("below the limit");
            let mut opener = verifier.verify(&tag).expect("it is authentic");
            opener.update(&mut sealed).expect("no more than was verified");
            wipe(&mut sealed);
        }
        let drawn = scheme.generate_key(&mut source(scheme, 0)).expect("the source delivers");
        secrets.made(&of(scheme, "a drawn key"), drawn.expose());
    }
}

fn stream_ciphers(secrets: &mut Secrets) {
    for function in algorithm::stream_ciphers() {
        let key = secrets.bytes(&of(function, "the key"), function.key_len());
        let mut cipher = function.start(&key, &vec![7; function.nonce_len()]).expect("of these lengths");
        let mut keystream = secrets.bytes("a place for the keystream", 77);
        keystream.fill(0);
        cipher.apply(&mut keystream).expect("before the end");
        secrets.made(&of(function, "the keystream"), &keystream);
    }
}

fn signatures(secrets: &mut Secrets) {
    for scheme in algorithm::signatures() {
        let key = scheme.generate(&mut source(scheme, 0)).expect("the source delivers");
        let bytes = key.to_bytes();
        // The secret seed, or a part of it, is first in every form.
        secrets.made(&of(scheme, "the seed"), &bytes.expose()[..16]);
        let read = scheme.signing_key_from_bytes(bytes.expose()).expect("our own key");
        let signature = read.sign(b"a message", &SignOptions::default(), &mut source(scheme, 1));
        assert_eq!(signature.expect("no fault").len(), scheme.signature_len());
        if let Some(expanded) = key.to_expanded_bytes() {
            secrets.made(&of(scheme, "the secret vectors"), &expanded.expose()[128..1000]);
        }
    }
}

fn kems(secrets: &mut Secrets) {
    for scheme in algorithm::kems() {
        let key = scheme.generate(&mut source(scheme, 0)).expect("the source delivers");
        if let Some(bytes) = key.to_bytes() {
            secrets.made(&of(scheme, "the key"), bytes.expose());
            drop(scheme.decapsulation_key_from_bytes(bytes.expose()).expect("our own key"));
        }
        let public = key.encapsulation_key();
        let (ciphertext, sent) = public.encapsulate(&mut source(scheme, 1)).expect("the source delivers");
        secrets.made(&of(scheme, "the shared secret"), sent.expose());
        let received = key.decapsulate(&ciphertext).expect("of its length");
        assert!(received.expose() == sent.expose());
    }
}

fn agreements(secrets: &mut Secrets) {
    for scheme in algorithm::agreements() {
        let bytes = secrets.bytes(&of(scheme, "the key"), scheme.key_len());
        let key = scheme.key_from_bytes(&bytes).expect("the length of a key");
        let peer = scheme.generate(&mut source(scheme, 0)).expect("the source delivers");
        let shared = key.agree(&peer.public_key()).expect("a point of large order");
        secrets.made(&of(scheme, "the shared secret"), shared.expose());
    }
}
