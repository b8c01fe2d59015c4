//! AES-GCM with AES-NI and PCLMULQDQ in SSE encoding, one block per vector, for CPUs without AVX2.
#![allow(unsafe_code)]

use super::x86_single_blocks::backend;
use crate::base::cpu::{SseAesNi, SseClmul};

backend! { (SseAesNi, SseClmul) }
