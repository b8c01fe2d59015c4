//! Rejection sampling, FIPS 203 Algorithm 7, from bytes that are there.

mod kernel;
mod portable;
#[cfg(target_arch = "x86_64")]
mod steps;
#[cfg(target_arch = "x86_64")]
mod x86_avx2;
#[cfg(target_arch = "x86_64")]
mod x86_avx512_vbmi2;

pub(in crate::postquantum::mlkem) use kernel::Rejection;

const _: () = assert!(kernel::Q == super::polynomial::Q);
