//! `rand_core`: sources of random bytes in both directions.

use crate::base::random::{Random, RandomError};
use ::rand_core::TryCryptoRng;

/// A generator of `rand_core` as a source of ours.
///
/// ```
/// use carnelian::curve::x25519::SecretKey;
/// use carnelian::interop::rand_core::FromRng;
/// # struct Rng;
/// # impl rand_core::TryRng for Rng {
/// #     type Error = core::convert::Infallible;
/// #     fn try_next_u32(&mut self) -> Result<u32, Self::Error> { Ok(7) }
/// #     fn try_next_u64(&mut self) -> Result<u64, Self::Error> { Ok(7) }
/// #     fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), Self::Error> { Ok(out.fill(7)) }
/// # }
/// # impl rand_core::TryCryptoRng for Rng {}
/// # let mut rng = Rng;
/// // `rng` is any `rand_core::CryptoRng`, or one that can fail.
/// let key = SecretKey::generate(&mut FromRng(&mut rng))?;
/// # Ok::<(), carnelian::random::RandomError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FromRng<R>(pub R);

impl<R: TryCryptoRng> Random for FromRng<R> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        self.0.try_fill_bytes(out).map_err(|_| RandomError)
    }
}

/// Writes the traits of a source of ours.
#[cfg(any(feature = "cipher", all(feature = "std", not(all(target_family = "wasm", target_os = "unknown")))))]
macro_rules! rng {
    ([$($parameters:tt)*], $source:ty) => {
        impl<$($parameters)*> ::rand_core::TryRng for $source {
            type Error = RandomError;

            fn try_next_u32(&mut self) -> Result<u32, RandomError> {
                let mut bytes = [0; 4];
                self.fill(&mut bytes)?;
                Ok(u32::from_le_bytes(bytes))
            }

            fn try_next_u64(&mut self) -> Result<u64, RandomError> {
                let mut bytes = [0; 8];
                self.fill(&mut bytes)?;
                Ok(u64::from_le_bytes(bytes))
            }

            fn try_fill_bytes(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
                self.fill(out)
            }
        }

        impl<$($parameters)*> TryCryptoRng for $source {}
    };
}

#[cfg(all(feature = "std", not(all(target_family = "wasm", target_os = "unknown"))))]
rng!([], crate::base::random::OsRandom);
#[cfg(feature = "cipher")]
rng!([D: crate::cipher::ctr_drbg::Derivation], crate::cipher::ctr_drbg::CtrDrbgOf<D>);
