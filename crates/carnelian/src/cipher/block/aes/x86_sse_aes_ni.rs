//! AES with AES-NI in SSE encoding, one block per vector, for CPUs without AVX2.
#![allow(unsafe_code)]

use super::x86_backend::backend;
use crate::base::cpu::SseAesNi;
use crate::base::lanes::u128::U128x1;

backend! { keys of own; SseAesNi, U128x1<SseAesNi>, all_blocks }
