//! Runs a test on a separate stack, so that the secrets it leaves there can be searched for.
#![allow(unsafe_code)]

use std::vec::Vec;

/// The size in bytes: more than any operation uses.
const LEN: usize = 1 << 19;

const PAGE: usize = 4096;

/// Runs `work` on a separate stack and returns the content of that stack afterwards.
pub fn stack_left_by(mut work: &mut dyn FnMut()) -> Vec<u8> {
    extern "sysv64" fn call(work: *mut &mut dyn FnMut()) {
        // SAFETY: the pointer is to the parameter above, which nothing else uses during the call.
        unsafe { (*work)() }
    }
    // The stack ends at a page boundary, so that aligned frames are at the same offsets in every run.
    let mut stack = std::vec![0u8; LEN + PAGE];
    let top = stack.as_mut_ptr_range().end.addr() & !(PAGE - 1);
    stack.truncate(top - stack.as_ptr().addr());
    // The caller's values in callee-saved registers are not left by `work`: these registers are zeroed first.
    // SAFETY: during the call the stack pointer is in memory owned by `stack`, 16-byte aligned as the ABI requires. It
    // is restored from r12, which survives the call; the registers pushed before are restored too. A panic in `call`
    // aborts instead of unwinding through this frame.
    unsafe {
        core::arch::asm!(
            "push rbx", "push rbp", "push r13", "push r14", "push r15", "mov r12, rsp", "mov rsp, rsi",
            "xor ebx, ebx", "xor ebp, ebp", "xor r13d, r13d", "xor r14d, r14d", "xor r15d, r15d", "call {call}",
            "mov rsp, r12", "pop r15", "pop r14", "pop r13", "pop rbp", "pop rbx",
            call = sym call, in("rsi") top, in("rdi") &raw mut work, out("r12") _, clobber_abi("sysv64"),
        );
    }
    core::hint::black_box(&mut stack);
    stack
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stack_is_looked_at_where_it_was_used() {
        let stack = stack_left_by(&mut || {
            core::hint::black_box([0xc5u8; 100]);
        });
        assert!(stack.windows(100).any(|window| window == [0xc5; 100]));
    }
}
