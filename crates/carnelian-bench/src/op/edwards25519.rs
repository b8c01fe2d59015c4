//! The group of Ed25519: sums of many points, each times a scalar.

use super::answers::{Answer, Deterministic};
use super::{Calls, Growing, Operation, Subject, Unit, in_turns, random_array, repeat};
use std::fmt::Display;
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
    vec![sum("edwards25519/msm16", 16), sum("edwards25519/msm256", 256), sum("edwards25519/msm1024", 1024)]
}

/// What grows.
#[must_use]
pub fn growing() -> Vec<Growing> {
    vec![Growing::over_batches("edwards25519/msmN", 65_536, sum_includes("N"), sum)]
}

fn sum_includes(points: impl Display) -> String {
    format!(
        "one call: from {points} scalars and decoded points to the sum of their products, in variable time; where they \
         are fewer than {SCALARS_IN_TURN}, calls take turns among sets of them"
    )
}

/// Fewer scalars than these are soon known by heart to a CPU that guesses branches.
const SCALARS_IN_TURN: usize = 64;

fn sum(name: &str, points: usize) -> Box<dyn Operation> {
    let sets = move || 0..(SCALARS_IN_TURN / points).max(1) as u64;
    Box::new(Deterministic {
        name: name.to_owned(),
        includes: sum_includes(points),
        unit: Unit::Operations(points as u64),
        subject: Box::new(move |offer: &Edwards25519| {
            let calls: Option<Vec<Calls>> = sets().map(|set| Some(input(offer, set, points)?.calls)).collect();
            Some(Subject::new(&offer.backend, in_turns(calls?)))
        }),
        answers: Box::new(move |offer| {
            let sums = sets().map(|set| input(offer, set, points).map(|input| (input.sum)()));
            sums.map(|sum| Answer::bytes_or_refusal("sum", sum.as_ref().map(|sum| &sum[..]))).collect()
        }),
    })
}

/// Random multiples of the base point, to be multiplied with random scalars.
fn input(offer: &Edwards25519, set: u64, points: usize) -> Option<MultiscalarMul> {
    let numbers = || (0..points as u64).map(|i| set << 16 | i);
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
