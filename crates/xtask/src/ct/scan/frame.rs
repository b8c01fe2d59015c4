//! Checks that a function that keeps vectors on the stack aligns its frame. A vector that crosses a cache line, or
//! worse a page, is slow to store and load, and whether one does so changes from one run of a program to the next.

use iced_x86::{Instruction, InstructionInfoFactory, Mnemonic, OpKind, Register};

/// Returns the size in bytes of the widest vector that the function keeps at an address relative to rsp, or `None` if
/// none is wider than the 16 bytes to which every frame is aligned.
pub(super) fn widest_vector(instructions: &[Instruction]) -> Option<usize> {
    let mut factory = InstructionInfoFactory::new();
    let mut widest = 16;
    for instruction in instructions {
        for memory in factory.info(instruction).used_memory() {
            if memory.base() == Register::RSP {
                widest = widest.max(memory.memory_size().size());
            }
        }
    }
    (widest > 16).then_some(widest)
}

/// Returns the alignment of rsp in bytes; 16 if the function does not align it.
pub(super) fn alignment(instructions: &[Instruction]) -> usize {
    let aligned = instructions.iter().filter(|instruction| {
        let immediate = matches!(instruction.op1_kind(), OpKind::Immediate8to64 | OpKind::Immediate32to64);
        instruction.mnemonic() == Mnemonic::And && instruction.op0_register() == Register::RSP && immediate
    });
    aligned.map(|instruction| instruction.immediate(1).wrapping_neg() as usize).max().unwrap_or(16)
}
