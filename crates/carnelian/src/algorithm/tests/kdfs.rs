//! Key derivation functions: each row against its type.

use super::are_distinct;
use crate::algorithm::{KdfAlgorithm, KdfError, hashes, kdf, kdfs};
use crate::error::LengthRangeError;
use crate::hash::Hash;
use crate::kdf::Hkdf;
use std::vec;
use std::vec::Vec;

#[test]
fn functions_are_distinct() {
    are_distinct(kdfs().iter().map(KdfAlgorithm::identity));
    assert!(kdf("hkdf-md5").is_none());
    let oids = ["HKDF-SHA256", "HKDF-SHA-384", "hkdf sha512"].map(|name| kdf(name).unwrap().identity().oid.unwrap());
    assert_eq!(oids, ["28", "29", "30"].map(|last| std::format!("1.2.840.113549.1.9.16.3.{last}")));
    assert_eq!(kdfs().iter().filter(|function| function.identity().oid.is_some()).count(), 3);
    for function in kdfs() {
        let same = hashes().iter().find(|hash| hash.identity().number == function.identity().number).unwrap();
        assert_eq!(function.prk_len(), same.digest_len(), "{function:?}");
        assert!(function.identity().is_named(&std::format!("HKDF-{}", same.identity().name)), "{function:?}");
    }
}

/// Returns the pseudorandom key and 300 bytes of a type.
fn of_type<H: Hash>() -> (Vec<u8>, Vec<u8>, usize, &'static str) {
    let mut okm = vec![0; 300];
    Hkdf::<H>::derive(b"salt", b"secret", b"info", &mut okm).unwrap();
    let prk = Hkdf::<H>::extract_prk(b"salt", b"secret").as_ref().to_vec();
    (prk, okm, Hkdf::<H>::MAX_OUTPUT_LEN, H::backend())
}

/// Names each type, in the order of the rows.
macro_rules! types {
    ([] $($Type:ident $STEM:ident $identity:tt $more:tt hmac $hmac:tt;)+) => {
        [$(of_type::<crate::hash::$Type>()),+]
    };
}

#[test]
fn rows_are_those_of_their_types() {
    let types = __hashes! { types [] };
    assert_eq!(types.len(), kdfs().len());
    for (function, (prk, okm, max_output_len, backend)) in kdfs().iter().zip(types) {
        assert_eq!((function.max_output_len(), function.backend()), (max_output_len, backend), "{function:?}");
        let found = function.extract_prk(b"salt", b"secret");
        assert_eq!(*found.declassify("a test"), prk, "{function:?}");
        let expanded = |key: &dyn crate::algorithm::DynKdf| {
            let mut found = vec![0; okm.len()];
            key.expand(b"info", &mut found).unwrap();
            found
        };
        let extracted = function.extract(b"salt", b"secret");
        assert_eq!(extracted.max_output_len(), max_output_len);
        assert_eq!((expanded(&*extracted), expanded(&*extracted.fork())), (okm.clone(), okm.clone()), "{function:?}");
        assert_eq!(expanded(&*function.from_prk(&prk).unwrap()), okm, "{function:?}");
        let mut found = vec![0; okm.len()];
        function.derive(b"salt", b"secret", b"info", &mut found).unwrap();
        assert_eq!(found, okm, "{function:?}");
    }
}

#[test]
fn other_lengths_are_refused() {
    for function in kdfs() {
        let (most, least) = (function.max_output_len(), function.prk_len());
        let error = LengthRangeError { what: "derived key", at_least: 0, at_most: most, found: most + 1 };
        let mut okm = vec![7; most + 1];
        assert_eq!(function.derive(b"", b"", b"", &mut okm), Err(KdfError::Output(error)), "{function:?}");
        assert_eq!(function.extract(b"", b"").expand(b"", &mut okm), Err(KdfError::Output(error)), "{function:?}");
        assert!(okm.iter().all(|byte| *byte == 7));
        function.derive(b"", b"", b"", &mut okm[1..]).unwrap();
        let what = "pseudorandom key";
        let error = LengthRangeError { what, at_least: least, at_most: usize::MAX, found: least - 1 };
        assert_eq!(function.from_prk(&okm[1..least]).err(), Some(KdfError::Key(error)), "{function:?}");
    }
}
