//! NIST's response files (CAVS, SP 800-90A) at every tier, limits, and wiping.

use super::{
    CtrDrbg, CtrDrbgOf, CtrDrbgWithoutDf, Derivation, GenerateError, MAX_REQUEST_LEN, RESEED_INTERVAL, SEED_LEN,
    SeedError,
};
use crate::LengthRangeError;
use crate::base::cpu::{Tier, forced};
use crate::base::random::{Random, RandomError, TestRandom};
use crate::base::testing;
use crate::cipher::aes::{Aes256, EncryptionKey};
use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

/// Runs `body` at every tier that this CPU has.
fn at_every_tier(mut body: impl FnMut(Tier)) {
    for tier in forced::tiers() {
        forced::at_most(tier, || body(tier));
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    assert_eq!(digits.len() % 2, 0);
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap()).collect()
}

/// Returns a seed, which must have exactly the required length.
fn seed(digits: &str) -> [u8; SEED_LEN] {
    unhex(digits).try_into().unwrap()
}

/// A source that delivers the given bytes, in order.
struct Given(Vec<u8>);

impl Random for Given {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        if self.0.len() < out.len() {
            return Err(RandomError);
        }
        let rest = self.0.split_off(out.len());
        out.copy_from_slice(&self.0);
        self.0 = rest;
        Ok(())
    }
}

/// Asserts that the generator is in the state Key, V.
fn assert_state<D: Derivation>(generator: &CtrDrbgOf<D>, key: &str, v: &str) {
    let expected = EncryptionKey::<Aes256>::new(&unhex(key).try_into().unwrap());
    let (mut a, mut b) = ([0; 16], [0; 16]);
    generator.key.encrypt_block(&mut a);
    expected.encrypt_block(&mut b);
    assert_eq!((a, hex(&generator.v)), (b, v.into()));
}

/// Returns the output of the second of two requests for 512 bits, neither with additional input.
fn second<D: Derivation>(generator: &mut CtrDrbgOf<D>) -> String {
    let mut bytes = [0; 64];
    generator.generate(b"", &mut bytes).unwrap();
    generator.generate(b"", &mut bytes).unwrap();
    hex(&bytes)
}

/// drbgvectors_no_reseed, AES-256 use df, no personalization and additional input, COUNT = 0, with intermediate states.
#[test]
fn nists_vector_with_df() {
    at_every_tier(|tier| {
        let entropy = unhex("36401940fa8b1fba91a1661f211d78a0b9389a74e5bccfece8d766af1a6d3b14");
        let nonce = unhex("496f25b0f1301b4f501be30380a137eb");
        let mut generator = CtrDrbg::new(&entropy, &nonce, b"").unwrap();
        assert_state(
            &generator,
            "3363d9000e6db47c16d3fc65f2872c08a35f99b2d174afa537a66ec153052d98",
            "9ee8d2e9c618ccbb8e66b5eb5333dce1",
        );
        let mut bytes = [0; 64];
        generator.generate(b"", &mut bytes).unwrap();
        assert_state(
            &generator,
            "b1dff09c816af6d4b2111fe63c4507cb196154f8c59957a94a2b641a7c16cc01",
            "69eec01b2dd4ff3aab5fac9467f54485",
        );
        generator.generate(b"", &mut bytes).unwrap();
        assert_state(
            &generator,
            "33a1f160b0bde1dd55fc314c3d1620c0581ace8b32f062fb1ed54cdecdc17694",
            "f537c07f36573a26b3f55c8b9f7246d1",
        );
        let expected = "5862eb38bd558dd978a696e6df164782ddd887e7e9a6c9f3f1fbafb78941b535\
                        a64912dfd224c6dc7454e5250b3d97165e16260c2faf1cc7735cb75fb4f07e1d";
        assert_eq!(hex(&bytes), expected, "{tier}");
    });
}

/// drbgvectors_pr_false, AES-256 use df, with personalization and a new seed, COUNT = 0.
#[test]
fn nists_vector_with_df_and_a_new_seed() {
    at_every_tier(|tier| {
        let mut generator = CtrDrbg::new(
            &unhex("4cfb218673346d9d50c922e49b0dfcd090adf04f5c3ba47327dfcd6fa63a785c"),
            &unhex("016962a7fd2787a24bf6be47ef3783f1"),
            &unhex("88eeb8e0e83bf3294bdacd6099ebe4bf55ecd9113f71e5ebcb4575f3d6a68a6b"),
        )
        .unwrap();
        let entropy = unhex("b7ec46072363834a1b0133f2c23891db4f11a68651f23e3a8b1fdc03b192c7e7");
        generator.reseed(&entropy, b"").unwrap();
        let expected = "a55180a190bef3adaf28f6b795e9f1f3d6dfa1b27dd0467b0c75f5fa931e9714\
                        75b27cae03a29654e2f40966ea33643040d1400fe677873af8097c1fe9f00298";
        assert_eq!(second(&mut generator), expected, "{tier}");
    });
}

/// drbgvectors_pr_true, AES-256 use df, with personalization and additional input, COUNT = 0. Its entropy for
/// prediction resistance has 256 bits, the minimum.
#[test]
fn nists_vector_with_df_and_prediction_resistance() {
    at_every_tier(|tier| {
        let mut generator = CtrDrbg::new(
            &unhex("534346a3e0baa65d7a51871b6d633a6f1efa9ff55dfde3212c95029adf2387d9"),
            &unhex("0cbe99821509975d824fd826c47d2abc"),
            &unhex("020d7340569e68d992e6e8ddfbead9f993c74d971e4339fe91074f87e9d7d777"),
        )
        .unwrap();
        let mut bytes = [0; 64];
        for (additional, entropy) in [
            (
                "f41040eff2a7010287c2a76d7867a66e61299be1e1247a6b22a64b829ada8624",
                "286091709d2e91bfef6654b8449d5e5564b6c2fe1f3e4e6e59fe776461bfb0dc",
            ),
            (
                "94efe68e2185646a17bb8a83268142a7b7a02786c1ee90ab8f7399ccf543de26",
                "e68e127b2e5b9d6539c26f7e78bec13314e37febdb7105d1d65f0bde23c87d38",
            ),
        ] {
            let source = &mut Given(unhex(entropy));
            generator.generate_with_prediction_resistance(&unhex(additional), &mut bytes, source).unwrap();
        }
        let expected = "da6389d151e3b2b332fbcc02b2cc5af4f69835e9fbbe19130f91cbf30a3c2458\
                        0ebfb4311b3487e9d6a61de9dc2842c107152158b0e75a932c38e5b8ddff10e6";
        assert_eq!(hex(&bytes), expected, "{tier}");
    });
}

/// drbgvectors_no_reseed, AES-256 no df, COUNT = 0: without personalization; and with it, the resulting state.
#[test]
fn nists_vectors_without_df() {
    at_every_tier(|tier| {
        let entropy = seed(
            "df5d73faa468649edda33b5cca79b0b05600419ccb7a879ddfec9db32ee494e5\
             531b51de16a30f769262474c73bec010",
        );
        let expected = "d1c07cd95af8a7f11012c84ce48bb8cb87189e99d40fccb1771c619bdf82ab22\
                        80b1dc2f2581f39164f7ac0c510494b3a43c41b7db17514c87b107ae793e01c5";
        let mut generator = CtrDrbgWithoutDf::new(&entropy, b"").unwrap();
        assert_eq!(second(&mut generator), expected, "{tier}");
        let entropy = seed(
            "b5e2af38591a9743e5d3e458848a3998536d3b625e1694be847f95c3bfbda267\
             f08624be4bb6aa496e1b596be523e7c4",
        );
        let personalization = unhex(
            "0a9a59e7605c0e12fae317bb004aecf1427bda4dca7718801895c38179fd36cd\
             922634c3789a99b9d9c556fe50a41de4",
        );
        assert_state(
            &CtrDrbgWithoutDf::new(&entropy, &personalization).unwrap(),
            "ec777c24fe03afe8b6534712400ba6e2dfb1a112d901e7509ba493917cb309b2",
            "10c013b7048a1984667cfa1bc081cfae",
        );
    });
}

/// drbgvectors_pr_false, AES-256 no df, with a new seed, COUNT = 0.
#[test]
fn nists_vector_without_df_and_a_new_seed() {
    at_every_tier(|tier| {
        let entropy = seed(
            "e4bc23c5089a19d86f4119cb3fa08c0a4991e0a1def17e101e4c14d9c323460a\
             7c2fb58e0b086c6c57b55f56cae25bad",
        );
        let again = seed(
            "fd85a836bba85019881e8c6bad23c9061adc75477659acaea8e4a01dfe07a183\
             2dad1c136f59d70f8653a5dc118663d6",
        );
        let expected = "b2cb8905c05e5950ca31895096be29ea3d5a3b82b269495554eb80fe07de43e1\
                        93b9e7c3ece73b80e062b1c1f68202fbb1c52a040ea2478864295282234aaada";
        let mut generator = CtrDrbgWithoutDf::new(&entropy, b"").unwrap();
        generator.reseed(&again, b"").unwrap();
        assert_eq!(second(&mut generator), expected, "{tier}");
    });
}

/// V carries through all of its bits.
#[test]
fn v_wraps() {
    at_every_tier(|tier| {
        let mut generator = CtrDrbgWithoutDf::new(&[7; SEED_LEN], b"").unwrap();
        generator.v = (u128::MAX - 1).to_be_bytes();
        let mut blocks = [[0; 16]; 4];
        generator.next_blocks(&mut blocks);
        for (at, v) in [u128::MAX, 0, 1, 2].into_iter().enumerate() {
            let mut block = v.to_be_bytes();
            generator.key.encrypt_block(&mut block);
            assert_eq!(blocks[at], block, "{tier}");
        }
    });
}

#[test]
fn lengths_are_checked() {
    let range = |what, at_least, at_most, found| LengthRangeError { what, at_least, at_most, found };
    let refused = CtrDrbg::new(&[0; 31], &[0; 16], b"").err();
    assert_eq!(refused, Some(range("CTR_DRBG entropy", 32, 1 << 28, 31)));
    let refused = CtrDrbg::new(&[0; 32], &[0; 15], b"").err();
    assert_eq!(refused, Some(range("CTR_DRBG nonce", 16, 1 << 28, 15)));
    let refused = CtrDrbgWithoutDf::new(&[0; 48], &[0; 49]).err();
    assert_eq!(refused, Some(range("CTR_DRBG personalization string", 0, 48, 49)));
    let too_long = range("CTR_DRBG additional input", 0, 48, 49);
    let mut generator = CtrDrbgWithoutDf::new(&[0; 48], &[0; 48]).unwrap();
    let before = (generator.v, generator.reseed_counter);
    let mut bytes = [0xee; 10];
    assert_eq!(generator.reseed(&[0; 48], &[0; 49]), Err(too_long));
    assert_eq!(generator.generate(&[0; 49], &mut bytes), Err(GenerateError::Length(too_long)));
    let source = &mut Given(vec![0; 200]);
    let refused = generator.generate_with_prediction_resistance(&[0; 49], &mut bytes, source);
    assert_eq!(refused, Err(SeedError::Length(too_long)));
    let request = range("CTR_DRBG request", 0, 1 << 16, (1 << 16) + 1);
    let mut long = vec![0xee; MAX_REQUEST_LEN + 1];
    assert_eq!(generator.generate(b"", &mut long), Err(GenerateError::Length(request)));
    let refused = generator.generate_with_prediction_resistance(b"", &mut long, source);
    assert_eq!(refused, Err(SeedError::Length(request)));
    assert!(long.iter().chain(&bytes).all(|byte| *byte == 0xee));
    assert_eq!((generator.v, generator.reseed_counter), before);
    generator.generate(&[0; 48], &mut long[..MAX_REQUEST_LEN]).unwrap();
    let mut generator = CtrDrbg::new(&[0; 32], &[0; 16], b"").unwrap();
    assert_eq!(generator.reseed(&[0; 31], b""), Err(range("CTR_DRBG entropy", 32, 1 << 28, 31)));
}

#[test]
fn sources_that_fail_change_nothing() {
    assert_eq!(CtrDrbg::from_source(b"", &mut Given(vec![0; 47])).err(), Some(SeedError::Source(RandomError)));
    let mut generator = CtrDrbg::from_source(b"", &mut Given(vec![1; 48])).unwrap();
    let before = (generator.v, generator.reseed_counter);
    let mut bytes = [0xee; 10];
    let none = &mut Given(vec![]);
    assert_eq!(generator.reseed_from(b"", none), Err(SeedError::Source(RandomError)));
    let refused = generator.generate_with_prediction_resistance(b"", &mut bytes, none);
    assert_eq!(refused, Err(SeedError::Source(RandomError)));
    assert_eq!((generator.v, generator.reseed_counter, bytes), (before.0, before.1, [0xee; 10]));
}

/// The request that reaches the interval is answered; the next one fails until the generator is reseeded.
#[test]
fn a_new_seed_is_asked_for() {
    let mut generator = CtrDrbg::from_source(b"", &mut TestRandom::new(1)).unwrap();
    let mut bytes = [0xee; 10];
    generator.reseed_counter = RESEED_INTERVAL;
    generator.generate(b"", &mut bytes).unwrap();
    bytes.fill(0xee);
    assert_eq!(generator.generate(b"", &mut bytes), Err(GenerateError::ReseedRequired));
    assert_eq!((generator.fill(&mut bytes), bytes), (Err(RandomError), [0xee; 10]));
    assert_eq!(format!("{}", GenerateError::ReseedRequired), "the generator has to be reseeded");
    generator.generate_with_prediction_resistance(b"", &mut bytes, &mut TestRandom::new(2)).unwrap();
    assert_eq!(generator.reseed_counter, 2);
    generator.reseed_counter = RESEED_INTERVAL + 1;
    generator.reseed_from(b"", &mut TestRandom::new(2)).unwrap();
    generator.generate(b"", &mut bytes).unwrap();
}

/// As a source, it answers fills of any length with requests of the maximum length.
#[test]
fn it_is_a_source() {
    let mut generator = CtrDrbg::from_source(b"", &mut TestRandom::new(1)).unwrap();
    let mut same = CtrDrbg::from_source(b"", &mut TestRandom::new(1)).unwrap();
    let mut bytes = vec![0; MAX_REQUEST_LEN + 100];
    generator.fill(&mut bytes).unwrap();
    let mut pieces = vec![0; MAX_REQUEST_LEN + 100];
    let (first, rest) = pieces.split_at_mut(MAX_REQUEST_LEN);
    same.generate(b"", first).unwrap();
    same.generate(b"", rest).unwrap();
    assert!(bytes == pieces);
    assert_eq!(format!("{generator:?}"), "CTR_DRBG(..)");
}

#[cfg(not(miri))]
#[test]
fn a_dropped_generator_leaves_no_state() {
    at_every_tier(|tier| {
        let mut generator = CtrDrbg::from_source(b"", &mut TestRandom::new(1)).unwrap();
        generator.generate(b"", &mut [0; 100]).unwrap();
        let v = generator.v;
        let bytes = testing::bytes_after_drop(generator);
        assert!(!bytes.windows(8).any(|window| window == &v[..8] || window == &v[8..]), "{tier}");
    });
}
