//! Runs a test on a stack of a known size: to search it for the secrets that were left there, to see how much of it was
//! used, or to see that it suffices.
#![allow(unsafe_code)]

use super::cpu::Tier;
use super::cpu::forced::at_most;
use std::borrow::ToOwned;
use std::thread::{Builder, scope};
use std::vec::Vec;

/// The size in bytes: more than any operation uses.
const LEN: usize = 1 << 19;

const PAGE: usize = 4096;

/// Runs `work` on a separate stack and returns the content of that stack afterwards.
pub fn stack_left_by(work: &mut dyn FnMut()) -> Vec<u8> {
    on_own_stack(0, work)
}

/// Returns the distance in bytes from the top of a separate stack to the lowest byte that `work` wrote there.
pub fn stack_used_by(work: &mut dyn FnMut()) -> usize {
    const PAINT: u8 = 0xc5;
    let stack = on_own_stack(PAINT, work);
    stack.len() - stack.iter().position(|byte| *byte != PAINT).unwrap_or(stack.len())
}

/// Runs `work` on a thread with `size` bytes of stack, at the tier of this thread. Where they do not suffice, the process
/// ends with the name of the thread.
///
/// # Panics
/// If there is no thread to be had, or if `work` panics.
pub fn on_a_thread_of(size: usize, name: &str, work: &mut dyn FnMut()) {
    struct Sent<'w>(&'w mut dyn FnMut());
    // SAFETY: the thread that has made it does nothing until the one that it is sent to has ended.
    unsafe impl Send for Sent<'_> {}
    impl Sent<'_> {
        fn run(self) {
            self.0();
        }
    }
    let (work, tier) = (Sent(work), Tier::in_force());
    let builder = Builder::new().stack_size(size).name(name.to_owned());
    scope(|scope| {
        let thread = builder.spawn_scoped(scope, move || at_most(tier, || work.run())).expect("there are threads");
        thread.join().expect("the work does not panic");
    });
}

/// Runs `work` on a separate stack that is full of `fill`, and returns the content of that stack afterwards.
fn on_own_stack(fill: u8, mut work: &mut dyn FnMut()) -> Vec<u8> {
    extern "sysv64" fn call(work: *mut &mut dyn FnMut()) {
        // SAFETY: the pointer is to the parameter above, which nothing else uses during the call.
        unsafe { (*work)() }
    }
    // The stack ends at a page boundary, so that aligned frames are at the same offsets in every run.
    let mut stack = std::vec![fill; LEN + PAGE];
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

    #[test]
    fn what_is_used_is_told() {
        let used = |work: &mut dyn FnMut()| stack_used_by(work);
        let small = used(&mut || _ = core::hint::black_box([1u8; 1000]));
        let large = used(&mut || _ = core::hint::black_box([0u8; 100_000]));
        assert!((1000..4000).contains(&small) && (100_000..103_000).contains(&large), "{small} {large}");
    }

    #[test]
    fn a_thread_has_the_tier_of_the_one_that_started_it() {
        let mut found = None;
        at_most(Tier::Portable32, || on_a_thread_of(32 << 10, "a test", &mut || found = Some(Tier::in_force())));
        assert_eq!(found, Some(Tier::Portable32));
    }
}
