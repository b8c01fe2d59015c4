//! AES, its counter mode and the generator CTR_DRBG, with secret keys, data and seeds.
//!
//! These functions are generic, so the compiler would inline them into the operations. Called through opaque pointers,
//! they remain functions of the library, which the scan identifies by name.

use crate::check::Check;
use crate::op::Operation;
use carnelian::cipher::aes::{Aes128, Aes192, Aes256, DecryptionKey, EncryptionKey, Parameters, backend};
use carnelian::cipher::aes_ctr::{Aes256Ctr, AesCtr, ApplyError, EndOfKeystream};
use carnelian::cipher::ctr_drbg::{CtrDrbg, CtrDrbgOf, CtrDrbgWithoutDf, Derivation, GenerateError};
use carnelian::cpu::Tier;
use carnelian::random::{Random, RandomError};
use carnelian::secret::Secret;
use std::hint::black_box;

/// The tiers at which AES, and so everything made from it, has a backend of its own.
pub(in crate::op) const TIERS: &[Tier] = &[Tier::Portable32, Tier::Portable64, Tier::Sse, Tier::Avx2, Tier::Avx512];

pub(super) const OPERATIONS: &[Operation] = &[
    Operation { name: "aes/encrypt-128", tiers: TIERS, backend, run: encrypt::<Aes128> },
    Operation { name: "aes/encrypt-192", tiers: TIERS, backend, run: encrypt::<Aes192> },
    Operation { name: "aes/encrypt-256", tiers: TIERS, backend, run: encrypt::<Aes256> },
    Operation { name: "aes/decrypt-128", tiers: TIERS, backend, run: decrypt::<Aes128> },
    Operation { name: "aes/decrypt-192", tiers: TIERS, backend, run: decrypt::<Aes192> },
    Operation { name: "aes/decrypt-256", tiers: TIERS, backend, run: decrypt::<Aes256> },
    Operation { name: "aes-ctr/apply-128", tiers: TIERS, backend, run: apply::<Aes128> },
    Operation { name: "aes-ctr/apply-192", tiers: TIERS, backend, run: apply::<Aes192> },
    Operation { name: "aes-ctr/apply-256", tiers: TIERS, backend, run: apply::<Aes256> },
    Operation { name: "aes-ctr/seek", tiers: TIERS, backend, run: seek },
    Operation { name: "aes-ctr/restart", tiers: TIERS, backend, run: restart },
    Operation { name: "ctr-drbg/with-df", tiers: TIERS, backend, run: with_df },
    Operation { name: "ctr-drbg/without-df", tiers: TIERS, backend, run: without_df },
    Operation { name: "ctr-drbg/from-source", tiers: TIERS, backend, run: from_source },
];

fn key_bytes<A: Parameters>(check: &mut Check) -> Secret<A::Key> {
    let bytes = check.bytes(A::KEY_LEN);
    Secret::new(A::Key::try_from(&bytes.expose()[..]).expect("as many bytes as a key has"))
}

fn encrypt<A: Parameters>(check: &mut Check) {
    let new: fn(&A::Key) -> EncryptionKey<A> = EncryptionKey::new;
    let encrypt: fn(&EncryptionKey<A>, &mut [[u8; 16]]) = EncryptionKey::encrypt_blocks;
    let key = black_box(new)(key_bytes::<A>(check).expose());
    for blocks in [1, 2, 3, 5, 8, 30, 100] {
        let mut data: Vec<[u8; 16]> = (0..blocks).map(|_| *check.array().expose()).collect();
        black_box(encrypt)(&key, &mut data);
        check.secret_result(data.as_flattened());
    }
    let mut block = *check.array().expose();
    key.encrypt_block(&mut block);
    check.secret_result(&block);
    EncryptionKey::<A>::boxed(key_bytes::<A>(check).expose()).encrypt_block(&mut block);
    check.secret_result(&block);
}

fn decrypt<A: Parameters>(check: &mut Check) {
    let new: fn(&A::Key) -> DecryptionKey<A> = DecryptionKey::new;
    let decrypt: fn(&DecryptionKey<A>, &mut [[u8; 16]]) = DecryptionKey::decrypt_blocks;
    let key = black_box(new)(key_bytes::<A>(check).expose());
    for blocks in [1, 2, 3, 5, 8, 30, 100] {
        let mut data: Vec<[u8; 16]> = (0..blocks).map(|_| *check.array().expose()).collect();
        black_box(decrypt)(&key, &mut data);
        check.secret_result(data.as_flattened());
    }
    let mut block = *check.array().expose();
    key.decrypt_block(&mut block);
    check.secret_result(&block);
    DecryptionKey::<A>::boxed(key_bytes::<A>(check).expose()).decrypt_block(&mut block);
    check.secret_result(&block);
}

type ApplyTo<A> = fn(&mut AesCtr<A>, &[u8], &mut [u8]) -> Result<(), ApplyError>;

/// The counter, which is public, wraps in its lower half during the run.
fn apply<A: Parameters>(check: &mut Check) {
    let new: fn(&A::Key, &[u8; 16]) -> AesCtr<A> = AesCtr::new;
    let apply: ApplyTo<A> = AesCtr::apply_to;
    for len in [1, 8, 15, 16, 31, 33, 64, 100, 128, 250, 256, 512, 1000, 3000] {
        let (key, data) = (key_bytes::<A>(check), check.bytes(len));
        let mut output = vec![0; len];
        let mut cipher = black_box(new)(key.expose(), &(u128::from(u64::MAX) - 20).to_be_bytes());
        black_box(apply)(&mut cipher, data.expose(), &mut output).expect("equal lengths");
        check.secret_result(&output);
    }
    let mut data = check.bytes(100).expose().clone();
    let mut cipher = AesCtr::<A>::boxed(key_bytes::<A>(check).expose(), &[7; 16]);
    cipher.apply(&mut data).expect("before the end");
    check.secret_result(&data);
}

fn seek(check: &mut Check) {
    let apply: fn(&mut Aes256Ctr, &mut [u8]) -> Result<(), EndOfKeystream> = Aes256Ctr::apply;
    let mut cipher = Aes256Ctr::new(check.array().expose(), &[7; 16]);
    for (position, len) in [(3, 5), (1000, 200), (70, 1), (71, 70)] {
        let mut data = check.bytes(len).expose().clone();
        cipher.seek(position).expect("before the end");
        black_box(apply)(&mut cipher, &mut data).expect("before the end");
        check.secret_result(&data);
    }
}

/// Restarts after a partially used block.
fn restart(check: &mut Check) {
    let apply: fn(&mut Aes256Ctr, &mut [u8]) -> Result<(), EndOfKeystream> = Aes256Ctr::apply;
    let restart: fn(&mut Aes256Ctr, &[u8; 16]) = Aes256Ctr::restart;
    let mut cipher = Aes256Ctr::new(check.array().expose(), &[7; 16]);
    for (counter, len) in [(8, 5), (9, 200), (7, 1), (8, 70)] {
        let mut data = check.bytes(len).expose().clone();
        black_box(restart)(&mut cipher, &[counter; 16]);
        black_box(apply)(&mut cipher, &mut data).expect("before the end");
        check.secret_result(&data);
    }
}

type Generate<D> = fn(&mut CtrDrbgOf<D>, &[u8], &mut [u8]) -> Result<(), GenerateError>;

/// Generates without and with additional input, in lengths that end within a block.
fn generate<D: Derivation>(check: &mut Check, generator: &mut CtrDrbgOf<D>) {
    let generate: Generate<D> = CtrDrbgOf::generate;
    for (additional, len) in [(0, 64), (20, 100), (40, 5000)] {
        let additional = check.bytes(additional);
        let mut out = vec![0; len];
        black_box(generate)(generator, additional.expose(), &mut out).expect("short enough");
        check.secret_result(&out);
    }
}

fn with_df(check: &mut Check) {
    let (entropy, nonce, text) = (check.bytes(40), check.bytes(16), check.bytes(21));
    let mut generator = CtrDrbg::new(entropy.expose(), nonce.expose(), text.expose()).expect("of these lengths");
    generate(check, &mut generator);
    generator.reseed(check.bytes(32).expose(), check.bytes(3).expose()).expect("of these lengths");
    generate(check, &mut generator);
}

fn without_df(check: &mut Check) {
    let (entropy, text) = (check.array(), check.bytes(21));
    let mut generator = CtrDrbgWithoutDf::new(entropy.expose(), text.expose()).expect("of this length");
    generate(check, &mut generator);
    generator.reseed(check.array().expose(), check.bytes(3).expose()).expect("of this length");
    generate(check, &mut generator);
}

/// A source of secret bytes.
struct Source<'c>(&'c mut Check);

impl Random for Source<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        out.copy_from_slice(self.0.bytes(out.len()).expose());
        Ok(())
    }
}

fn from_source(check: &mut Check) {
    let mut generator = CtrDrbg::from_source(b"public", &mut Source(check)).expect("the source delivers");
    let mut out = [0; 100];
    let resistant = generator.generate_with_prediction_resistance(b"public", &mut out, &mut Source(check));
    resistant.expect("the source delivers");
    check.secret_result(&out);
    generator.reseed_from(b"public", &mut Source(check)).expect("the source delivers");
    generator.fill(&mut out).expect("the seed is new");
    check.secret_result(&out);
}
