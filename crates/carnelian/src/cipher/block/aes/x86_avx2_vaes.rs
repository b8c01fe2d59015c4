//! AES with VAES over AVX2, two blocks per vector.
#![allow(unsafe_code)]

use super::x86_backend::backend;
use crate::base::cpu::Avx2Vaes;
use crate::base::lanes::u128::U128x2;

backend! { keys of aes_ni; Avx2Vaes, U128x2<Avx2Vaes>, all_blocks_and_last }
