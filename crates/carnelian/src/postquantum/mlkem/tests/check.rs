//! Expanded keys with parts that no generated key has, at every tier.

use crate::hash::Sha3_256;
use crate::hash::keccak::beside::Passenger;
use crate::postquantum::arrays::Array as _;
use crate::postquantum::mlkem::ring::{Backend, Factor, N, NttPoly, Poly};
use crate::postquantum::mlkem::sampling::{self, Order};
use crate::postquantum::mlkem::{
    DecapsulationKey, DecapsulationKeyError, EncapsulationKey, MlKem512, MlKem768, MlKem1024, Parameters,
};
use std::vec::Vec;

fn key<P: Parameters>(seed: u8) -> DecapsulationKey<P> {
    DecapsulationKey::from_seed(&[seed; 64])
}

/// Returns the error of bytes that hold the hash of their encapsulation key.
fn error_of<P: Parameters>(bytes: &[u8]) -> Option<DecapsulationKeyError> {
    let mut bytes = bytes.to_vec();
    let (ek, hash) = (384 * P::K..768 * P::K + 32, 768 * P::K + 32..768 * P::K + 64);
    let h = Sha3_256::digest(&bytes[ek]);
    bytes[hash].copy_from_slice(&h);
    DecapsulationKey::<P>::from_expanded_slice(&bytes).err()
}

/// Sets a coefficient of ŝ ‖ t̂ to what `change` returns for it.
fn changed(bytes: &[u8], index: usize, change: impl FnOnce(u16) -> u16) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let [a, b, c] = &mut bytes.as_chunks_mut().0[index / 2];
    let mut pair = [u16::from(*a) | u16::from(*b & 15) << 8, u16::from(*b >> 4) | u16::from(*c) << 4];
    pair[index % 2] = change(pair[index % 2]);
    [*a, *b, *c] = [pair[0] as u8, (pair[0] >> 8) as u8 | (pair[1] as u8) << 4, (pair[1] >> 4) as u8];
    bytes
}

fn coefficients<P: Parameters>() {
    let bytes = key::<P>(1);
    let bytes = bytes.as_expanded_bytes().expose().as_ref();
    assert_eq!(error_of::<P>(bytes), None);
    for index in (0..2 * P::K * N).step_by(5) {
        let error = |change: fn(u16) -> u16| error_of::<P>(&changed(bytes, index, change));
        assert_eq!(error(|f| f), None, "{index}");
        assert_eq!(error(|_| 3329), Some(DecapsulationKeyError::Modulus), "{index}");
        assert_eq!(error(|_| 4095), Some(DecapsulationKeyError::Modulus), "{index}");
        assert_eq!(error(|f| (f + 1) % 3329), Some(DecapsulationKeyError::Inconsistent), "{index}");
        assert_eq!(error(|f| (f + 3328) % 3329), Some(DecapsulationKeyError::Inconsistent), "{index}");
    }
}

/// Every coefficient of both vectors is checked, to the greatest value that it may have.
#[test]
fn changed_coefficients() {
    Backend::with_every(|_| {
        coefficients::<MlKem512>();
        coefficients::<MlKem768>();
        coefficients::<MlKem1024>();
    });
}

fn halves<P: Parameters>() {
    let (one, other) = (key::<P>(1), key::<P>(2));
    let (one, other) = (one.as_expanded_bytes().expose().as_ref(), other.as_expanded_bytes().expose().as_ref());
    let (vector, seed) = (384 * P::K, 768 * P::K);
    for parts in [[&one[..vector], &other[vector..]], [&one[..seed], &other[seed..]]] {
        assert_eq!(error_of::<P>(&parts.concat()), Some(DecapsulationKeyError::Inconsistent));
    }
}

#[test]
fn halves_of_two_keys() {
    Backend::with_every(|_| {
        halves::<MlKem512>();
        halves::<MlKem768>();
        halves::<MlKem1024>();
    });
}

/// Returns the expanded key of these s and e.
fn expanded<P: Parameters>(s: &[Poly], e: &[Poly]) -> Vec<u8> {
    let (backend, rho) = (Backend::choose(), [3; 32]);
    let mut a_hat = P::Matrix::<NttPoly>::ZEROED;
    sampling::matrix_beside::<P>(&rho, &mut Passenger::none(), Order::Rows, a_hat.as_mut());
    let mut s_hat = P::Vector::<NttPoly>::ZEROED;
    let mut t_hat = P::Vector::<NttPoly>::ZEROED;
    let mut factors = P::Vector::<Factor>::ZEROED;
    backend.ntt(s, s_hat.as_mut());
    backend.factors(s_hat.as_ref(), factors.as_mut());
    backend.ntt(e, t_hat.as_mut());
    backend.multiply_add(a_hat.as_ref(), factors.as_ref(), t_hat.as_mut());
    backend.reduce(s_hat.as_mut());
    let mut bytes = std::vec![0; P::DECAPSULATION_KEY_LEN];
    let (vectors, rest) = bytes.split_at_mut(768 * P::K);
    backend.encode(s_hat.as_ref(), &mut vectors[..384 * P::K]);
    backend.encode(t_hat.as_ref(), &mut vectors[384 * P::K..]);
    rest[..32].copy_from_slice(&rho);
    bytes
}

fn ranges<P: Parameters>() {
    let eta = P::ETA1 as i16;
    let error = |in_s: bool, index: usize, value: i16| {
        let mut vectors = [P::Vector::<Poly>::ZEROED, P::Vector::<Poly>::ZEROED];
        vectors[usize::from(!in_s)].as_mut()[index / N].0[index % N] = value;
        error_of::<P>(&expanded::<P>(vectors[0].as_ref(), vectors[1].as_ref()))
    };
    for in_s in [true, false] {
        for index in (0..P::K * N).step_by(19).chain([P::K * N - 1]) {
            for value in [-eta, -1, 0, 1, eta] {
                assert_eq!(error(in_s, index, value), None, "{in_s} {index} {value}");
            }
            for value in [-1664, -eta - 1, eta + 1, 1664] {
                let expected = Some(DecapsulationKeyError::Inconsistent);
                assert_eq!(error(in_s, index, value), expected, "{in_s} {index} {value}");
            }
        }
    }
}

/// The coefficients of s and of e are from -η₁ to η₁.
#[test]
fn ranges_of_the_vectors() {
    Backend::with_every(|_| {
        ranges::<MlKem512>();
        ranges::<MlKem768>();
        ranges::<MlKem1024>();
    });
}

/// Generated keys are read again, and [`EncapsulationKey::from_slice`] returns their encapsulation keys.
#[test]
fn generated_keys_are_read() {
    fn check<P: Parameters>(seed: u8) {
        let bytes = *key::<P>(seed).as_expanded_bytes().expose();
        let read = DecapsulationKey::<P>::from_expanded_slice(bytes.as_ref()).unwrap();
        assert_eq!(EncapsulationKey::from_slice(read.encapsulation_key().as_ref()), Ok(read.encapsulation_key()));
    }
    for seed in 0..=255 {
        check::<MlKem512>(seed);
        check::<MlKem768>(seed);
        check::<MlKem1024>(seed);
    }
}
