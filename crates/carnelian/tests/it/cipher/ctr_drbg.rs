//! CTR_DRBG against SP 800-90A Revision 1 read literally, over RustCrypto's AES: any seeds, requests and additional
//! inputs, at every tier.

use crate::tiers::tiers;
use ::aes::cipher::{BlockCipherEncrypt, KeyInit};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::cipher::ctr_drbg::{CtrDrbg, CtrDrbgWithoutDf};
use carnelian::curve::x25519;
use carnelian::random::Random;
use proptest::prelude::*;

const SEED_LEN: usize = 48;

fn block_encrypt(key: &[u8], block: [u8; 16]) -> [u8; 16] {
    let mut block = block.into();
    ::aes::Aes256::new_from_slice(key).unwrap().encrypt_block(&mut block);
    block.into()
}

/// Section 10.2.1, with and without the derivation function.
struct Literal {
    key: Vec<u8>,
    v: u128,
    derives: bool,
}

impl Literal {
    /// Section 10.2.1.3.
    fn instantiate(derives: bool, entropy: &[u8], nonce: &[u8], personalization: &[u8]) -> Self {
        let mut new = Self { key: vec![0; 32], v: 0, derives };
        let seed_material = new.seed_material(&[entropy, nonce].concat(), personalization);
        new.update(&seed_material);
        new
    }

    /// Section 10.2.1.4.
    fn reseed(&mut self, entropy: &[u8], additional: &[u8]) {
        let seed_material = self.seed_material(entropy, additional);
        self.update(&seed_material);
    }

    /// Section 10.2.1.5.
    fn generate(&mut self, additional: &[u8], requested: usize) -> Vec<u8> {
        let mut additional_input = vec![0; SEED_LEN];
        if !additional.is_empty() {
            additional_input = self.seed_material(&[], additional);
            self.update(&additional_input);
        }
        let temp = self.count_up_to(requested);
        self.update(&additional_input);
        temp[..requested].to_vec()
    }

    /// Section 10.2.1.2.
    fn update(&mut self, provided_data: &[u8]) {
        let temp = self.count_up_to(SEED_LEN);
        let temp: Vec<u8> = temp.iter().zip(provided_data).map(|(a, b)| a ^ b).collect();
        self.key = temp[..32].to_vec();
        self.v = u128::from_be_bytes(temp[32..].try_into().unwrap());
    }

    fn count_up_to(&mut self, len: usize) -> Vec<u8> {
        let mut temp = Vec::new();
        while temp.len() < len {
            self.v = self.v.wrapping_add(1);
            temp.extend(block_encrypt(&self.key, self.v.to_be_bytes()));
        }
        temp
    }

    fn seed_material(&self, entropy: &[u8], text: &[u8]) -> Vec<u8> {
        if self.derives {
            return block_cipher_df(&[entropy, text].concat());
        }
        let byte = |bytes: &[u8], at: usize| bytes.get(at).copied().unwrap_or(0);
        (0..SEED_LEN).map(|at| byte(entropy, at) ^ byte(text, at)).collect()
    }
}

/// Section 10.3.2 for as many bits as a seed has.
fn block_cipher_df(input_string: &[u8]) -> Vec<u8> {
    let l = (input_string.len() as u32).to_be_bytes();
    let n = (SEED_LEN as u32).to_be_bytes();
    let mut s = [&l, &n, input_string, &[0x80]].concat();
    s.resize(s.len().next_multiple_of(16), 0);
    let k: Vec<u8> = (0..32).collect();
    let mut temp = Vec::new();
    for i in 0..3u32 {
        let mut iv = i.to_be_bytes().to_vec();
        iv.resize(16, 0);
        temp.extend(bcc(&k, &[iv, s.clone()].concat()));
    }
    let (k, x) = temp.split_at(32);
    let mut x: [u8; 16] = x.try_into().unwrap();
    let mut requested = Vec::new();
    while requested.len() < SEED_LEN {
        x = block_encrypt(k, x);
        requested.extend(x);
    }
    requested
}

/// Section 10.3.3.
fn bcc(key: &[u8], data: &[u8]) -> [u8; 16] {
    data.as_chunks::<16>()
        .0
        .iter()
        .fold([0; 16], |chaining, block| block_encrypt(key, core::array::from_fn(|at| chaining[at] ^ block[at])))
}

fn drawn(random: &mut TestRandom, len: usize) -> Vec<u8> {
    let mut bytes = vec![0; len];
    random.fill(&mut bytes).unwrap();
    bytes
}

proptest! {
    #[test]
    fn with_df_it_is_the_standard(
        seed: u64, entropy in 32usize..100, nonce in 16usize..50, text in 0usize..80,
        requests in prop::collection::vec((0usize..80, 0usize..1000, any::<bool>()), 1..6),
    ) {
        for tier in tiers() {
            at_most(tier, || {
                let random = &mut TestRandom::new(seed);
                let (entropy, nonce, text) = (drawn(random, entropy), drawn(random, nonce), drawn(random, text));
                let mut generator = CtrDrbg::new(&entropy, &nonce, &text).unwrap();
                let mut literal = Literal::instantiate(true, &entropy, &nonce, &text);
                for (additional, len, reseeds) in &requests {
                    let additional = drawn(random, *additional);
                    if *reseeds {
                        generator.reseed(&entropy, &additional).unwrap();
                        literal.reseed(&entropy, &additional);
                    }
                    let mut bytes = vec![0; *len];
                    generator.generate(&additional, &mut bytes).unwrap();
                    prop_assert_eq!(bytes, literal.generate(&additional, *len), "{}", tier);
                }
                Ok(())
            })?;
        }
    }

    #[test]
    fn without_df_it_is_the_standard(
        seed: u64, text in 0usize..=48,
        requests in prop::collection::vec((0usize..=48, 0usize..1000, any::<bool>()), 1..6),
    ) {
        for tier in tiers() {
            at_most(tier, || {
                let random = &mut TestRandom::new(seed);
                let (entropy, text) = (drawn(random, SEED_LEN).try_into().unwrap(), drawn(random, text));
                let mut generator = CtrDrbgWithoutDf::new(&entropy, &text).unwrap();
                let mut literal = Literal::instantiate(false, &entropy, &[], &text);
                for (additional, len, reseeds) in &requests {
                    let additional = drawn(random, *additional);
                    if *reseeds {
                        generator.reseed(&entropy, &additional).unwrap();
                        literal.reseed(&entropy, &additional);
                    }
                    let mut bytes = vec![0; *len];
                    generator.generate(&additional, &mut bytes).unwrap();
                    prop_assert_eq!(bytes, literal.generate(&additional, *len), "{}", tier);
                }
                Ok(())
            })?;
        }
    }
}

/// The greatest request, and what is drawn from a source: entropy and nonce, in this order.
#[test]
fn long_requests_and_sources() {
    for tier in tiers() {
        at_most(tier, || {
            let random = &mut TestRandom::new(1);
            let mut generator = CtrDrbg::from_source(b"text", random).unwrap();
            generator.reseed_from(b"more", random).unwrap();
            let mut again = TestRandom::new(1);
            let (seed, entropy) = (drawn(&mut again, 48), drawn(&mut again, 32));
            let mut literal = Literal::instantiate(true, &seed[..32], &seed[32..], b"text");
            literal.reseed(&entropy, b"more");
            let mut bytes = vec![0; 1 << 16];
            generator.generate(b"", &mut bytes).unwrap();
            assert!(bytes == literal.generate(b"", 1 << 16), "{tier}");
            generator.generate_with_prediction_resistance(b"x", &mut bytes[..77], random).unwrap();
            literal.reseed(&drawn(&mut again, 32), b"x");
            assert_eq!(bytes[..77], literal.generate(b"", 77), "{tier}");
        });
    }
}

/// It drives the generation of keys.
#[test]
fn keys_are_drawn_from_it() {
    let mut generator = CtrDrbg::new(&[1; 32], &[2; 16], b"").unwrap();
    let mut literal = Literal::instantiate(true, &[1; 32], &[2; 16], b"");
    let secret = x25519::SecretKey::generate(&mut generator).unwrap();
    assert_eq!(secret.to_bytes().declassify("test")[..], literal.generate(b"", 32));
}
