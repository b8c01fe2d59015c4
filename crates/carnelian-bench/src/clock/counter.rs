//! The counter that is read before and after the measured code.
//!
//! | architecture | counter |
//! |---|---|
//! | x86-64 with an invariant TSC | the time-stamp counter, read by `RDTSC` after `LFENCE` |
//! | AArch64 | the virtual counter, read from `CNTVCT_EL0` after `ISB` |
//! | others | none: the system's monotonic clock, in nanoseconds |
#![allow(unsafe_code)]

/// The available counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// The time-stamp counter of x86-64, which runs at a constant rate regardless of the core's frequency.
    Tsc,
    /// The virtual counter of AArch64, whose rate is unrelated to the core's frequency.
    Cntvct,
    /// The system's monotonic clock.
    System,
}

impl Counter {
    /// Returns the best counter of this CPU.
    #[must_use]
    pub fn of_cpu() -> Self {
        if cfg!(target_arch = "aarch64") {
            Self::Cntvct
        } else if has_invariant_tsc() {
            Self::Tsc
        } else {
            Self::System
        }
    }

    /// Reads the counter. The fences keep the measured code on its side of the reading.
    #[inline]
    #[must_use]
    pub fn read(self) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Tsc {
            // SAFETY: LFENCE and RDTSC exist on every x86-64; they access no memory.
            return unsafe {
                std::arch::x86_64::_mm_lfence();
                let now = std::arch::x86_64::_rdtsc();
                std::arch::x86_64::_mm_lfence();
                now
            };
        }
        #[cfg(target_arch = "aarch64")]
        if self == Self::Cntvct {
            let now: u64;
            // SAFETY: every program can read the virtual counter on the systems that Rust's standard library supports;
            // the instructions access no memory.
            unsafe { std::arch::asm!("isb", "mrs {now}, cntvct_el0", "isb", now = out(reg) now, options(nostack)) };
            return now;
        }
        system_ns()
    }
}

/// Returns the system's monotonic time since the first reading, in nanoseconds.
fn system_ns() -> u64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64
}

#[cfg(target_arch = "x86_64")]
fn has_invariant_tsc() -> bool {
    raw_cpuid::CpuId::new().get_advanced_power_mgmt_info().is_some_and(|power| power.has_invariant_tsc())
}

#[cfg(not(target_arch = "x86_64"))]
const fn has_invariant_tsc() -> bool {
    false
}
