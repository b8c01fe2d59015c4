//! Support for the unit tests of several primitives.

use core::cell::RefCell;
use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{LazyLock, Mutex};
use std::vec::Vec;

#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
pub(crate) use super::own_stack::stack_left_by;

/// Pairs of a kernel and a backend.
type Pairs = BTreeSet<(&'static str, &'static str)>;

std::thread_local! {
    static RAN: RefCell<Pairs> = const { RefCell::new(BTreeSet::new()) };
}

/// The pairs that were reported on standard error, if reporting is enabled.
static TOLD: LazyLock<Option<Mutex<Pairs>>> =
    LazyLock::new(|| std::env::var_os("CARNELIAN_TELL_BACKENDS").map(|_| Mutex::default()));

/// Records which backend of which kernel a dispatcher enters. If `CARNELIAN_TELL_BACKENDS` is set, one line per pair is
/// written to standard error; `cargo xtask emulate` reads them.
pub(crate) fn ran(kernel: &'static str, backend: &'static str) {
    RAN.with_borrow_mut(|ran| ran.insert((kernel, backend)));
    if let Some(told) = &*TOLD
        && told.lock().is_ok_and(|mut told| told.insert((kernel, backend)))
    {
        // Not with `eprintln`, which the test harness captures.
        let _ = writeln!(std::io::stderr(), "entered {kernel}: {backend}");
    }
}

/// Returns the number in `CARNELIAN_CASES`, with which emulators and sanitizers shorten tests; zero counts as one.
fn cases_told() -> Option<usize> {
    let told = std::env::var("CARNELIAN_CASES").ok()?;
    Some(told.parse::<usize>().expect("CARNELIAN_CASES is a number").max(1))
}

/// Returns the number of cases of a test: `most`, or the value of `CARNELIAN_CASES` if that is smaller.
pub(crate) fn cases(most: usize) -> usize {
    most.min(cases_told().unwrap_or(most))
}

/// Returns all of `items`; or as many as `CARNELIAN_CASES` says, spread evenly from the first to the last.
pub(crate) fn some<I: IntoIterator>(items: I) -> impl Iterator<Item = I::Item> + Clone
where
    I::Item: Clone,
{
    let mut items: Vec<I::Item> = items.into_iter().collect();
    let (len, cases) = (items.len(), cases(items.len()));
    if cases < len {
        items = (0..cases).map(|case| items[case * (len - 1) / (cases - 1).max(1)].clone()).collect();
    }
    items.into_iter()
}

/// Returns every length up to `most`. If `CARNELIAN_CASES` asks for fewer, returns that many, spread evenly, and those
/// next to the multiples of `step`, at which a kernel changes its path.
pub(crate) fn lengths(most: usize, step: usize) -> impl Iterator<Item = usize> + Clone {
    let mut lengths: Vec<usize> = some(0..=most).collect();
    if lengths.len() <= most {
        lengths.extend((0..=most).filter(|len| (len + 1) % step < 3));
        lengths.sort_unstable();
        lengths.dedup();
    }
    lengths.into_iter()
}

/// Returns the (kernel, backend) pairs that `work` entered on this thread.
pub(crate) fn trace(work: impl FnOnce()) -> Vec<(&'static str, &'static str)> {
    RAN.take();
    work();
    RAN.take().into_iter().collect()
}

#[cfg(target_arch = "x86_64")]
std::thread_local! {
    static FRAMES: RefCell<BTreeSet<usize>> = const { RefCell::new(BTreeSet::new()) };
}

/// Records the frame address of a kernel that aligns its frame.
#[cfg(target_arch = "x86_64")]
pub(crate) fn frame(address: usize) {
    FRAMES.with_borrow_mut(|frames| frames.insert(address));
}

/// Returns the frame addresses of the kernels that `work` entered on this thread.
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) fn frames(work: impl FnOnce()) -> BTreeSet<usize> {
    FRAMES.take();
    work();
    FRAMES.take()
}

/// Runs `kernel` with the stack pointer at each of the 256 positions that it can have within a page.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unsafe_code)]
pub(crate) fn at_every_stack_position(mut kernel: &mut dyn FnMut()) {
    extern "sysv64" fn call(kernel: *mut &mut dyn FnMut()) {
        // SAFETY: the pointer is to the local below, which nothing else uses during the call.
        unsafe { (*kernel)() }
    }
    for lower in (0..4096).step_by(16) {
        // SAFETY: the stack pointer is a multiple of 16 at the start of the block and at the call, as the ABI requires,
        // and is restored after it; r12 survives the call. A panic in `call` aborts instead of unwinding through this
        // frame.
        unsafe {
            core::arch::asm!(
                "sub rsp, r12", "call {call}", "add rsp, r12",
                call = sym call, in("rdi") &raw mut kernel, in("r12") lower, clobber_abi("sysv64"),
            );
        }
    }
}

/// Returns what `look` finds on a stack in both of two runs, each with its own secret: four bytes that are found once
/// may be part of an address.
#[cfg(all(target_arch = "x86_64", not(miri), not(debug_assertions)))]
pub(crate) fn found_twice<T: PartialEq>(mut look: impl FnMut() -> Vec<T>) -> Vec<T> {
    let mut found = look();
    if !found.is_empty() {
        let again = look();
        found.retain(|name| again.contains(name));
    }
    found
}

/// Leaves data in the upper parts of vector registers, like an AVX-512 kernel that does not clean up.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unsafe_code)]
#[inline(never)]
pub(crate) fn dirty_upper_halves(_: super::cpu::Avx512) {
    // SAFETY: the token proves that the CPU has the instruction. Functions without AVX hold nothing in the changed
    // parts of these registers beyond the clobbered xmm parts, and functions with AVX assume that any call clobbers
    // them.
    unsafe {
        core::arch::asm!(
            "vpternlogd zmm0, zmm0, zmm0, 255", "vpternlogd zmm5, zmm5, zmm5, 255",
            out("xmm0") _, out("xmm5") _, options(nomem, nostack, preserves_flags),
        );
    }
}

/// Drops `value` and returns the bytes that it leaves. Its type must have no padding.
#[allow(unsafe_code)]
pub(crate) fn bytes_after_drop<T>(value: T) -> Vec<u8> {
    let mut place = core::mem::MaybeUninit::new(value);
    // SAFETY: `place` holds a value, which is not used again as such; without padding its bytes are initialised.
    unsafe {
        place.assume_init_drop();
        core::slice::from_raw_parts(place.as_ptr().cast::<u8>(), size_of::<T>()).to_vec()
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
