//! What the unit tests of several primitives need.

use core::cell::RefCell;
use std::collections::BTreeSet;
use std::vec::Vec;

std::thread_local! {
    static RAN: RefCell<BTreeSet<(&'static str, &'static str)>> = const { RefCell::new(BTreeSet::new()) };
}

/// A dispatcher says here which backend of which kernel it enters.
pub(crate) fn ran(kernel: &'static str, backend: &'static str) {
    RAN.with_borrow_mut(|ran| ran.insert((kernel, backend)));
}

/// The (kernel, backend) pairs that `work` entered on this thread.
pub(crate) fn trace(work: impl FnOnce()) -> Vec<(&'static str, &'static str)> {
    RAN.take();
    work();
    RAN.take().into_iter().collect()
}

/// Runs `kernel` with the stack pointer at each of the 256 positions that it can have within a page.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unsafe_code)]
pub(crate) fn at_every_stack_position(mut kernel: &mut dyn FnMut()) {
    extern "sysv64" fn call(kernel: *mut &mut dyn FnMut()) {
        // SAFETY: the pointer is that of the local below, which nothing else uses while the call lasts.
        unsafe { (*kernel)() }
    }
    for lower in (0..4096).step_by(16) {
        // SAFETY: the stack pointer is a multiple of 16 at the start of the block and at the call, as the ABI wants,
        // and is put back after it; r12 survives the call. A panic in `call` aborts instead of unwinding through here.
        unsafe {
            core::arch::asm!(
                "sub rsp, r12", "call {call}", "add rsp, r12",
                call = sym call, in("rdi") &raw mut kernel, in("r12") lower, clobber_abi("sysv64"),
            );
        }
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod tests {
    use super::*;

    #[test]
    fn the_stack_pointer_meets_every_position() {
        let mut positions = BTreeSet::new();
        at_every_stack_position(&mut || {
            let local = 0u8;
            positions.insert(core::hint::black_box(&raw const local).addr() % 4096);
        });
        assert_eq!(positions.len(), 256);
    }
}
