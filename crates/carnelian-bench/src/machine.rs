//! Where and when something was measured: what a reader needs to judge the numbers, and no host or user name.

use std::time::SystemTime;

/// The machine, the compiler and the moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// Architecture, operating system and number of hardware threads.
    pub machine: String,
    /// The CPU's own name, with family, model and stepping where they exist.
    pub cpu: String,
    /// RFC 3339, in UTC.
    pub date: String,
    /// The compiler that built this program, in its own words.
    pub rustc: String,
}

impl Machine {
    /// This one, now.
    #[must_use]
    pub fn here() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let plural = if threads == 1 { "" } else { "s" };
        Self {
            machine: format!("{} {}, {threads} hardware thread{plural}", std::env::consts::ARCH, std::env::consts::OS),
            cpu: cpu().unwrap_or_else(|| "unknown".to_owned()),
            date: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            rustc: rustc_version_runtime::version_meta().short_version_string,
        }
    }
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

/// The first of these lines that Linux has to say; which ones there are depends on the architecture.
#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
fn cpu() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let value = |key: &str| {
        let line = info.lines().find(|line| line.starts_with(key))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    value("model name").or_else(|| {
        let (implementer, part) = (value("CPU implementer")?, value("CPU part")?);
        Some(format!("implementer {implementer}, part {part}"))
    })
}
