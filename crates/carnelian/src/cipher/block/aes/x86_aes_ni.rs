//! AES with AES-NI, one block per vector.
#![allow(unsafe_code)]

use super::x86_backend::backend;
use crate::base::cpu::AesNi;
use crate::base::lanes::u128::U128x1;
use crate::base::memory::align_frame;

backend! { keys of own; AesNi, U128x1<AesNi>, all_blocks, align_frame() }
