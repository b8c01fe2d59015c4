//! Bits that change in what keys keep: no signature is released then.

use crate::base::cpu::forced;
use crate::base::random::TestRandom;
use crate::base::secret::{Confidential, Secret};
use crate::error::FaultError;
use crate::hash::Sha512;
use crate::postquantum::mldsa::intact::checksum_of;
use crate::postquantum::mldsa::parameters::Parameters;
use crate::postquantum::mldsa::private::Private;
use crate::postquantum::mldsa::ring::polynomial::{N, NttPoly};
use crate::postquantum::mldsa::sign::{MOST_ATTEMPTS, sign_internal};
use crate::postquantum::mldsa::{
    Context, MlDsa44, MlDsa65, MlDsa87, Mu, Prehash, PreparedSigningKey, SignError, SigningKey, Verified, VerifyingKey,
    sign_batch,
};
use std::collections::HashSet;
use std::vec::Vec;

/// The bits of a coefficient that change here. With a higher one, a product exceeds what the kernels are given otherwise,
/// which builds with debug assertions report themselves.
const BITS: usize = 23;

/// Generates a function that signs in every way, and returns the results.
macro_rules! all_ways {
    ($name:ident: $Key:ident) => {
        fn $name<P: Parameters>(key: &$Key<P>) -> Vec<Result<(), SignError>> {
            let (random, context, mu) = (&mut TestRandom::new(1), Context::EMPTY, Mu::from_bytes(&[7; 64]));
            let prehash = Prehash::of::<Sha512>(b"m");
            Vec::from([
                key.sign(b"m", random).map(drop),
                key.sign_ctx(context, b"m", random).map(drop),
                key.sign_deterministic(b"m").map(drop),
                key.sign_deterministic_ctx(context, b"m").map(drop),
                key.sign_mu(&mu, random).map(drop),
                key.sign_mu_deterministic(&mu).map(drop),
                key.sign_prehash(context, &prehash, random).map(drop),
                key.sign_prehash_deterministic(context, &prehash).map(drop),
            ])
        }
    };
}
all_ways!(by_key: SigningKey);
all_ways!(by_prepared: PreparedSigningKey);
all_ways!(verified: Verified);

/// Checks that no call returns a signature.
fn all_refuse(results: &[Result<(), SignError>], what: &str) {
    assert!(results.iter().all(|result| *result == Err(SignError::Fault)), "{what}: {results:?}");
}

/// Checks that nothing signs with this key: by each function for the bit 0, by one for the others, as it takes long.
fn key_refuses<P: Parameters>(key: &SigningKey<P>, what: &str, bit: usize) {
    if bit > 0 {
        return all_refuse(&[key.sign_deterministic(b"m").map(drop)], what);
    }
    all_refuse(&by_key(key), what);
    all_refuse(&verified(&key.verified()), what);
    let random = &mut TestRandom::new(1);
    assert_eq!(sign_batch(key, Context::EMPTY, &[b"1", b"2"], random).unwrap_err(), SignError::Fault);
    let batch = key.verified().sign_batch(Context::EMPTY, &[b"1", b"2"], random);
    assert_eq!(batch.unwrap_err(), SignError::Fault);
    assert_eq!(key.check_pair(), Err(FaultError), "{what}");
}

fn key_signs<P: Parameters>(key: &SigningKey<P>) {
    let all = [by_key(key), verified(&key.verified())].concat();
    assert!(all.iter().all(Result::is_ok), "{all:?}");
    let random = &mut TestRandom::new(1);
    key.verified().sign_batch(Context::EMPTY, &[b"1", b"2"], random).unwrap();
    assert_eq!(key.check_pair(), Ok(()));
}

/// Flips a bit of each power in turn, from the first polynomial to the last.
fn flips_secret<P: Parameters, T: Confidential + AsMut<[NttPoly]>>(
    key: &mut SigningKey<P>,
    of: fn(&mut Private<P>) -> &mut Secret<T>,
    what: &str,
) {
    for bit in (0..BITS).step_by(7) {
        let flip = |polys: &mut T| {
            let polys = polys.as_mut();
            let last = polys.len() - 1;
            polys[bit * last / (BITS - 1)].0[bit * (N - 1) / (BITS - 1)] ^= 1 << bit;
        };
        of(&mut key.private).write(flip);
        key_refuses(key, what, bit);
        of(&mut key.private).write(flip);
    }
}

fn keeps<P: Parameters>() {
    let mut key = SigningKey::<P>::from_seed(&[9; 32]);
    key_signs(&key);
    flips_secret(&mut key, |private| &mut private.s1_hat, "s1");
    flips_secret(&mut key, |private| &mut private.s2_hat, "s2");
    flips_secret(&mut key, |private| &mut private.t0_hat, "t0");
    for bit in (0..256).step_by(45) {
        let flip = |k: &mut [u8; 32]| k[bit / 8] ^= 1 << (bit % 8);
        key.private.k.write(flip);
        key_refuses(&key, "K", bit);
        key.private.k.write(flip);
        // ρ, from which Â comes, and tr.
        let public = key.verifying_key;
        let (mut bytes, mut tr) = (public.to_bytes(), public.tr());
        bytes.as_mut()[bit / 8] ^= 1 << (bit % 8);
        key.verifying_key = VerifyingKey::with_tr(&bytes, tr);
        key_refuses(&key, "rho", bit);
        tr[bit / 4] ^= 1 << (bit % 8);
        key.verifying_key = VerifyingKey::with_tr(public.as_bytes(), tr);
        key_refuses(&key, "tr", bit);
        key.verifying_key = public;
    }
    key_signs(&key);
    let bytes = key.to_expanded_bytes();
    let mut prepared = SigningKey::<P>::from_expanded_bytes(bytes.expose()).unwrap().prepare();
    assert!([by_prepared(&prepared), verified(&prepared.verified())].concat().iter().all(Result::is_ok));
    for bit in (0..BITS).step_by(3) {
        let flip = |polys: &mut [NttPoly]| {
            let last = polys.len() - 1;
            polys[bit * last / (BITS - 1)].0[bit * (N - 1) / (BITS - 1)] ^= 1 << bit;
        };
        flip((*prepared.a_hat).as_mut());
        if bit == 0 {
            all_refuse(&by_prepared(&prepared), "the matrix");
            all_refuse(&verified(&prepared.verified()), "the matrix");
            assert_eq!(prepared.check_pair(), Err(FaultError));
        }
        all_refuse(&[prepared.sign_deterministic(b"m").map(drop)], "the matrix");
        flip((*prepared.a_hat).as_mut());
    }
    assert_eq!(prepared.check_pair(), Ok(()));
}

#[test]
fn of_kept_memory() {
    keeps::<MlDsa44>();
    keeps::<MlDsa65>();
    keeps::<MlDsa87>();
}

/// Without the check, the signature by a matrix with another bit is returned, and the difference to the right one reveals
/// s₁; with it, nothing is.
#[test]
fn without_the_check_a_faulty_signature_leaves() {
    let mut prepared = SigningKey::<MlDsa44>::from_seed(&[3; 32]).prepare();
    let mu = Mu::from_bytes(&[1; 64]);
    (*prepared.a_hat)[5].0[77] ^= 1;
    let key = prepared.signing_key();
    let faulty = sign_internal(&key.private, &prepared.a_hat, mu.as_bytes(), &[0; 32], MOST_ATTEMPTS, || true).unwrap();
    assert!(key.verifying_key().verify_mu(&mu, &faulty).is_err());
    assert_eq!(prepared.sign_mu_deterministic(&mu), Err(SignError::Fault));
    #[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
    {
        let stack = crate::base::testing::stack_left_by(&mut || {
            assert_eq!(prepared.sign_mu_deterministic(&mu), Err(SignError::Fault));
        });
        // z, from which s₁ would follow; before it is c̃, a hash value.
        let parts: HashSet<_> = faulty.as_ref()[32..].chunks_exact(16).collect();
        let left = stack.windows(16).filter(|window| parts.contains(window)).count();
        assert_eq!(left, 0, "parts of a faulty signature are left on the stack");
    }
}

/// All bits of a matrix, at every tier, and some pairs of bits.
#[test]
fn the_checksum_sees_every_bit() {
    let mut prepared = SigningKey::<MlDsa44>::from_seed(&[4; 32]).prepare();
    let a_hat = &mut prepared.a_hat[..2];
    let mut expected = None;
    for tier in forced::tiers() {
        forced::at_most(tier, || {
            let sum = checksum_of(a_hat);
            assert_eq!(*expected.get_or_insert(sum), sum, "{tier}");
            let mut seen = HashSet::from([sum]);
            for bit in 0..a_hat.len() * N * 32 {
                let place = (bit / 32 / N, bit / 32 % N);
                a_hat[place.0].0[place.1] ^= 1 << (bit % 32);
                assert!(seen.insert(checksum_of(a_hat)), "bit {bit} at {tier}");
                // The same bit of the word that the same sum absorbs next, and another one there.
                for other in [bit % 32, (bit + 16) % 32, (bit + 5) % 32] {
                    let next = (place.0, (place.1 + 64) % N);
                    a_hat[next.0].0[next.1] ^= 1 << other;
                    assert_ne!(checksum_of(a_hat), sum, "bits {bit} and {other} at {tier}");
                    a_hat[next.0].0[next.1] ^= 1 << other;
                }
                a_hat[place.0].0[place.1] ^= 1 << (bit % 32);
            }
        });
    }
}
