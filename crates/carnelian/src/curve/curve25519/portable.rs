//! The group in portable code, over words of 64 and of 32 bits.

use super::field::fe_5x51::Fe5x51;
use super::field::fe_10x26::Fe10x26;
use super::kernel::Kernel;
use super::order::sc_4x64::Sc4x64;
use super::order::sc_8x32::Sc8x32;
use crate::base::cpu::{Portable32, Portable64};

impl Kernel for Portable64 {
    type Field = Fe5x51;
    type Order = Sc4x64;

    fn field(self) {}
}

impl Kernel for Portable32 {
    type Field = Fe10x26;
    type Order = Sc8x32;

    fn field(self) {}
}
