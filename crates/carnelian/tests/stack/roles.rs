//! Every algorithm of the catalogue through its role: that the boxes and the copies which a choice by name makes leave
//! nothing. The known secrets are what is passed in and what is returned in containers.

use crate::check::{Case, Check, Source};
use carnelian::algorithm::{
    self as catalogue, Algorithm, Algorithms, DynAead, HashAlgorithm, Hedging, PasswordOptions, PiecesError,
    SignOptions, VerifyOptions,
};
use carnelian::kdf::argon2::Params;
use std::hint::black_box;

/// Returns a case for each algorithm and role, under the names of both.
pub(crate) fn cases() -> Vec<Case> {
    [
        of_role("as-hash", catalogue::hashes(), hash),
        of_role("as-mac", catalogue::macs(), mac),
        of_role("as-kdf", catalogue::kdfs(), kdf),
        of_role("as-password-hash", catalogue::password_hashes(), password_hash),
        of_role("as-aead", catalogue::aeads(), aead),
        of_role("as-stream-cipher", catalogue::stream_ciphers(), stream_cipher),
        of_role("as-signature", catalogue::signatures(), signature),
        of_role("as-kem", catalogue::kems(), kem),
        of_role("as-encryption", catalogue::encryptions(), encryption),
        of_role("as-agreement", catalogue::agreements(), agreement),
    ]
    .concat()
}

fn of_role<A: Algorithm>(role: &str, algorithms: Algorithms<A>, run: fn(&mut Check)) -> Vec<Case> {
    let ids = algorithms.into_iter().map(|algorithm| algorithm.identity().id).filter(|id| is_run(id));
    ids.map(|id| Case::of_row(format!("{role}/{id}"), run)).collect()
}

/// Returns whether an algorithm is run: of SLH-DSA, one set for each family of hash functions, as in the constant-time
/// check. The others differ in numbers only, and the typed cases have one of each length.
fn is_run(id: &str) -> bool {
    !id.starts_with("slh-dsa-") || id.ends_with("-128f")
}

/// Returns the algorithm that a case is of.
fn algorithm<A: Algorithm>(check: &Check, algorithms: Algorithms<A>) -> &'static A {
    let (_, id) = check.name().split_once('/').expect("a role and an algorithm");
    algorithms.iter().find(|algorithm| algorithm.identity().id == id).expect("the case is of a row")
}

/// The role that a case is of, and what stands beside it in the table of needs: a row has the most that any algorithm of
/// the role needs, so that a new algorithm changes it only if it needs more.
pub(crate) fn row_of(case: &str) -> Option<String> {
    let (role, _) = case.split_once('/')?;
    role.starts_with("as-").then(|| format!("{role}/any"))
}

/// Lengths below a block of every function, about one, and of many.
const LENGTHS: [usize; 4] = [1, 60, 136, 1000];
const NONCE: [u8; 24] = [7; 24];

fn hash(check: &mut Check) {
    let function = algorithm(check, catalogue::hashes());
    let messages = LENGTHS.map(|len| check.bytes("the message", len));
    let messages: Vec<_> = messages.iter().map(|message| &message[..]).collect();
    let len = function.digest_len();
    let (mut digest, mut digests) = (vec![0; len], vec![0; len * messages.len()]);
    for message in &messages {
        check.run("digest", &mut || function.digest(message, &mut digest).expect("the length of a digest"));
        check.public(&digest);
        check.run("in progress", &mut || {
            let mut hasher = black_box(function.start());
            hasher.update(message);
            black_box(&hasher);
        });
        let mut hasher = function.start();
        hasher.update(message);
        check.run("fork", &mut || _ = black_box(hasher.fork()));
        check.run("finalize_reset_into", &mut || {
            hasher.finalize_reset_into(&mut digest).expect("the length of a digest");
        });
    }
    check.run("digest_batch", &mut || {
        function.digest_batch(len, &messages, &mut digests).expect("as many digests as messages");
    });
    check.public(&digests);
    if let Some(xof) = function.start_xof() {
        let mut xof = Some(xof);
        let mut output = vec![0; 500];
        check.run("an extendable output", &mut || {
            let mut xof = xof.take().expect("it is run once");
            xof.update(messages[3]);
            let mut reader = xof.finalize();
            reader.fill(&mut output);
            black_box(&reader);
        });
        check.public(&output);
    }
}

fn mac(check: &mut Check) {
    let function = algorithm(check, catalogue::macs());
    let mut tag = vec![0; function.tag_len()];
    for len in LENGTHS {
        let (key, message) = (check.bytes("the key", 32), check.bytes("the message", len));
        check.run("start", &mut || _ = black_box(function.start(&key).expect("an allowed length")));
        let mut mac = function.start(&key).expect("an allowed length");
        check.run("update", &mut || mac.update(&message));
        check.run("fork", &mut || _ = black_box(mac.fork()));
        let mut forks: Vec<_> = (0..3).map(|_| mac.fork()).collect();
        check.run("finalize_into", &mut || {
            forks.pop().expect("a fork").finalize_into(&mut tag).expect("the length of a tag");
        });
        check.public(&tag);
        check.run("verify", &mut || forks.pop().expect("a fork").verify(&tag).expect("the tag that was made"));
        tag[1] ^= 1;
        check.public(&tag);
        check.run("a wrong tag", &mut || assert!(forks.pop().expect("a fork").verify(&tag).is_err()));
    }
}

fn kdf(check: &mut Check) {
    let function = algorithm(check, catalogue::kdfs());
    let (salt, secret) = (check.bytes("the salt", 13), check.bytes("the secret", 40));
    let mut key = vec![0; 150];
    check.run("derive", &mut || function.derive(&salt, &secret, b"public", &mut key).expect("short enough"));
    check.public(&key);
    let prk = function.extract_prk(&salt, &secret);
    check.secret("the pseudorandom key", prk.expose());
    check.run("extract_prk", &mut || _ = black_box(function.extract_prk(&salt, &secret)));
    check.run("extract", &mut || _ = black_box(function.extract(&salt, &secret)));
    check.run("from_prk", &mut || _ = black_box(function.from_prk(prk.expose()).expect("long enough")));
    let extracted = function.extract(&salt, &secret);
    check.run("fork", &mut || _ = black_box(extracted.fork()));
    check.run("expand", &mut || extracted.expand(b"public", &mut key).expect("short enough"));
}

/// The encoded string contains the hash, and is public.
fn password_hash(check: &mut Check) {
    let function = algorithm(check, catalogue::password_hashes());
    let params = Params::new(16, 1, 1).expect("parameters of Argon2");
    let (password, secret) = (check.bytes("the password", 21), check.bytes("the secret", 9));
    let (salt, wrong) = (check.drawn(16), check.bytes("a wrong password", 21));
    check.public(&salt);
    let mut key = vec![0; 64];
    let options = PasswordOptions { params, secret: &secret, ..PasswordOptions::default() };
    check.run("hash_into", &mut || function.hash_into(&password, &salt, &options, &mut key).expect("enough memory"));
    check.public(&key);
    let options = PasswordOptions { params, ..PasswordOptions::default() };
    function.hash_into(&password, &salt, &options, &mut key[..32]).expect("enough memory");
    check.public(&key[..32]);
    let hash = || function.hash_password(&password, &options, &mut Source(&salt)).expect("enough memory");
    let text = hash();
    check.public(text.as_bytes());
    check.run("hash_password", &mut || _ = black_box(hash()));
    check.run("verify", &mut || function.verify(&text, &password).expect("the password"));
    function.hash_into(&wrong, &salt, &options, &mut key[..32]).expect("enough memory");
    check.run("a wrong password", &mut || assert!(function.verify(&text, &wrong).is_err()));
}

fn aead(check: &mut Check) {
    let scheme = algorithm(check, catalogue::aeads());
    let bytes = check.bytes("the key", scheme.key_len());
    check.run("generate_key", &mut || _ = black_box(scheme.generate_key(&mut Source(&bytes)).expect("it delivers")));
    check.run("key", &mut || _ = black_box(scheme.key(&bytes).expect("the length of a key")));
    let key = scheme.key(&bytes).expect("the length of a key");
    let nonce = &NONCE[..key.nonce_len()];
    let aad: &[u8] = if key.max_aad_len() == 0 { b"" } else { b"associated" };
    for len in [0, 16, 100, 1500] {
        let plaintext = check.bytes("the plaintext", len);
        let (mut data, mut tag, mut opened) = (plaintext.to_vec(), vec![0; key.tag_len()], vec![0; len]);
        check.run("seal", &mut || key.seal(nonce, aad, &mut data, &mut tag).expect("below the limit"));
        check.public(&data);
        check.public(&tag);
        check.run("seal_to", &mut || {
            key.seal_to(nonce, aad, &plaintext, &mut data, &mut tag).expect("below the limit");
        });
        let sealed = key.seal_combined(nonce, aad, &plaintext).expect("below the limit");
        check.public(&sealed);
        check.run("seal_combined", &mut || {
            _ = black_box(key.seal_combined(nonce, aad, &plaintext).expect("below the limit"));
        });
        check.run("open_to", &mut || key.open_to(nonce, aad, &data, &mut opened, &tag).expect("the tag is right"));
        check.run("open_combined", &mut || {
            _ = black_box(key.open_combined(nonce, aad, &sealed).expect("the tag is right"));
        });
        opened.copy_from_slice(&data);
        check.run("open", &mut || key.open(nonce, aad, &mut opened, &tag).expect("the tag is right"));
        tag[3] ^= 0x80;
        check.public(&tag);
        check.run("a wrong tag", &mut || assert!(key.open(nonce, aad, &mut data, &tag).is_err()));
    }
    pieces(check, &*key, nonce, aad);
}

/// Seals and opens in pieces, if the scheme can.
fn pieces(check: &mut Check, key: &dyn DynAead, nonce: &[u8], aad: &[u8]) {
    if let Err(error) = key.sealer(nonce, aad) {
        return assert_eq!(error, PiecesError::WholeMessage);
    }
    let plaintext = check.bytes("the plaintext", 1500);
    let (mut data, mut tag, mut opened) = (plaintext.to_vec(), vec![0; 16], vec![0; 1500]);
    check.run("a sealer", &mut || {
        let mut sealer = key.sealer(nonce, aad).expect("it has pieces");
        let (first, rest) = data.split_at_mut(777);
        sealer.update(first).expect("below the limit");
        sealer.update_to(&plaintext[777..], rest).expect("equal lengths");
        sealer.finish_into(&mut tag).expect("the length of a tag");
    });
    check.public(&data);
    check.public(&tag);
    let mut open = |check: &mut Check, what, tag: &[u8]| {
        check.run(what, &mut || {
            let mut verifier = key.verifier(nonce, aad).expect("it has pieces");
            data.chunks(500).for_each(|piece| verifier.update(piece).expect("below the limit"));
            let Ok(mut opener) = verifier.verify(tag) else { return };
            opener.update_to(&data[..777], &mut opened[..777]).expect("equal lengths");
            opened[777..].copy_from_slice(&data[777..]);
            opener.update(&mut opened[777..1200]).expect("no more than was verified");
            black_box(&opener);
        });
    };
    open(check, "a verifier and an opener", &tag);
    let mut wrong = tag.clone();
    wrong[3] ^= 0x80;
    check.public(&wrong);
    open(check, "a verifier, and a wrong tag", &wrong);
}

fn stream_cipher(check: &mut Check) {
    let function = algorithm(check, catalogue::stream_ciphers());
    let key = check.bytes("the key", function.key_len());
    let start = || function.start(&key, &NONCE[..function.nonce_len()]).expect("of these lengths");
    check.run("start", &mut || _ = black_box(start()));
    let mut cipher = start();
    for len in [5, 64, 300] {
        let plaintext = check.bytes("the plaintext", len);
        let mut data = vec![0; len];
        check.run("apply_to", &mut || cipher.apply_to(&plaintext, &mut data).expect("equal lengths"));
        check.public(&data);
        check.run("seek", &mut || cipher.seek(cipher.position() + 3).expect("before the end"));
        data.copy_from_slice(&plaintext);
        check.run("apply", &mut || cipher.apply(&mut data).expect("before the end"));
        check.public(&data);
    }
}

/// Says that a public key may be known, and what anyone can compute from it: its digests, and those of a message under it.
fn public_key(check: &mut Check, key: &[u8]) {
    check.public(key);
    for function in catalogue::hashes() {
        let mut digest = vec![0; function.digest_len()];
        function.digest(key, &mut digest).expect("the length of a digest");
        check.public(&digest);
    }
}

fn signature(check: &mut Check) {
    let scheme = algorithm(check, catalogue::signatures());
    let drawn = check.bytes("the randomness", 256);
    let generate = || scheme.generate(&mut Source(&drawn)).expect("the source delivers");
    let key = generate();
    let bytes = key.to_bytes();
    check.secret("the key", bytes.expose());
    public_key(check, key.verifying_key().as_bytes());
    check.run("generate", &mut || _ = black_box(generate()));
    check.run("to_bytes", &mut || _ = black_box(key.to_bytes()));
    let read = |bytes: &[u8]| scheme.signing_key_from_bytes(bytes).expect("our own key");
    check.run("signing_key_from_bytes", &mut || _ = black_box(read(bytes.expose())));
    if let Some(seed) = key.to_seed() {
        check.secret("the seed", seed.expose());
        check.run("to_seed", &mut || _ = black_box(key.to_seed()));
        check.run("signing_key_from_seed", &mut || {
            _ = black_box(scheme.signing_key_from_seed(seed.expose()).expect("our own seed"));
        });
    }
    if let Some(expanded) = key.to_expanded_bytes() {
        check.secret("the expanded key", expanded.expose());
        check.run("to_expanded_bytes", &mut || _ = black_box(key.to_expanded_bytes()));
        check.run("signing_key_from_bytes, expanded", &mut || _ = black_box(read(expanded.expose())));
    }
    check.run("verifying_key", &mut || _ = black_box(key.verifying_key()));
    check.run("check", &mut || assert!(key.check().is_ok()));
    check.run_known("check_pair", &mut || assert!(key.check_pair().is_ok()));
    let rnd = check.drawn(256);
    check.public(&rnd);
    for hedging in [Hedging::Standard].iter().chain(scheme.hedging()) {
        for verified in [false, true] {
            let options = SignOptions { hedging: *hedging, verified, ..SignOptions::default() };
            let signature = key.sign(b"a message", &options, &mut Source(&rnd)).expect("no fault");
            check.public(&signature);
            check.run_known(&format!("sign, {hedging:?}, verified: {verified}"), &mut || {
                _ = black_box(key.sign(b"a message", &options, &mut Source(&rnd)).expect("no fault"));
            });
        }
    }
    let options = SignOptions::default();
    check.run_known("prepare, and sign", &mut || {
        let key = read(bytes.expose()).prepare().expect("a valid key");
        _ = black_box(key.sign(b"a message", &options, &mut Source(&rnd)).expect("no fault"));
    });
    if scheme.signs_in_parts() {
        check.run_known("sign in parts", &mut || {
            let mut signer = key.signer(&options).expect("it signs in parts");
            signer.update(b"a mess");
            signer.update(b"age");
            _ = black_box(signer.sign(&mut Source(&rnd)).expect("no fault"));
        });
    }
    let prehash = catalogue::hash("sha512").and_then(HashAlgorithm::prehash).expect("it has an identifier");
    if scheme.has_prehash(&prehash) {
        let options = SignOptions { prehash: Some(prehash), ..SignOptions::default() };
        let signature = key.sign_digest(&[7; 64], &options, &mut Source(&rnd)).expect("no fault");
        let verify = VerifyOptions { prehash: Some(prehash), ..VerifyOptions::default() };
        assert!(key.verifying_key().verify_digest(&[7; 64], &signature, &verify).is_ok());
        check.public(&signature);
        check.run_known("sign_digest", &mut || {
            _ = black_box(key.sign_digest(&[7; 64], &options, &mut Source(&rnd)).expect("no fault"));
        });
    }
}

fn kem(check: &mut Check) {
    let scheme = algorithm(check, catalogue::kems());
    let drawn = check.bytes("the randomness", 256);
    let generate = || scheme.generate(&mut Source(&drawn)).expect("the source delivers");
    let key = generate();
    let public = key.encapsulation_key();
    let encoded = public.to_bytes();
    public_key(check, &encoded);
    check.run("generate", &mut || _ = black_box(generate()));
    let forms = [("bytes", key.to_bytes()), ("expanded bytes", key.to_expanded_bytes())];
    for (what, bytes) in &forms {
        let Some(bytes) = bytes else { continue };
        check.secret(what, bytes.expose());
        check.run(&format!("to {what}"), &mut || _ = black_box((key.to_bytes(), key.to_expanded_bytes())));
        check.run(&format!("decapsulation_key_from_bytes, {what}"), &mut || {
            _ = black_box(scheme.decapsulation_key_from_bytes(bytes.expose()).expect("our own key"));
        });
    }
    if let Some(seed) = key.to_seed() {
        check.secret("the seed", seed.expose());
        check.run("to_seed", &mut || _ = black_box(key.to_seed()));
        check.run("decapsulation_key_from_seed", &mut || {
            _ = black_box(scheme.decapsulation_key_from_seed(seed.expose()).expect("our own seed"));
        });
    }
    check.run("encapsulation_key", &mut || _ = black_box(key.encapsulation_key()));
    let message = check.bytes("the randomness of a ciphertext", 256);
    let encapsulate = || public.encapsulate(&mut Source(&message)).expect("the source delivers");
    let (ciphertext, secret) = encapsulate();
    check.public(&ciphertext);
    check.secret("the shared secret", secret.expose());
    check.run_known("encapsulate", &mut || _ = black_box(encapsulate()));
    check.run("decapsulate", &mut || _ = black_box(key.decapsulate(&ciphertext).expect("of its length")));
    let other = scheme.generate(&mut Source(&message)).expect("the source delivers").encapsulation_key();
    let (foreign, _) = other.encapsulate(&mut Source(&drawn)).expect("the source delivers");
    check.public(&foreign);
    let rejected = key.decapsulate(&foreign).expect("of its length");
    check.secret("the secret of a foreign ciphertext", rejected.expose());
    check.run("decapsulate, foreign", &mut || _ = black_box(key.decapsulate(&foreign).expect("of its length")));
    check.run_known("check_pair", &mut || assert!(key.check_pair().is_ok()));
}

fn encryption(check: &mut Check) {
    let scheme = algorithm(check, catalogue::encryptions());
    let drawn = check.bytes("the randomness", 256);
    let generate = || scheme.generate(&mut Source(&drawn)).expect("the source delivers");
    let key = generate();
    let (bytes, public) = (key.to_bytes(), key.encryption_key());
    check.secret("the key", bytes.expose());
    public_key(check, &public.to_bytes());
    check.run("generate", &mut || _ = black_box(generate()));
    check.run("to_bytes", &mut || _ = black_box(key.to_bytes()));
    check.run("decryption_key_from_bytes", &mut || {
        _ = black_box(scheme.decryption_key_from_bytes(bytes.expose()).expect("its length"));
    });
    check.run("encryption_key", &mut || _ = black_box(key.encryption_key()));
    let (message, ephemeral) = (check.bytes("the message", 100), check.bytes("the ephemeral key", 256));
    let encrypt = || public.encrypt(&message, &mut Source(&ephemeral)).expect("the source delivers");
    let mut ciphertext = encrypt();
    check.public(&ciphertext);
    check.run_known("encrypt", &mut || _ = black_box(encrypt()));
    check.run_known("decrypt", &mut || _ = black_box(key.decrypt(&ciphertext).expect("our own ciphertext")));
    ciphertext[99] ^= 1;
    check.public(&ciphertext);
    check.run_known("a changed ciphertext", &mut || assert!(key.decrypt(&ciphertext).is_err()));
}

fn agreement(check: &mut Check) {
    let scheme = algorithm(check, catalogue::agreements());
    let [drawn, other] = ["the key", "the key of the peer"].map(|name| check.bytes(name, 256));
    let generate = || scheme.generate(&mut Source(&drawn)).expect("the source delivers");
    let key = generate();
    let (bytes, peer) = (key.to_bytes(), scheme.generate(&mut Source(&other)).expect("the source delivers"));
    check.secret("the key", bytes.expose());
    let peer = peer.public_key();
    public_key(check, &key.public_key());
    public_key(check, &peer);
    let shared = key.agree(&peer).expect("not of small order");
    check.secret("the shared secret", shared.expose());
    check.run("generate", &mut || _ = black_box(generate()));
    check.run("to_bytes", &mut || _ = black_box(key.to_bytes()));
    check.run("key_from_bytes", &mut || _ = black_box(scheme.key_from_bytes(bytes.expose()).expect("its length")));
    check.run("public_key", &mut || _ = black_box(key.public_key()));
    check.run("agree", &mut || _ = black_box(key.agree(&peer).expect("not of small order")));
    let small = vec![0; scheme.public_key_len()];
    check.run("a public key of small order", &mut || assert!(key.agree(&small).is_err()));
}
