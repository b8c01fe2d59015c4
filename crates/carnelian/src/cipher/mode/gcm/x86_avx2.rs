//! AES-GCM with AES-NI and PCLMULQDQ, one block per vector.
#![allow(unsafe_code)]

use super::x86_single_blocks::backend;
use crate::base::cpu::{AesNi, Clmul};
use crate::base::memory::align_frame;

backend! { (AesNi, Clmul), [align_frame()], once }
