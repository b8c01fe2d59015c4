//! The group of Ed25519: multiscalar multiplication.

use super::answers::{Answer, Deterministic};
use super::growing::Growing;
use super::items::of_items;
use crate::inputs::random_array;
use crate::operation::{Calls, Operation, Subject, in_turns, repeat};
use crate::reference;
use crate::values::Unit;
use std::fmt::Display;
use std::hint::black_box;
use std::rc::Rc;

/// A scalar below the group's order, in little-endian bytes.
pub type Scalar = [u8; 32];
/// A compressed point.
pub type Encoding = [u8; 32];

/// A library's offer for the operations of this module. Running times may depend on scalars and points, which are
/// public.
pub struct Edwards25519 {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Multiplies the base point by a scalar, to generate points for the measurement.
    pub mul_base: fn(&Scalar) -> Encoding,
    /// Decodes scalars and the same number of points; `None` if the library refuses one of them.
    pub multiscalar_mul: fn(&[Scalar], &[Encoding]) -> Option<MultiscalarMul>,
}

/// A multiscalar multiplication of decoded scalars and points.
pub struct MultiscalarMul {
    /// Computes the sum the given number of times, without compressing it.
    pub calls: Calls,
    /// Returns the compressed sum.
    pub sum: Box<dyn Fn() -> Encoding>,
}

impl MultiscalarMul {
    /// Creates the multiplication from the library's inputs, its function for the sum, and its function to compress a
    /// point.
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

/// A library's offer of multiscalar multiplication from and to bytes. Running times may depend on scalars and points,
/// which are public.
pub struct EncodedSums {
    /// The backend that runs on this CPU.
    pub backend: String,
    /// Computes the sum of the products of scalars and the same number of points; `None` if the library refuses one.
    pub sum: fn(&[Scalar], &[Encoding]) -> Option<Encoding>,
}

/// Returns the operations, smallest first.
#[must_use]
pub fn operations() -> Vec<Box<dyn Operation>> {
    vec![
        sum("edwards25519/msm16", 16),
        encoded("edwards25519/msm16-encoded", 16),
        sum("edwards25519/msm256", 256),
        sum("edwards25519/msm1024", 1024),
    ]
}

/// Returns the operations that have a parameter.
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

/// With fewer scalars than this in use, a branch predictor soon memorizes them.
const SCALARS_IN_TURN: usize = 64;

fn sum(name: &str, points: usize) -> Box<dyn Operation> {
    let sets = move || 0..(SCALARS_IN_TURN / points).max(1) as u64;
    of_items(
        points,
        "point",
        Deterministic {
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
        },
    )
}

fn encoded(name: &str, points: usize) -> Box<dyn Operation> {
    let sets = move || (0..(SCALARS_IN_TURN / points).max(1) as u64).map(move |set| encoded_input(set, points));
    of_items(
        points,
        "point",
        Deterministic {
            name: name.to_owned(),
            includes: format!(
                "one call: from the bytes of {points} scalars and points to those of the sum of their products, in variable \
             time; calls take turns among sets of them"
            ),
            unit: Unit::Operations(points as u64),
            subject: Box::new(move |offer: &EncodedSums| {
                let sum = offer.sum;
                let calls =
                    sets().map(|(scalars, points)| repeat(move || sum(black_box(&scalars), black_box(&points))));
                Some(Subject::new(&offer.backend, in_turns(calls.collect())))
            }),
            answers: Box::new(move |offer| {
                let mut inputs: Vec<_> = sets().collect();
                // y = 2 is the coordinate of no point.
                let (scalars, mut refused) = inputs[0].clone();
                refused[0] = core::array::from_fn(|i| if i == 0 { 2 } else { 0 });
                inputs.push((scalars, refused));
                let sums = inputs.iter().map(|(scalars, points)| (offer.sum)(scalars, points));
                sums.map(|sum| Answer::bytes_or_refusal("sum", sum.as_ref().map(|sum| &sum[..]))).collect()
            }),
        },
    )
}

/// Returns random scalars, and random multiples of the base point.
fn encoded_input(set: u64, points: usize) -> (Vec<Scalar>, Vec<Encoding>) {
    let numbers = || (0..points as u64).map(|i| set << 16 | i);
    let mul_base = reference::of(|ours: &Edwards25519| ours.mul_base);
    let point = |i| mul_base(&scalar(1 << 32 | i));
    (numbers().map(scalar).collect(), numbers().map(point).collect())
}

/// Prepares the multiplication of random multiples of the base point by random scalars.
fn input(offer: &Edwards25519, set: u64, points: usize) -> Option<MultiscalarMul> {
    let numbers = || (0..points as u64).map(|i| set << 16 | i);
    let scalars: Vec<Scalar> = numbers().map(scalar).collect();
    let points: Vec<Encoding> = numbers().map(|i| (offer.mul_base)(&scalar(1 << 32 | i))).collect();
    (offer.multiscalar_mul)(&scalars, &points)
}

/// Returns a scalar below 2^252, and hence below the order.
fn scalar(number: u64) -> Scalar {
    let mut scalar: Scalar = random_array(number);
    scalar[31] &= 0x0f;
    scalar
}
