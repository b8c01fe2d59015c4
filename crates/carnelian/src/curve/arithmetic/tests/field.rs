//! Tests of the operations that any prime field has, over the plainest representation: words below p, and big integers.

use super::*;
use crate::base::ct::{Choice, Select};
use crate::curve::arithmetic::field::{
    Multiplicative, PrimeField, TOGETHER, equal, invert_all, is_odd, is_zero, mul, negate_if, square,
};
use crate::curve::arithmetic::inverse::{Modulus, invert};

/// A prime as a type.
trait Prime<const WORDS: usize, const LIMBS: usize, const BYTES: usize>: Copy {
    const P: [u64; WORDS];
    const MODULUS: Modulus<LIMBS> = Modulus::new(&Self::P);
}

#[derive(Clone, Copy)]
struct P256;

impl Prime<4, 5, 32> for P256 {
    const P: [u64; 4] = [u64::MAX, u64::MAX >> 32, 0, (u64::MAX << 32) | 1];
}

#[derive(Clone, Copy)]
struct P521;

impl Prime<9, 9, 66> for P521 {
    const P: [u64; 9] = {
        let mut words = [u64::MAX; 9];
        words[8] >>= 55;
        words
    };
}

/// A number below the prime.
#[derive(Clone, Copy)]
struct Element<P, const WORDS: usize, const LIMBS: usize, const BYTES: usize>([u64; WORDS], P);

impl<P: Prime<WORDS, LIMBS, BYTES>, const WORDS: usize, const LIMBS: usize, const BYTES: usize>
    Element<P, WORDS, LIMBS, BYTES>
{
    fn number(&self) -> BigUint {
        from_words(&self.0)
    }

    fn reduced(&self, number: &BigUint) -> Self {
        Self(words(&(number % from_words(&P::P))), self.1)
    }
}

impl<P: Copy, const WORDS: usize, const LIMBS: usize, const BYTES: usize> Select for Element<P, WORDS, LIMBS, BYTES> {
    fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
        Self(Select::select(choice, if_false.0, if_true.0), if_false.1)
    }

    fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
        Select::swap(choice, &mut a.0, &mut b.0);
    }
}

impl<P: Prime<WORDS, LIMBS, BYTES>, const WORDS: usize, const LIMBS: usize, const BYTES: usize> Multiplicative
    for Element<P, WORDS, LIMBS, BYTES>
{
    fn product(&self, other: &Self) -> Self {
        self.reduced(&(self.number() * other.number()))
    }

    fn squared(&self) -> Self {
        self.product(self)
    }
}

impl<P: Prime<WORDS, LIMBS, BYTES>, const WORDS: usize, const LIMBS: usize, const BYTES: usize> PrimeField
    for Element<P, WORDS, LIMBS, BYTES>
{
    type Loose = Self;
    type Proof = P;
    type Bytes = [u8; BYTES];

    fn proof(&self) -> P {
        self.1
    }
    fn zero(proof: P) -> Self {
        Self([0; WORDS], proof)
    }
    fn one(proof: P) -> Self {
        Self(words(&BigUint::from(1u8)), proof)
    }
    fn from_bytes(proof: P, bytes: &[u8; BYTES]) -> Self {
        Self::zero(proof).reduced(&BigUint::from_bytes_le(bytes))
    }
    fn to_bytes(&self) -> [u8; BYTES] {
        bytes(&self.number())
    }
    fn add(&self, other: &Self) -> Self {
        self.reduced(&(self.number() + other.number()))
    }
    fn sub(&self, other: &Self) -> Self {
        self.reduced(&(self.number() + from_words(&P::P) - other.number()))
    }
    fn neg(&self) -> Self {
        Self::zero(self.1).sub(self)
    }
    fn relax(&self) -> Self {
        *self
    }
    fn carry(loose: &Self) -> Self {
        *loose
    }
    fn mul(a: &Self, b: &Self) -> Self {
        a.product(b)
    }
    fn square(a: &Self) -> Self {
        a.squared()
    }
    fn invert(&self) -> Self {
        Self(invert(&self.0, &P::MODULUS), self.1)
    }
}

/// Tests what follows from the contract, in the plain form that any of the prime curves could use.
fn agrees_with_integers<F: PrimeField>(proof: F::Proof, p: &BigUint, decode: impl Fn(&BigUint) -> F::Bytes) {
    let element = |number: &BigUint| F::from_bytes(proof, &decode(number));
    let number = |element: &F| BigUint::from_bytes_le(element.to_bytes().as_ref());
    assert_eq!(size_of::<F::Bytes>() as u64, p.bits().div_ceil(8));
    assert!(is_zero(&element(p)).declassify("test"));
    let numbers = numbers_below(p);
    for (a, b) in numbers.iter().zip(numbers.iter().rev()) {
        let (x, y) = (element(a), element(b));
        assert_eq!(number(&mul(&x, &y)), a * b % p);
        assert_eq!(number(&square(&x)), a * a % p);
        assert_eq!(number(&x.squared_times(3)), a.modpow(&BigUint::from(8u8), p));
        assert_eq!(number(&negate_if(Choice::TRUE, &x)), (p - a) % p);
        assert_eq!(number(&negate_if(Choice::FALSE, &x)), *a);
        assert_eq!(is_zero(&x).declassify("test"), *a == BigUint::ZERO);
        assert_eq!(is_odd(&x).declassify("test"), a.bit(0));
        assert_eq!(equal(&x, &y).declassify("test"), a == b);
    }
    for numbers in numbers.chunks(TOGETHER) {
        let mut elements: Vec<F> = numbers.iter().map(element).collect();
        invert_all(&mut elements);
        for (a, inverse) in numbers.iter().zip(&elements) {
            assert_eq!(number(inverse), a.modinv(p).unwrap_or(BigUint::ZERO), "1/{a:x}");
        }
    }
}

#[test]
fn fields_of_256_and_521_bits() {
    agrees_with_integers::<Element<P256, 4, 5, 32>>(P256, &p256(), bytes);
    agrees_with_integers::<Element<P521, 9, 9, 66>>(P521, &p521(), bytes);
}
