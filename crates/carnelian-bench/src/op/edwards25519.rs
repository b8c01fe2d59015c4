//! The group of Ed25519: sums of many points, each times a scalar.

use super::answers::{Answer, Deterministic};
use super::{Calls, Operation, Subject, in_turns, random_array, repeat};
use std::hint::black_box;
use std::rc::Rc;

/// A scalar below the group's order, in bytes, least significant first.
pub type Scalar = [u8; 32];
/// A compressed point.
pub type Encoding = [u8; 32];

/// What a library offers to be measured here. Its times may depend on scalars and points, which are public.
pub struct Edwards25519 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// The base point times a scalar, for points to measure with.
    pub mul_base: fn(&Scalar) -> Encoding,
    /// Decodes scalars and points, of which there are as many; `None` if the library refuses one.
    pub multiscalar_mul: fn(&[Scalar], &[Encoding]) -> Option<MultiscalarMul>,
}

/// A sum over scalars and points that have been decoded.
pub struct MultiscalarMul {
    /// Computes it that many times, without compressing it.
    pub calls: Calls,
    /// The sum, compressed.
    pub sum: Box<dyn Fn() -> Encoding>,
}

impl MultiscalarMul {
    /// From what the library takes, its function for the sum, and its function to compress a point.
    pub fn new<S: 'static, P: 'static, R: 'static>(
        scalars: Vec<S>,
        points: Vec<P>,
        sum: fn(&[S], &[P]) -> R,
        compress: fn(&R) -> Encoding,
    ) -> Self {
        let inputs = Rc::new((scalars, points));
        let same = Rc::clone(&inputs);
        Self {
            calls: repeat(move || sum(black_box(&inputs.0), black_box(&inputs.1))),
            sum: Box::new(move || compress(&sum(&same.0, &same.1))),
        }
    }
}

/// The operations, smallest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        Box::new(Deterministic {
            name: "edwards25519/msm16",
            includes: "one call: from sixteen scalars and decoded points to the sum of their products, in variable \
                       time; calls take turns among four sets of them",
            amount: 16,
            subject: |offer| subject::<16>(offer, 4),
            answers: |offer| answers::<16>(offer, 4),
        }),
        Box::new(Deterministic {
            name: "edwards25519/msm256",
            includes: "one call: from 256 scalars and decoded points to the sum of their products, in variable time",
            amount: 256,
            subject: |offer| subject::<256>(offer, 1),
            answers: |offer| answers::<256>(offer, 1),
        }),
        Box::new(Deterministic {
            name: "edwards25519/msm1024",
            includes: "one call: from 1024 scalars and decoded points to the sum of their products, in variable time",
            amount: 1024,
            subject: |offer| subject::<1024>(offer, 1),
            answers: |offer| answers::<1024>(offer, 1),
        }),
    ]
}

fn subject<const POINTS: usize>(offer: &Edwards25519, sets: u64) -> Option<Subject> {
    let calls: Option<Vec<Calls>> = (0..sets).map(|set| Some(input::<POINTS>(offer, set)?.calls)).collect();
    Some(Subject::new(&offer.backend, in_turns(calls?)))
}

fn answers<const POINTS: usize>(offer: &Edwards25519, sets: u64) -> Vec<Answer> {
    let sum = |set| input::<POINTS>(offer, set).map(|input| (input.sum)());
    (0..sets).map(sum).map(|sum| Answer::bytes_or_refusal("sum", sum.as_ref().map(|sum| &sum[..]))).collect()
}

/// Random multiples of the base point, to be multiplied with random scalars.
fn input<const POINTS: usize>(offer: &Edwards25519, set: u64) -> Option<MultiscalarMul> {
    let numbers = || (0..POINTS as u64).map(|i| set << 16 | i);
    let scalars: Vec<Scalar> = numbers().map(scalar).collect();
    let points: Vec<Encoding> = numbers().map(|i| (offer.mul_base)(&scalar(1 << 32 | i))).collect();
    (offer.multiscalar_mul)(&scalars, &points)
}

/// Below 2^252, and so below the order.
fn scalar(number: u64) -> Scalar {
    let mut scalar: Scalar = random_array(number);
    scalar[31] &= 0x0f;
    scalar
}
