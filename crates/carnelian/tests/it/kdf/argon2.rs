//! Argon2 against two independent libraries, at every tier.

use crate::inputs::are_few_cases_wanted;
use crate::tiers::tiers;
use ::argon2::{self, Algorithm, AssociatedData, ParamsBuilder};
use base64ct::{Base64Unpadded, Encoding};
use carnelian::__internals::{TestRandom, at_most};
use carnelian::kdf::argon2::{Argon2, Limits, Params, PasswordHash, Variant, VerifyError, WorkArea};
use carnelian::random::Random;

const VARIANTS: [Variant; 3] = [Variant::D, Variant::I, Variant::Id];

fn random_bytes(random: &mut TestRandom, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    random.fill(&mut bytes).unwrap();
    bytes
}

/// Everything that goes into a tag.
struct Input {
    variant: Variant,
    params: Params,
    password: Vec<u8>,
    salt: Vec<u8>,
    secret: Vec<u8>,
    associated_data: Vec<u8>,
    tag_len: usize,
}

impl Input {
    /// By RustCrypto, in either version.
    fn by_rustcrypto(&self, version: argon2::Version) -> Vec<u8> {
        let algorithm = match self.variant {
            Variant::D => Algorithm::Argon2d,
            Variant::I => Algorithm::Argon2i,
            Variant::Id => Algorithm::Argon2id,
        };
        let (m, t, p) = (self.params.memory_kib(), self.params.passes(), self.params.lanes());
        let mut builder = ParamsBuilder::new();
        builder.m_cost(m).t_cost(t).p_cost(p).data(AssociatedData::new(&self.associated_data).unwrap());
        let params = builder.build().unwrap();
        let argon2 = argon2::Argon2::new_with_secret(&self.secret, algorithm, version, params).unwrap();
        let mut tag = vec![0; self.tag_len];
        argon2.hash_password_into(&self.password, &self.salt, &mut tag).unwrap();
        tag
    }

    /// By rust-argon2, which shares no code with RustCrypto's.
    fn by_rust_argon2(&self) -> Vec<u8> {
        let config = argon2_rust::Config {
            ad: &self.associated_data,
            hash_length: self.tag_len as u32,
            lanes: self.params.lanes(),
            mem_cost: self.params.memory_kib(),
            secret: &self.secret,
            time_cost: self.params.passes(),
            variant: match self.variant {
                Variant::D => argon2_rust::Variant::Argon2d,
                Variant::I => argon2_rust::Variant::Argon2i,
                Variant::Id => argon2_rust::Variant::Argon2id,
            },
            version: argon2_rust::Version::Version13,
            ..argon2_rust::Config::default()
        };
        argon2_rust::hash_raw(&self.password, &self.salt, &config).unwrap()
    }

    fn by_carnelian(&self) -> Vec<u8> {
        let mut tag = vec![0; self.tag_len];
        let argon2 = Argon2::new(self.variant, self.params);
        let argon2 = argon2.with_secret(&self.secret).with_associated_data(&self.associated_data);
        argon2.hash_into(&self.password, &self.salt, &mut tag).unwrap();
        tag
    }
}

/// Memory from the least to what has several blocks of addresses in a segment, lanes that a kernel fills side by side
/// and more, lengths of tags around those at which H' changes.
#[test]
fn tags_agree_over_many_parameters() {
    let random = &mut TestRandom::new(1);
    for number in 0..60 {
        let lanes = [1, 2, 3, 4, 5, 8, 11][number % 7];
        let least = 8 * lanes;
        let memory_kib =
            [least, least + 1, least + 4 * lanes, 100 + least, 700 + least][random.next_u64() as usize % 5];
        for variant in VARIANTS {
            let params = Params::new(memory_kib, [1, 2, 3, 5][number % 4], lanes).unwrap();
            let mut bytes = |least: usize, most: usize| {
                let len = least + random.next_u64() as usize % (most - least + 1);
                random_bytes(random, len)
            };
            let input = Input {
                variant,
                params,
                password: bytes(0, 200),
                salt: bytes(8, 48),
                secret: bytes(0, 32),
                associated_data: bytes(0, 32),
                tag_len: [4, 16, 32, 63, 64, 65, 95, 96, 97, 128, 129, 500][number % 12],
            };
            let expected = input.by_rustcrypto(argon2::Version::V0x13);
            // rust-argon2 takes words in the order of the machine's bytes.
            if cfg!(target_endian = "little") {
                assert_eq!(input.by_rust_argon2(), expected);
            }
            for tier in tiers() {
                let what = || format!("{tier}, {variant:?}, {params:?}, {} bytes", input.tag_len);
                assert_eq!(at_most(tier, || input.by_carnelian()), expected, "{}", what());
            }
        }
    }
}

/// Enough memory that references of all sizes occur.
#[test]
fn tags_agree_over_megabytes() {
    let megabytes: &[_] = &[(16 << 10, 2, 1), (8 << 10, 2, 4), (9001, 3, 6)];
    let in_emulator: &[_] = &[(2200, 3, 6)];
    for variant in VARIANTS {
        for &(memory_kib, passes, lanes) in if are_few_cases_wanted() { in_emulator } else { megabytes } {
            let input = Input {
                variant,
                params: Params::new(memory_kib, passes, lanes).unwrap(),
                password: b"password".to_vec(),
                salt: b"somesalt".to_vec(),
                secret: Vec::new(),
                associated_data: Vec::new(),
                tag_len: 32,
            };
            let expected = input.by_rustcrypto(argon2::Version::V0x13);
            for tier in tiers() {
                assert_eq!(at_most(tier, || input.by_carnelian()), expected, "{tier}, {variant:?}, {:?}", input.params);
            }
        }
    }
}

/// Strings of either version that RustCrypto's tags are put into.
#[test]
fn strings_of_both_versions_verify() {
    let random = &mut TestRandom::new(2);
    let base64 = |bytes: &[u8]| Base64Unpadded::encode_string(bytes);
    let limits = Limits { memory_kib: 200, passes: 3, lanes: 8 };
    for version in [argon2::Version::V0x10, argon2::Version::V0x13] {
        for number in 0..20 {
            let lanes = 1 + number % 4;
            let input = Input {
                variant: VARIANTS[number as usize % 3],
                params: Params::new(8 * lanes + 5 * number, 1 + number % 3, lanes).unwrap(),
                password: random_bytes(random, number as usize),
                salt: random_bytes(random, 8 + number as usize),
                secret: Vec::new(),
                associated_data: random_bytes(random, number as usize % 2 * 12),
                tag_len: 10 + number as usize,
            };
            let mut text = format!("${}", input.variant.name());
            if version == argon2::Version::V0x13 {
                text += "$v=19";
            } else if number % 2 == 0 {
                text += "$v=16";
            }
            let (m, t, p) = (input.params.memory_kib(), input.params.passes(), input.params.lanes());
            text += &format!("$m={m},t={t},p={p}");
            if !input.associated_data.is_empty() {
                text += &format!(",data={}", base64(&input.associated_data));
            }
            text += &format!("${}${}", base64(&input.salt), base64(&input.by_rustcrypto(version)));
            let hash = PasswordHash::parse(&text, &limits).unwrap();
            for tier in tiers() {
                at_most(tier, || {
                    assert_eq!(hash.verify(&input.password), Ok(()), "{text} at {tier}");
                    assert_eq!(hash.verify(b"another"), Err(VerifyError::WrongPassword), "{text} at {tier}");
                });
            }
        }
    }
}

/// A work area serves calls with other parameters, one after the other.
#[test]
fn a_work_area_serves_many_calls() {
    let mut area = WorkArea::new(&Params::new(500, 1, 1).unwrap()).unwrap();
    for (memory_kib, lanes) in [(500, 1), (8, 1), (100, 3), (499, 7), (32, 4)] {
        let argon2 = Argon2::id(Params::new(memory_kib, 2, lanes).unwrap());
        let (mut expected, mut tag) = ([0; 32], [0; 32]);
        argon2.hash_into(b"password", b"somesalt", &mut expected).unwrap();
        argon2.hash_in(&mut area, b"password", b"somesalt", &mut tag).unwrap();
        assert_eq!(tag, expected, "{memory_kib} KiB, {lanes} lanes");
    }
}
