//! Round trips, and readers that take anything.

use super::shown;
use carnelian::__internals::TestRandom;
use carnelian::encoding::{Algorithm, Encryption, Form, PrivateKeyInfo, SubjectPublicKeyInfo};
use proptest::prelude::*;

fn algorithm() -> impl Strategy<Value = Algorithm> {
    prop_oneof![Just(Algorithm::Ed25519), Just(Algorithm::X25519)]
}

proptest! {
    #[test]
    fn private_keys_come_back(algorithm in algorithm(), private: [u8; 32], public: [u8; 32]) {
        let key = PrivateKeyInfo::new(algorithm, &private, Some(&public)).unwrap();
        let raw = key.to_raw();
        let v1 = [key.to_pkcs8_der(), key.to_pkcs8_pem(), key.to_hex(), raw];
        let v2 = [key.to_pkcs8_v2_der().unwrap(), key.to_pkcs8_v2_pem().unwrap()];
        for (file, expected) in v1.iter().map(|file| (file, None)).chain(v2.iter().map(|file| (file, Some(&public[..])))) {
            let read = PrivateKeyInfo::from_file(file.expose(), Some(algorithm), None).unwrap();
            prop_assert_eq!(read.algorithm(), algorithm);
            prop_assert_eq!(shown(&read, algorithm), private);
            prop_assert_eq!(read.public_key(), expected);
        }
    }

    #[test]
    fn public_keys_come_back(algorithm in algorithm(), public: [u8; 32]) {
        let key = SubjectPublicKeyInfo::new(algorithm, &public).unwrap();
        let files = [key.to_spki_der(), key.to_spki_pem().into_bytes(), key.to_hex().into_bytes(), public.to_vec()];
        for file in files {
            prop_assert_eq!(&SubjectPublicKeyInfo::from_file(&file, Some(algorithm)).unwrap(), &key);
        }
    }

    #[test]
    fn encrypted_keys_come_back(algorithm in algorithm(), private: [u8; 32], passphrase: Vec<u8>, seed: u64) {
        let key = PrivateKeyInfo::new(algorithm, &private, None).unwrap();
        let encryption = Encryption::with_iterations(1000).unwrap();
        let pem = key.to_encrypted_pem(&passphrase, encryption, &mut TestRandom::new(seed)).unwrap();
        let read = PrivateKeyInfo::from_encrypted_pem(pem.as_bytes(), &passphrase).unwrap();
        prop_assert_eq!(shown(&read, algorithm), private);
    }

    #[test]
    fn any_bytes_are_taken_without_a_panic(bytes: Vec<u8>) {
        let _ = Form::of(&bytes);
        let _ = PrivateKeyInfo::from_file(&bytes, Some(Algorithm::Ed25519), Some(b"p"));
        let _ = SubjectPublicKeyInfo::from_file(&bytes, Some(Algorithm::Ed25519));
    }
}
