//! The counter that is read before and after what is measured.
//!
//! | architecture | counter |
//! |---|---|
//! | x86-64 with an invariant TSC | the time-stamp counter, by `RDTSC` behind `LFENCE` |
//! | AArch64 | the virtual counter, `CNTVCT_EL0` behind `ISB` |
//! | others | none: the system's monotonic clock, in nanoseconds |
#![allow(unsafe_code)]

/// Which counter there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counter {
    /// The time-stamp counter of x86-64, which runs at one rate whatever the core's frequency.
    Tsc,
    /// The virtual counter of AArch64, which runs at a rate that has nothing to do with the core's.
    Cntvct,
    /// The system's monotonic clock.
    System,
}

impl Counter {
    /// The best on this CPU.
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

    /// The counter now. The fence keeps what is measured on its side of the reading.
    #[inline]
    #[must_use]
    pub fn read(self) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Tsc {
            // SAFETY: LFENCE and RDTSC exist on every x86-64; they touch no memory.
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
            // SAFETY: the virtual counter can be read by every program of the systems that Rust's standard library
            // runs on; it touches no memory.
            unsafe { std::arch::asm!("isb", "mrs {now}, cntvct_el0", "isb", now = out(reg) now, options(nostack)) };
            return now;
        }
        system_ns()
    }
}

/// The system's monotonic clock since the first reading, in nanoseconds.
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
