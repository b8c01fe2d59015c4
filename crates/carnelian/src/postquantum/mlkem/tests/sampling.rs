//! Rejection sampling and expansion of seeds against Algorithm 7 and PRF written out.

use crate::base::random::{Random as _, TestRandom};
use crate::hash::keccak::beside::{Function, Passenger};
use crate::hash::{Sha3_256, Shake128, Shake256};
use crate::postquantum::arrays::{Array as _, Bytes as _};
use crate::postquantum::mlkem::parameters::{MlKem512, MlKem768, MlKem1024, Parameters};
use crate::postquantum::mlkem::ring::Backend;
use crate::postquantum::mlkem::ring::{N, NttPoly, Q, Rejection};
use crate::postquantum::mlkem::sampling::{self, Order};
use std::vec::Vec;

/// Algorithm 7, steps 4 to 16, from a stream of bytes.
fn textbook(mut triple: impl FnMut() -> [u8; 3]) -> [i16; N] {
    let (mut a, mut j) = ([0; N], 0);
    while j < N {
        let [c0, c1, c2] = triple().map(i16::from);
        for d in [c0 + 256 * (c1 % 16), c1 / 16 + 16 * c2] {
            if d < Q && j < N {
                a[j] = d;
                j += 1;
            }
        }
    }
    a
}

/// Candidates that are mostly too great, so that a polynomial takes many blocks, and others.
#[test]
fn rejection_of_planted_candidates() {
    let mut random = TestRandom::new(11);
    Rejection::with_every(|rejection| {
        for rejected in [0, 1, 20, 50, 90, 99] {
            let mut bytes = std::vec![0; 168 * 400];
            random.fill(&mut bytes).unwrap();
            for triple in bytes.as_chunks_mut::<3>().0 {
                for shift in [0, 12] {
                    if random.next_u64() % 100 < rejected {
                        let great = 3329 + (random.next_u64() % 767) as u32;
                        let word = u32::from_le_bytes([triple[0], triple[1], triple[2], 0]);
                        let word = word & !(0xfff << shift) | great << shift;
                        triple.copy_from_slice(&word.to_le_bytes()[..3]);
                    }
                }
            }
            let mut triples = bytes.as_chunks().0.iter();
            let expected = textbook(|| *triples.next().expect("enough bytes"));
            for blocks in [1, 3] {
                let (mut f_hat, mut have) = (NttPoly::ZERO, 0);
                for bytes in bytes.chunks(168 * blocks) {
                    have = rejection.reject_vartime(bytes, &mut f_hat.0, have);
                    if have == N {
                        break;
                    }
                }
                assert_eq!((have, f_hat.0), (N, expected), "{rejection:?} {rejected}");
            }
        }
    });
}

/// An element of Â, sampled as the standard says.
fn element(rho: &[u8; 32], i: usize, j: usize) -> [i16; N] {
    let mut hasher = Shake128::new();
    hasher.update(rho);
    hasher.update(&[j as u8, i as u8]);
    let mut reader = hasher.finalize();
    textbook(|| {
        let mut triple = [0; 3];
        reader.fill(&mut triple);
        triple
    })
}

/// The matrix in both orders beside a hash, and by rows beside the hash of what the rows write.
fn matrix<P: Parameters>(rejection: Rejection, rho: &[u8; 32]) {
    let expected: Vec<_> = (0..P::K * P::K).map(|index| element(rho, index / P::K, index % P::K)).collect();
    let mut ek = P::EncapsulationKeyBytes::ZEROED;
    let ek = ek.as_mut();
    ek.fill(7);
    ek[384 * P::K..].copy_from_slice(rho);

    let [by_rows, columns] = [Order::Rows, Order::Columns].map(|order| {
        let mut matrix = P::Matrix::<NttPoly>::ZEROED;
        let mut hash = Passenger::new(Function::SHA3_256, ek);
        sampling::matrix_beside::<P>(rho, &mut hash, order, matrix.as_mut());
        assert_eq!(hash.finish(), Sha3_256::digest(ek), "{rejection:?} {}", P::NAME);
        matrix
    });

    let mut rows = Vec::new();
    let hash = sampling::rows_and_hash::<P>(ek, |i, elements, bytes| {
        assert_eq!((i, elements.len(), bytes.len()), (rows.len() / P::K, P::K, 384));
        rows.extend(elements.iter().map(|element| element.0));
        bytes.fill(rho[i]);
    });
    assert!(ek[..384 * P::K].chunks(384).zip(rho).all(|(bytes, byte)| bytes.iter().all(|b| b == byte)));
    assert_eq!(ek[384 * P::K..], *rho);
    assert_eq!(hash, Sha3_256::digest(ek), "{rejection:?} {}", P::NAME);
    for (index, expected) in expected.iter().enumerate() {
        let (i, j) = (index / P::K, index % P::K);
        assert_eq!(rows[index], *expected, "{rejection:?} {} {i} {j}", P::NAME);
        assert_eq!(by_rows.as_ref()[index].0, *expected, "{rejection:?} {} {i} {j}", P::NAME);
        assert_eq!(columns.as_ref()[P::K * j + i].0, *expected, "{rejection:?} {} {i} {j}", P::NAME);
    }
}

/// Among 100 matrices there are polynomials that need a fourth block.
#[test]
fn matrices() {
    let mut random = TestRandom::new(12);
    let mut rho = [0; 32];
    for _ in 0..crate::base::testing::cases(100) {
        random.fill(&mut rho).unwrap();
        Rejection::with_every(|rejection| {
            matrix::<MlKem512>(rejection, &rho);
            matrix::<MlKem768>(rejection, &rho);
            matrix::<MlKem1024>(rejection, &rho);
        });
    }
}

#[test]
fn pseudorandom_function() {
    let s = [0x5a; 32];
    Backend::with_every(|backend| {
        for (nonces, eta) in [(0..2, 3), (2..5, 2), (0..6, 2), (0..7, 2), (0..9, 2), (0..4, 3)] {
            let mut found = Vec::new();
            sampling::prf(&s, nonces.clone(), eta, |nonce, bytes| found.push((nonce, bytes.to_vec())));
            let expected = nonces.clone().map(|nonce| {
                let mut output = std::vec![0; 64 * eta];
                let mut hasher = Shake256::new();
                hasher.update(&s);
                hasher.update(&[nonce as u8]);
                hasher.finalize().fill(&mut output);
                (nonce, output)
            });
            assert!(found.into_iter().eq(expected.clone()), "{backend:?}");

            let mut found = Vec::new();
            let mut hash = Passenger::new(Function::SHA3_256, &[7; 500]);
            sampling::prf_beside(&s, nonces, eta, &mut hash, |nonce, bytes| found.push((nonce, bytes.to_vec())));
            assert!(found.into_iter().eq(expected), "{backend:?}");
            assert_eq!(hash.finish(), Sha3_256::digest(&[7; 500]));
        }
    });
}
