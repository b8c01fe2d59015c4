//! The state of the machine: what can influence a measurement without being part of it.

use crate::clock::Clock;
use crate::document::{Attempt, Conditions};

/// Returns the current conditions of this machine, except for those known only to the processes of a run.
#[must_use]
pub fn now(clock: &Clock) -> Conditions {
    Conditions {
        load: load(),
        cpus: std::thread::available_parallelism().ok().map(usize::from),
        governor: first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        hypervisor: hypervisor(),
        huge_pages: first_line("/sys/kernel/mm/transparent_hugepage/enabled").and_then(|modes| chosen(&modes)),
        counter: clock.counter_name().map(str::to_owned),
        counter_hz: clock.counter_name().map(|_| (1e9 / clock.ns_per_tick()).round()),
        core_per_cycle: clock.core_per_cycle(),
        isolated: false,
        pinned: Attempt::NotTried,
        real_time: Attempt::NotTried,
    }
}

/// Returns the load average of the last minute.
fn load() -> Option<f64> {
    first_line("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

fn first_line(path: &str) -> Option<String> {
    Some(std::fs::read_to_string(path).ok()?.lines().next()?.trim().to_owned())
}

/// Returns the mode in brackets: `always [madvise] never`.
fn chosen(modes: &str) -> Option<String> {
    Some(modes.split_once('[')?.1.split_once(']')?.0.to_owned())
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn hypervisor() -> Option<String> {
    use raw_cpuid::Hypervisor;
    let cpu = raw_cpuid::CpuId::new();
    Some(match cpu.get_hypervisor_info()?.identify() {
        Hypervisor::Xen => "Xen".to_owned(),
        Hypervisor::VMware => "VMware".to_owned(),
        Hypervisor::HyperV => "Hyper-V".to_owned(),
        Hypervisor::KVM => "KVM".to_owned(),
        Hypervisor::QEMU => "QEMU".to_owned(),
        Hypervisor::Bhyve => "bhyve".to_owned(),
        Hypervisor::QNX => "QNX".to_owned(),
        Hypervisor::ACRN => "ACRN".to_owned(),
        Hypervisor::Unknown(..) => "one that does not say its name".to_owned(),
    })
}

/// The device tree or the firmware may know, but not in a way that is common to all systems.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
const fn hypervisor() -> Option<String> {
    None
}
