//! ML-KEM, FIPS 203: a key encapsulation mechanism whose security rests on module lattices.

mod arithmetic;
mod decapsulation_key;
mod encapsulation_key;
mod error;
pub mod hazmat;
mod kernel;
mod operations;
mod packing;
mod parameters;
mod pke;
mod polynomial;
mod portable;
mod sampling;
mod scheme;
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx2_rejection;
#[cfg(target_arch = "x86_64")]
mod x86_avx512;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_rejection;

pub use decapsulation_key::{DecapsulationKey, PreparedDecapsulationKey};
pub use encapsulation_key::{Ciphertext, EncapsulationKey, PreparedEncapsulationKey, SharedSecret};
pub use error::{DecapsulationKeyError, EncapsulationKeyError};
pub use parameters::{MlKem512, MlKem768, MlKem1024, Parameters};

#[cfg(test)]
mod tests;
