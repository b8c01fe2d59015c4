//! Signatures, key encapsulation and key agreement, with secret keys.

use super::algorithm;
use crate::check::Check;
use carnelian::algorithm::{
    self as catalogue, AgreementError, DynSigningKey, EncryptionError, HashAlgorithm, Hedging, SignOptions,
    SignatureAlgorithm, VerifyOptions,
};

/// A signature is public. A key is secret as soon as it is drawn, whatever its source.
pub(super) fn signature(check: &mut Check) {
    let scheme = algorithm(check, "as-signature", catalogue::signatures());
    let key = scheme.generate(&mut check.salts()).expect("a deterministic source delivers");
    let again = copies(check, scheme, &*key);
    let public = key.verifying_key();
    for hedging in [Hedging::Standard].iter().chain(scheme.hedging()) {
        let options = SignOptions { hedging: *hedging, ..SignOptions::default() };
        let signature = again.sign(b"a message", &options, &mut check.salts()).expect("no fault");
        check.public_result(&signature);
        assert!(public.verify(b"a message", &signature, &VerifyOptions::default()).is_ok());
    }
    let options = SignOptions { verified: true, ..SignOptions::default() };
    let signature = key.sign(b"a message", &options, &mut check.salts()).expect("no fault");
    check.public_result(&signature);
    prehashed(check, scheme, &*key);
    if scheme.signs_in_parts() {
        let mut signer = key.signer(&SignOptions::default()).expect("it signs in parts");
        signer.update(b"a mess");
        signer.update(b"age");
        let signature = signer.sign(&mut check.salts()).expect("no fault");
        check.public_result(&signature);
    }
    let verdict = key.check_pair();
    assert!(verdict.is_ok() && key.check().is_ok());
    let prepared = again.prepare().expect("our own key");
    let signature = prepared.sign(b"a message", &SignOptions::default(), &mut check.salts()).expect("no fault");
    check.public_result(&signature);
}

/// Writes a key in every form, and reads them. The public key, which some forms end with, is public.
fn copies(check: &mut Check, scheme: &SignatureAlgorithm, key: &dyn DynSigningKey) -> Box<dyn DynSigningKey> {
    let bytes = key.to_bytes();
    check.secret_result(&bytes.expose()[..16]);
    check.public_result(key.verifying_key().fork().as_bytes());
    let read = scheme.signing_key_from_bytes(bytes.expose()).expect("our own key");
    if let Some(seed) = key.to_seed() {
        let derived = scheme.signing_key_from_seed(seed.expose()).expect("our own seed");
        check.public_result(derived.verifying_key().as_bytes());
    }
    if let Some(expanded) = read.to_expanded_bytes() {
        check.secret_result(&expanded.expose()[128..]);
        return scheme.signing_key_from_bytes(expanded.expose()).expect("our own key");
    }
    read
}

/// Signs a digest, if the scheme can.
fn prehashed(check: &mut Check, scheme: &SignatureAlgorithm, key: &dyn DynSigningKey) {
    let prehash = catalogue::hash("sha512").and_then(HashAlgorithm::prehash).expect("it has an identifier");
    if !scheme.has_prehash(&prehash) {
        return;
    }
    let options = SignOptions { prehash: Some(prehash), ..SignOptions::default() };
    let signature = key.sign_digest(&[7; 64], &options, &mut check.salts()).expect("no fault");
    check.public_result(&signature);
    let options = VerifyOptions { prehash: Some(prehash), ..VerifyOptions::default() };
    assert!(key.verifying_key().verify_digest(&[7; 64], &signature, &options).is_ok());
    let mut verifier = key.verifying_key().verifier(&signature, &options).expect("a signature");
    verifier.update(b"another message");
    assert!(verifier.verify().is_err());
}

/// A ciphertext and an encapsulation key are public, and that of another key is not seen to be rejected.
pub(super) fn kem(check: &mut Check) {
    let scheme = algorithm(check, "as-kem", catalogue::kems());
    let mut keys = vec![scheme.generate(&mut check.salts()).expect("a deterministic source delivers")];
    if let Some(bytes) = keys[0].to_bytes() {
        check.secret_result(bytes.expose());
        keys.push(scheme.decapsulation_key_from_bytes(bytes.expose()).expect("our own key"));
    }
    if let Some(seed) = keys[0].to_seed() {
        keys.push(scheme.decapsulation_key_from_seed(seed.expose()).expect("our own seed"));
    }
    if let Some(expanded) = keys[0].to_expanded_bytes() {
        check.secret_result(&expanded.expose()[..64]);
        keys.push(scheme.decapsulation_key_from_bytes(expanded.expose()).expect("our own key"));
    }
    let public = keys[0].encapsulation_key().to_bytes();
    check.public_result(&public);
    let public = scheme.encapsulation_key_from_bytes(&public).expect("our own key");
    let (ciphertext, sent) = public.encapsulate(&mut check.salts()).expect("a deterministic source delivers");
    check.public_result(&ciphertext);
    check.secret_result(sent.expose());
    keys.push(scheme.generate(&mut check.salts()).expect("a deterministic source delivers"));
    for key in &keys {
        check.secret_result(key.decapsulate(&ciphertext).expect("of its length").expose());
    }
    assert_eq!(keys[0].check_pair(), Ok(()));
}

/// Whether a ciphertext is valid becomes public. A cipher leaves its output marked, as it does in its own operations.
pub(super) fn encryption(check: &mut Check) {
    let scheme = algorithm(check, "as-encryption", catalogue::encryptions());
    let key = scheme.decryption_key_from_bytes(check.bytes(scheme.decryption_key_len()).expose()).expect("its length");
    check.secret_result(key.to_bytes().expose());
    let public = key.encryption_key().to_bytes();
    check.public_result(&public);
    let public = scheme.encryption_key_from_bytes(&public).expect("not of small order");
    let message = check.bytes(100);
    let mut ciphertext = public.encrypt(message.expose(), &mut check.salts()).expect("a deterministic source delivers");
    check.secret_result(key.decrypt(&ciphertext).expect("our own ciphertext").expose());
    ciphertext[99] ^= 1;
    assert_eq!(key.decrypt(&ciphertext).err(), Some(EncryptionError::Invalid));
    let other = scheme.generate(&mut check.salts()).expect("a deterministic source delivers");
    check.public_result(&other.encryption_key().to_bytes());
}

/// With a peer of small order, only the verdict becomes public.
pub(super) fn agreement(check: &mut Check) {
    let scheme = algorithm(check, "as-agreement", catalogue::agreements());
    let key = scheme.key_from_bytes(check.bytes(scheme.key_len()).expose()).expect("the length of a key");
    let peer = scheme.generate(&mut check.salts()).expect("a deterministic source delivers");
    for key in [&key, &peer] {
        check.secret_result(key.to_bytes().expose());
        check.public_result(&key.public_key());
    }
    check.secret_result(key.agree(&peer.public_key()).expect("not of small order").expose());
    let refused = key.agree(&vec![0; scheme.public_key_len()]).err();
    assert_eq!(refused, Some(AgreementError::NonContributory));
}
