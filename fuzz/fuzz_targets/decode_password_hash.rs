//! The reader of password hashes takes any bytes without a panic, and what it takes can be verified by.
#![no_main]

use carnelian::kdf::argon2::{Argon2, Limits, PasswordHash, PasswordHashError, VerifyError};
use libfuzzer_sys::fuzz_target;

/// Costs that are computed in almost no time.
const QUICK: Limits = Limits { memory_kib: 64, passes: 2, lanes: 4 };

fuzz_target!(|data: &[u8]| {
    let Ok(text) = str::from_utf8(data) else { return };
    let hash = match PasswordHash::parse(text, &QUICK) {
        Ok(hash) => hash,
        // Limits refuse nothing else than what is above them.
        Err(PasswordHashError::TooCostly { .. }) => return,
        Err(error) => return assert_eq!(text.parse::<PasswordHash>().unwrap_err(), error),
    };
    assert!(text.is_ascii() && !text.contains(char::is_whitespace), "{text}");
    assert!(text.len() > Argon2::MIN_SALT_LEN + Argon2::MIN_TAG_LEN);
    assert!(text[1..].starts_with(hash.variant().name()));
    match hash.verify(b"password") {
        Err(VerifyError::NoSecret) => assert!(!hash.key_id().is_empty(), "{text}"),
        verdict => {
            assert!(hash.key_id().is_empty() && matches!(verdict, Ok(()) | Err(VerifyError::WrongPassword)), "{text}")
        }
    }
    // A hash has one string: nothing can be put before or behind it.
    for other in [format!("{text}\n"), format!("{text}="), format!("{text}$"), format!(" {text}")] {
        assert!(other.parse::<PasswordHash>().is_err(), "{other}");
    }
});
