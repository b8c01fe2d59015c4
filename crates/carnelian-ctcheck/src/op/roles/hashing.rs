//! Hash functions, message authentication codes, key derivation and password hashes, with everything secret.

use super::algorithm;
use crate::check::Check;
use carnelian::algorithm::{self as catalogue, MacOptions, PasswordOptions};
use carnelian::kdf::argon2::{Params, VerifyError};

/// Lengths below a block of every function, about one, and of many.
const LENGTHS: [usize; 4] = [1, 60, 136, 1000];

pub(super) fn hash(check: &mut Check) {
    let function = algorithm(check, "as-hash", catalogue::hashes());
    let len = function.digest_len();
    let messages = LENGTHS.map(|len| check.bytes(len));
    let messages = messages.each_ref().map(|message| message.expose().as_slice());
    let (mut digest, mut digests) = (vec![0; len], vec![0; len * messages.len()]);
    for message in messages {
        function.digest(message, &mut digest).expect("the length of a digest");
        check.secret_result(&digest);
        let mut hasher = function.start();
        hasher.update(message);
        let mut copy = hasher.fork();
        copy.update(message);
        for mut hasher in [hasher, copy] {
            assert_eq!(hasher.digest_len(), len);
            hasher.finalize_reset_into(&mut digest).expect("the length of a digest");
            check.secret_result(&digest);
        }
    }
    function.digest_batch(len, &messages, &mut digests).expect("as many digests as messages");
    check.secret_result(&digests);
    let Some(mut xof) = function.start_xof() else { return };
    xof.update(messages[3]);
    let mut reader = xof.finalize();
    for len in LENGTHS {
        let mut output = vec![0; len];
        reader.fill(&mut output);
        check.secret_result(&output);
    }
}

/// Verifies the right and a wrong tag. Only the verdict becomes public.
pub(super) fn mac(check: &mut Check) {
    let function = algorithm(check, "as-mac", catalogue::macs());
    let mut tag = vec![0; function.tag_len()];
    for len in LENGTHS {
        let (key, message) = (check.bytes(32), check.bytes(len));
        let mut mac = function.start_with(key.expose(), &MacOptions::default()).expect("of an allowed length");
        mac.update(message.expose());
        mac.fork().finalize_into(&mut tag).expect("the length of a tag");
        check.secret_result(&tag);
        assert_eq!(mac.tag_len(), tag.len());
        assert!(mac.fork().verify(&tag).is_ok());
        tag[1] ^= 1;
        assert!(mac.verify(&tag).is_err());
    }
}

pub(super) fn kdf(check: &mut Check) {
    let function = algorithm(check, "as-kdf", catalogue::kdfs());
    let (salt, secret, mut key) = (check.bytes(13), check.bytes(40), [0; 150]);
    function.derive(salt.expose(), secret.expose(), b"public", &mut key).expect("short enough");
    check.secret_result(&key);
    let extracted = function.extract(salt.expose(), secret.expose()).fork();
    assert_eq!(extracted.max_output_len(), function.max_output_len());
    extracted.expand(b"public", &mut key).expect("short enough");
    check.secret_result(&key);
    let prk = function.extract_prk(salt.expose(), secret.expose());
    check.secret_result(prk.expose());
    function.from_prk(prk.expose()).expect("long enough").expand(b"public", &mut key).expect("short enough");
    check.secret_result(&key);
}

/// The encoded string contains the hash, and is public.
pub(super) fn password_hash(check: &mut Check) {
    let function = algorithm(check, "as-password-hash", catalogue::password_hashes());
    let params = Params::new(16, 1, 1).expect("parameters of Argon2");
    let (password, secret, salt) = (check.bytes(21), check.bytes(9), check.bytes(16));
    let options = PasswordOptions { params, secret: secret.expose(), ..PasswordOptions::default() };
    let mut key = [0; 64];
    function.hash_into(password.expose(), salt.expose(), &options, &mut key).expect("enough memory");
    check.secret_result(&key);
    let options = PasswordOptions { params, ..PasswordOptions::default() };
    let text = function.hash_password(password.expose(), &options, &mut check.salts()).expect("enough memory");
    check.public_result(text.as_bytes());
    assert_eq!(function.verify(&text, password.expose()), Ok(()));
    let wrong = catalogue::PasswordError::Verify(VerifyError::WrongPassword);
    assert_eq!(function.verify(&text, check.bytes(21).expose()), Err(wrong));
}
