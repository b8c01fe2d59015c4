//! The place and time of a measurement: what a reader needs to judge the numbers, without host or user names.

pub mod class;
pub mod conditions;
pub mod features;
pub mod microarchitecture;

use crate::document::Microarchitecture;
use std::time::SystemTime;

/// The machine, the compiler and the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Architecture, operating system and number of hardware threads.
    pub machine: String,
    /// The CPU's name as the CPU itself reports it, with family, model and stepping where they exist.
    pub cpu: String,
    /// The microarchitecture of the core, if known.
    pub microarchitecture: Option<Microarchitecture>,
    /// The date in RFC 3339 format, UTC.
    pub date: String,
    /// The compiler that built this program, as it describes itself.
    pub rustc: String,
    /// A description of the target that this program was built for.
    pub build: String,
    /// The commit that this program was built from; empty if the build was not told.
    pub commit: String,
}

impl Machine {
    /// Describes this machine, now.
    #[must_use]
    pub fn here() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let plural = if threads == 1 { "" } else { "s" };
        Self {
            machine: format!("{} {}, {threads} hardware thread{plural}", std::env::consts::ARCH, std::env::consts::OS),
            cpu: cpu().unwrap_or_else(|| "unknown".to_owned()),
            microarchitecture: microarchitecture(),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            rustc: rustc_version_runtime::version_meta().short_version_string,
            build: build(),
            commit: option_env!("CARNELIAN_COMMIT").unwrap_or_default().to_owned(),
        }
    }
}

/// Returns the name given to the build through `CARNELIAN_BUILD` at compile time; otherwise what the program knows
/// about itself: the profile, and the instructions that it may use without checking the CPU.
fn build() -> String {
    if let Some(name) = option_env!("CARNELIAN_BUILD") {
        return name.to_owned();
    }
    let profile = if cfg!(debug_assertions) { "with debug assertions" } else { "release" };
    let allowed = if cfg!(target_feature = "avx512f") {
        " with AVX-512"
    } else if cfg!(target_feature = "avx2") {
        " with AVX2"
    } else {
        ""
    };
    format!("{profile}, for any {}{allowed}", std::env::consts::ARCH)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn microarchitecture() -> Option<Microarchitecture> {
    let cpu = raw_cpuid::CpuId::new();
    let (vendor, features) = (cpu.get_vendor_info()?, cpu.get_feature_info()?);
    // A hypervisor may report the number of one model with the instructions of another. AMX gives it away: no server
    // before those with Golden Cove has it.
    let has_amx = cpu.get_extended_feature_info().is_some_and(|features| features.has_amx_tile());
    let hidden = Microarchitecture { name: "Golden Cove or later".to_owned(), year: 2023 };
    let found = microarchitecture::x86(vendor.as_str(), features.family_id(), features.model_id());
    found.filter(|found| !has_amx || found.year >= hidden.year).or_else(|| has_amx.then_some(hidden))
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn microarchitecture() -> Option<Microarchitecture> {
    let number = |key: &str| u16::from_str_radix(cpuinfo(key)?.strip_prefix("0x")?, 16).ok();
    microarchitecture::arm(number("CPU implementer")?, number("CPU part")?)
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fn cpu() -> Option<String> {
    let cpu = raw_cpuid::CpuId::new();
    let brand = cpu.get_processor_brand_string()?.as_str().trim().to_owned();
    let numbers = cpu.get_feature_info().map(|info| {
        format!(" (family {}, model {}, stepping {})", info.family_id(), info.model_id(), info.stepping_id())
    });
    Some(brand + &numbers.unwrap_or_default())
}

/// Returns the first of these lines that Linux reports; which ones exist depends on the architecture.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn cpu() -> Option<String> {
    cpuinfo("model name").or_else(|| {
        let (implementer, part) = (cpuinfo("CPU implementer")?, cpuinfo("CPU part")?);
        Some(format!("implementer {implementer}, part {part}"))
    })
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn cpuinfo(key: &str) -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with(key))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}
