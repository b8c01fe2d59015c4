//! Key encapsulation: ML-KEM-768 and X-Wing.

use crate::random::{self, Source};
use carnelian::composite::xwing;
use carnelian::postquantum::mlkem::{self, MlKem768};
use carnelian::random::{Random, RandomError};
use carnelian::secret::Secret;
use carnelian_ffi::{Caller, wiping_stack};
use core::ffi::c_int;

/// Random bytes that C provides, for tests.
struct Given<'c>(&'c [u8]);

impl Random for Given<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        let (start, rest) = self.0.split_at_checked(out.len()).ok_or(RandomError)?;
        out.copy_from_slice(start);
        self.0 = rest;
        Ok(())
    }
}

/// A scheme, and the numbers of bytes of what it works on.
trait Kem {
    const SEED: usize;
    const PUBLIC: usize;
    const SECRET: usize;
    const CIPHERTEXT: usize;
    /// Random bytes of an encapsulation.
    const NOISE: usize;

    /// Returns the public and the secret key of a seed.
    fn keys(seed: &[u8]) -> Option<(Vec<u8>, Secret<Vec<u8>>)>;

    /// Returns a ciphertext, and the secret that it holds.
    fn encapsulate(public: &[u8], random: &mut impl Random) -> Option<(Vec<u8>, Secret<[u8; SHARED]>)>;

    /// Returns the secret that a ciphertext holds.
    fn decapsulate(secret: &[u8], ciphertext: &[u8]) -> Option<Secret<[u8; SHARED]>>;
}

/// Bytes of stack that these functions may use above the kernels, which wipe their own.
const STACK: usize = 16384;

/// Bytes of a shared secret.
const SHARED: usize = 32;

impl Kem for MlKem768 {
    const SEED: usize = 64;
    const PUBLIC: usize = 1184;
    const SECRET: usize = 2400;
    const CIPHERTEXT: usize = 1088;
    const NOISE: usize = 32;

    fn keys(seed: &[u8]) -> Option<(Vec<u8>, Secret<Vec<u8>>)> {
        let key = mlkem::DecapsulationKey::<Self>::from_seed(seed.try_into().ok()?);
        Some((key.encapsulation_key().to_bytes().to_vec(), Secret::new(key.as_expanded_bytes().expose().to_vec())))
    }

    fn encapsulate(public: &[u8], random: &mut impl Random) -> Option<(Vec<u8>, Secret<[u8; SHARED]>)> {
        let key = mlkem::EncapsulationKey::<Self>::from_slice(public).ok()?;
        let (ciphertext, secret) = key.encapsulate(random).ok()?;
        Some((ciphertext.to_bytes().to_vec(), Secret::new(*secret.expose())))
    }

    fn decapsulate(secret: &[u8], ciphertext: &[u8]) -> Option<Secret<[u8; SHARED]>> {
        let key = mlkem::DecapsulationKey::<Self>::from_expanded_slice(secret).ok()?;
        Some(Secret::new(*key.decapsulate(&mlkem::Ciphertext::from_slice(ciphertext).ok()?).expose()))
    }
}

/// X-Wing. Its secret keys are seeds.
enum XWing {}

impl Kem for XWing {
    const SEED: usize = xwing::DecapsulationKey::LEN;
    const PUBLIC: usize = xwing::EncapsulationKey::LEN;
    const SECRET: usize = xwing::DecapsulationKey::LEN;
    const CIPHERTEXT: usize = xwing::Ciphertext::LEN;
    const NOISE: usize = 64;

    fn keys(seed: &[u8]) -> Option<(Vec<u8>, Secret<Vec<u8>>)> {
        let key = xwing::DecapsulationKey::from_bytes(seed.try_into().ok()?);
        Some((key.encapsulation_key().to_bytes().to_vec(), Secret::new(seed.to_vec())))
    }

    fn encapsulate(public: &[u8], random: &mut impl Random) -> Option<(Vec<u8>, Secret<[u8; SHARED]>)> {
        let key = xwing::EncapsulationKey::from_bytes(public).ok()?;
        let (ciphertext, secret) = key.encapsulate(random).ok()?;
        Some((ciphertext.to_bytes().to_vec(), Secret::new(*secret.expose())))
    }

    fn decapsulate(secret: &[u8], ciphertext: &[u8]) -> Option<Secret<[u8; SHARED]>> {
        let key = xwing::DecapsulationKey::from_bytes(secret.try_into().ok()?);
        Some(Secret::new(*key.decapsulate(&xwing::Ciphertext::from_bytes(ciphertext).ok()?).expose()))
    }
}

fn seed_keypair<K: Kem>(caller: &Caller, pk: *mut u8, sk: *mut u8, seed: *const u8) -> Option<()> {
    let (public, secret) = K::keys(caller.bytes(seed, K::SEED).ok()?)?;
    caller.output(sk, K::SECRET).ok()?.copy_from_slice(secret.expose());
    caller.output(pk, K::PUBLIC).ok()?.copy_from_slice(&public);
    Some(())
}

fn keypair<K: Kem>(caller: &Caller, pk: *mut u8, sk: *mut u8) -> Option<()> {
    // The longest seed.
    seed_keypair::<K>(caller, pk, sk, random::secret::<64>().expose().as_ptr())
}

/// Writes a ciphertext and the secret that it holds; zeros if the public key is none.
fn encapsulated<K: Kem>(
    caller: &Caller,
    ct: *mut u8,
    ss: *mut u8,
    pk: *const u8,
    random: &mut impl Random,
) -> Option<()> {
    let encapsulated = K::encapsulate(caller.bytes(pk, K::PUBLIC).ok()?, random);
    let (ciphertext, secret) = (caller.output(ct, K::CIPHERTEXT).ok()?, caller.output(ss, SHARED).ok()?);
    match &encapsulated {
        Some((found, shared)) => {
            ciphertext.copy_from_slice(found);
            secret.copy_from_slice(shared.expose());
        }
        None => {
            ciphertext.fill(0);
            secret.fill(0);
        }
    }
    encapsulated.map(|_| ())
}

fn enc<K: Kem>(caller: &Caller, ct: *mut u8, ss: *mut u8, pk: *const u8) -> Option<()> {
    wiping_stack::<STACK, _>(|| encapsulated::<K>(caller, ct, ss, pk, &mut Source))
}

fn enc_given<K: Kem>(caller: &Caller, ct: *mut u8, ss: *mut u8, pk: *const u8, noise: *const u8) -> Option<()> {
    let mut given = Given(caller.bytes(noise, K::NOISE).ok()?);
    wiping_stack::<STACK, _>(|| encapsulated::<K>(caller, ct, ss, pk, &mut given))
}

fn dec<K: Kem>(caller: &Caller, ss: *mut u8, ct: *const u8, sk: *const u8) -> Option<()> {
    let inputs = (caller.bytes(sk, K::SECRET).ok()?, caller.bytes(ct, K::CIPHERTEXT).ok()?);
    wiping_stack::<STACK, _>(|| match K::decapsulate(inputs.0, inputs.1) {
        Some(secret) => caller.write(ss, secret.expose()).ok(),
        None => caller.write(ss, &[0; SHARED]).ok().and(None),
    })
}

exports! {
    crypto_kem_mlkem768_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8)
        -> c_int = seed_keypair::<MlKem768>;
    crypto_kem_mlkem768_keypair(pk: *mut u8, sk: *mut u8) -> c_int = keypair::<MlKem768>;
    crypto_kem_mlkem768_enc(ct: *mut u8, ss: *mut u8, pk: *const u8) -> c_int = enc::<MlKem768>;
    crypto_kem_mlkem768_enc_deterministic(ct: *mut u8, ss: *mut u8, pk: *const u8, seed: *const u8)
        -> c_int = enc_given::<MlKem768>;
    crypto_kem_mlkem768_dec(ss: *mut u8, ct: *const u8, sk: *const u8) -> c_int = dec::<MlKem768>;
    crypto_kem_seed_keypair crypto_kem_xwing_seed_keypair(pk: *mut u8, sk: *mut u8, seed: *const u8)
        -> c_int = seed_keypair::<XWing>;
    crypto_kem_keypair crypto_kem_xwing_keypair(pk: *mut u8, sk: *mut u8) -> c_int = keypair::<XWing>;
    crypto_kem_enc crypto_kem_xwing_enc(ct: *mut u8, ss: *mut u8, pk: *const u8)
        -> c_int = enc::<XWing>;
    crypto_kem_xwing_enc_deterministic(ct: *mut u8, ss: *mut u8, pk: *const u8, seed: *const u8)
        -> c_int = enc_given::<XWing>;
    crypto_kem_dec crypto_kem_xwing_dec(ss: *mut u8, ct: *const u8, sk: *const u8)
        -> c_int = dec::<XWing>;
}
