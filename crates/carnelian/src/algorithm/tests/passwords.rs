//! Password hashes: each row against its variant of Argon2.

use super::are_distinct;
use crate::algorithm::{
    PasswordError, PasswordHashAlgorithm, PasswordOptions, Status, password_hash, password_hash_of, password_hashes,
};
use crate::base::random::TestRandom;
use crate::kdf::argon2::{Argon2, Argon2Error, Limits, Params, PasswordHashError, Variant, VerifyError, backend};

/// Returns the smallest parameters, with a secret and associated data.
fn options() -> PasswordOptions<'static> {
    let params = Params::new(8, 1, 1).unwrap();
    PasswordOptions { params, secret: b"pepper", associated_data: b"data" }
}

#[test]
fn functions_are_distinct() {
    are_distinct(password_hashes().iter().map(PasswordHashAlgorithm::identity));
    assert_eq!(password_hash("Argon2id").unwrap().identity().status, Status::Recommended);
    assert!(password_hash("argon2").is_none() && password_hash_of("argon2id$").is_none());
    assert_eq!(PasswordOptions::default().params, Params::SECOND_RECOMMENDED);
}

/// Names the variants, in the order of the rows.
macro_rules! variants {
    ([] $($Variant:ident $STEM:ident $identity:tt $more:tt;)+) => {
        [$(Variant::$Variant),+]
    };
}

#[test]
fn rows_are_those_of_the_variants() {
    let variants = __password_hashes! { variants [] };
    assert_eq!(variants.len(), password_hashes().len());
    for (function, variant) in password_hashes().iter().zip(variants) {
        assert_eq!((function.identity().id, function.identity().number), (variant.name(), variant as u32));
        assert_eq!((function.min_salt_len(), function.min_output_len(), function.backend()), (8, 4, backend()));
        let (mut found, mut expected) = ([0; 20], [0; 20]);
        function.hash_into(b"password", b"the salt", &options(), &mut found).unwrap();
        Argon2::new(variant, options().params)
            .with_secret(b"pepper")
            .with_associated_data(b"data")
            .hash_into(b"password", b"the salt", &mut expected)
            .unwrap();
        assert_eq!(found, expected, "{function:?}");
    }
}

#[test]
fn strings_are_verified_by_the_function_that_made_them() {
    let limits = Limits::default();
    for function in password_hashes() {
        let text = function.hash_password(b"password", &options(), &mut TestRandom::new(1)).unwrap();
        assert_eq!(password_hash_of(&text).unwrap().identity(), function.identity());
        assert_eq!(function.verify_with(&text, b"password", b"pepper", &limits), Ok(()), "{function:?}");
        let wrong = Err(PasswordError::Verify(VerifyError::WrongPassword));
        assert_eq!(function.verify_with(&text, b"Password", b"pepper", &limits), wrong);
        assert_eq!(function.verify_with(&text, b"password", b"salt", &limits), wrong);
        assert_eq!(function.verify(&text, b"password"), wrong);
        for other in password_hashes().iter().filter(|other| other.identity() != function.identity()) {
            let error = other.verify_with(&text, b"password", b"pepper", &limits);
            assert_eq!(error, Err(PasswordError::OtherFunction), "{other:?}");
        }
        let low = Limits { memory_kib: 7, ..limits };
        let refused = function.verify_with(&text, b"password", b"pepper", &low);
        assert!(matches!(refused, Err(PasswordError::Text(PasswordHashError::TooCostly { parameter: "m", .. }))));
        assert!(matches!(function.verify("password", b""), Err(PasswordError::Text(_))));
    }
}

#[test]
fn other_lengths_are_refused() {
    for function in password_hashes() {
        let (mut out, options) = ([7; 4], options());
        let short_salt = function.hash_into(b"", &[0; 7], &options, &mut out);
        assert!(matches!(short_salt, Err(Argon2Error::Length(error)) if error.at_least == 8), "{function:?}");
        let short_tag = function.hash_into(b"", &[0; 8], &options, &mut out[1..]);
        assert!(matches!(short_tag, Err(Argon2Error::Length(error)) if error.at_least == 4), "{function:?}");
        assert_eq!(out, [7; 4]);
    }
}
