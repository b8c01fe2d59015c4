//! GHASH and POLYVAL with PCLMULQDQ in SSE encoding, for CPUs without AVX2: eight blocks and one reduction at a time.
#![allow(unsafe_code)]

use super::x86_single_blocks::backend;
use crate::base::cpu::SseClmul;

backend! { SseClmul }
