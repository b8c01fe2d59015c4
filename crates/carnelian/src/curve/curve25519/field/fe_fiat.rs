//! The field over the representations that fiat-crypto generates with a proof.

/// Writes the types of a representation and their operations: the names of the tight and the loose type, the module of
/// `fiat_crypto`, the number of limbs, the functions between its limbs and the common form, and that for inverses.
macro_rules! fiat_field {
    ($tight:ident, $loose:ident, $module:ident, $limbs:literal, $unpack:expr, $pack:expr, $invert:expr) => {
        use crate::base::ct::{Choice, Select};
        use crate::curve::curve25519::field::{Field, Multiplicative, Packed, PrimeField};
        use fiat_crypto::$module::*;

        /// A tight element.
        #[derive(Clone, Copy)]
        pub(crate) struct $tight(fiat_25519_tight_field_element);

        /// A loose element: limbs up to three times as large as those of a tight one.
        #[derive(Clone, Copy)]
        pub(crate) struct $loose(fiat_25519_loose_field_element);

        impl $tight {
            #[inline(always)]
            fn from(write: impl FnOnce(&mut fiat_25519_tight_field_element)) -> Self {
                let mut out = fiat_25519_tight_field_element([0; $limbs]);
                write(&mut out);
                Self(out)
            }
        }

        impl $loose {
            #[inline(always)]
            fn from(write: impl FnOnce(&mut fiat_25519_loose_field_element)) -> Self {
                let mut out = fiat_25519_loose_field_element([0; $limbs]);
                write(&mut out);
                Self(out)
            }
        }

        impl Multiplicative for $tight {
            #[inline(always)]
            fn product(&self, other: &Self) -> Self {
                Self::mul(&self.relax(), &other.relax())
            }

            #[inline(always)]
            fn squared(&self) -> Self {
                Self::square(&self.relax())
            }
        }

        impl PrimeField for $tight {
            type Loose = $loose;
            /// The code runs on every CPU.
            type Proof = ();
            type Bytes = [u8; 32];

            #[inline(always)]
            fn proof(&self) {}

            #[inline(always)]
            fn zero((): ()) -> Self {
                Self(fiat_25519_tight_field_element([0; $limbs]))
            }

            #[inline(always)]
            fn one((): ()) -> Self {
                let mut limbs = [0; $limbs];
                limbs[0] = 1;
                Self(fiat_25519_tight_field_element(limbs))
            }

            #[inline(always)]
            fn from_bytes((): (), bytes: &[u8; 32]) -> Self {
                let mut number = *bytes;
                number[31] &= 0x7f;
                Self::from(|out| fiat_25519_from_bytes(out, &number))
            }

            #[inline(always)]
            fn to_bytes(&self) -> [u8; 32] {
                let mut bytes = [0; 32];
                fiat_25519_to_bytes(&mut bytes, &self.0);
                bytes
            }

            #[inline(always)]
            fn add(&self, other: &Self) -> $loose {
                $loose::from(|out| fiat_25519_add(out, &self.0, &other.0))
            }

            #[inline(always)]
            fn sub(&self, other: &Self) -> $loose {
                $loose::from(|out| fiat_25519_sub(out, &self.0, &other.0))
            }

            #[inline(always)]
            fn neg(&self) -> $loose {
                $loose::from(|out| fiat_25519_opp(out, &self.0))
            }

            #[inline(always)]
            fn relax(&self) -> $loose {
                $loose(fiat_25519_loose_field_element(self.0.0))
            }

            #[inline(always)]
            fn carry(loose: &$loose) -> Self {
                Self::from(|out| fiat_25519_carry(out, &loose.0))
            }

            #[inline(always)]
            fn mul(a: &$loose, b: &$loose) -> Self {
                Self::from(|out| fiat_25519_carry_mul(out, &a.0, &b.0))
            }

            #[inline(always)]
            fn square(a: &$loose) -> Self {
                Self::from(|out| fiat_25519_carry_square(out, &a.0))
            }

            #[inline(always)]
            fn invert(&self) -> Self {
                $invert(self)
            }
        }

        impl Field for $tight {
            #[inline(always)]
            fn loose((): (), packed: &Packed) -> $loose {
                debug_assert!(packed.iter().all(|limb| *limb < 1 << 52));
                $loose(fiat_25519_loose_field_element($unpack(packed)))
            }

            #[inline(always)]
            fn pack(&self) -> Packed {
                $pack(&self.0.0)
            }

            #[inline(always)]
            fn mul_121666(a: &$loose) -> Self {
                Self::from(|out| fiat_25519_carry_scmul_121666(out, &a.0))
            }
        }

        impl Select for $tight {
            #[inline(always)]
            fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
                Self(fiat_25519_tight_field_element(Select::select(choice, if_false.0.0, if_true.0.0)))
            }

            #[inline(always)]
            fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
                Select::swap(choice, &mut a.0.0, &mut b.0.0);
            }
        }

        impl Select for $loose {
            #[inline(always)]
            fn select(choice: Choice, if_false: Self, if_true: Self) -> Self {
                Self(fiat_25519_loose_field_element(Select::select(choice, if_false.0.0, if_true.0.0)))
            }

            #[inline(always)]
            fn swap(choice: Choice, a: &mut Self, b: &mut Self) {
                Select::swap(choice, &mut a.0.0, &mut b.0.0);
            }
        }
    };
}

pub(crate) use fiat_field;
