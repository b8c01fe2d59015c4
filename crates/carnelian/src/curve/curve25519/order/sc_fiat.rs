//! The scalars over the representations that fiat-crypto generates with a proof.

/// Writes a representation and its operations: its name, the module of `fiat_crypto`, the number of words, and the
/// functions between its words and the common form.
macro_rules! fiat_scalar {
    ($name:ident, $module:ident, $words:literal, $split:expr, $join:expr) => {
        use crate::curve::curve25519::order::{ScalarField, Words};
        use fiat_crypto::$module::*;

        /// A scalar in Montgomery form.
        #[derive(Clone, Copy)]
        pub(crate) struct $name(fiat_25519_scalar_montgomery_domain_field_element);

        impl $name {
            #[inline(always)]
            fn from(write: impl FnOnce(&mut fiat_25519_scalar_montgomery_domain_field_element)) -> Self {
                let mut out = fiat_25519_scalar_montgomery_domain_field_element([0; $words]);
                write(&mut out);
                Self(out)
            }
        }

        impl ScalarField for $name {
            fn to_montgomery(words: &Words) -> Self {
                let number = fiat_25519_scalar_non_montgomery_domain_field_element($split(words));
                Self::from(|out| fiat_25519_scalar_to_montgomery(out, &number))
            }

            fn number(&self) -> Words {
                let mut out = fiat_25519_scalar_non_montgomery_domain_field_element([0; $words]);
                fiat_25519_scalar_from_montgomery(&mut out, &self.0);
                $join(&out.0)
            }

            fn raw(words: &Words) -> Self {
                Self(fiat_25519_scalar_montgomery_domain_field_element($split(words)))
            }

            fn words(&self) -> Words {
                $join(&self.0.0)
            }

            fn mul(&self, other: &Self) -> Self {
                Self::from(|out| fiat_25519_scalar_mul(out, &self.0, &other.0))
            }

            fn add(&self, other: &Self) -> Self {
                Self::from(|out| fiat_25519_scalar_add(out, &self.0, &other.0))
            }

            fn sub(&self, other: &Self) -> Self {
                Self::from(|out| fiat_25519_scalar_sub(out, &self.0, &other.0))
            }
        }
    };
}

pub(crate) use fiat_scalar;
