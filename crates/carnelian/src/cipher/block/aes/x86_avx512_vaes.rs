//! AES with VAES over AVX-512, four blocks per vector.
#![allow(unsafe_code)]

use super::x86_backend::backend;
use crate::base::cpu::Avx512Vaes;
use crate::base::lanes::u128::U128x4;

backend! { keys of aes_ni; Avx512Vaes, U128x4<Avx512Vaes>, all_blocks_and_last }
