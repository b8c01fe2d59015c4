//! A stack of its own for what a test runs: what secrets leave there can be searched for.
#![allow(unsafe_code)]

use std::vec::Vec;

/// Bytes in it: more than any operation takes.
const LEN: usize = 1 << 19;

const PAGE: usize = 4096;

/// Runs `work` on a stack of its own and gives back that stack as it was left.
pub fn stack_left_by(mut work: &mut dyn FnMut()) -> Vec<u8> {
    extern "sysv64" fn call(work: *mut &mut dyn FnMut()) {
        // SAFETY: the pointer is that of the parameter above, which nothing else uses while the call lasts.
        unsafe { (*work)() }
    }
    // Its end is that of a page, so that frames which are aligned lie in the same places in every run.
    let mut stack = std::vec![0u8; LEN + PAGE];
    let top = stack.as_mut_ptr_range().end.addr() & !(PAGE - 1);
    stack.truncate(top - stack.as_ptr().addr());
    // What the caller has in registers that a function saves is none of the work's doing: they are zero at its start.
    // SAFETY: the stack pointer lies in memory of ours for the time of the call, 16-byte aligned as the ABI wants, and
    // is put back from r12, which survives the call, as are the registers that were pushed before. A panic in `call`
    // aborts instead of unwinding through here.
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
