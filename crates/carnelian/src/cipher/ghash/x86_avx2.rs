//! GHASH and POLYVAL with PCLMULQDQ: eight blocks and one reduction at a time.
#![allow(unsafe_code)]

use super::x86_single_blocks::backend;
use crate::base::cpu::Clmul;

backend! { Clmul }
