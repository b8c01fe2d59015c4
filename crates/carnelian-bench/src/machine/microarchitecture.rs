//! Microarchitectures and their years by the identification numbers of the CPU.
//!
//! Sources: the vendors' specification updates and software optimization manuals, and the lists of CPU families in the
//! Linux kernel (`arch/x86/include/asm/intel-family.h`, `arch/arm64/include/asm/cputype.h`). The year is that of the
//! first product with the core.

use crate::document::Microarchitecture;

/// Models of Intel's family 6: the model numbers, the name, the year.
const INTEL: &[(&[u8], &str, u16)] = &[
    (&[0x2a, 0x2d], "Sandy Bridge", 2011),
    (&[0x3a, 0x3e], "Ivy Bridge", 2012),
    (&[0x37, 0x4a, 0x4c, 0x4d, 0x5a, 0x5d], "Silvermont", 2013),
    (&[0x3c, 0x3f, 0x45, 0x46], "Haswell", 2013),
    (&[0x3d, 0x47, 0x4f, 0x56], "Broadwell", 2014),
    (&[0x4e, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6], "Skylake", 2015),
    (&[0x5c, 0x5f], "Goldmont", 2016),
    (&[0x7a], "Goldmont Plus", 2017),
    (&[0x55], "Skylake-X", 2017),
    (&[0x66], "Cannon Lake", 2018),
    (&[0x7d, 0x7e, 0x6a, 0x6c], "Sunny Cove", 2019),
    (&[0x8c, 0x8d], "Willow Cove", 2020),
    (&[0x86, 0x96, 0x9c], "Tremont", 2020),
    (&[0xa7], "Cypress Cove", 2021),
    (&[0x97, 0x9a, 0xb7, 0xba, 0xbf], "Golden Cove and Gracemont", 2021),
    (&[0xbe], "Gracemont", 2023),
    (&[0x8f], "Golden Cove", 2023),
    (&[0xcf], "Raptor Cove", 2023),
    (&[0xaa, 0xac], "Redwood Cove and Crestmont", 2023),
    (&[0xaf], "Crestmont", 2024),
    (&[0xad, 0xae], "Redwood Cove", 2024),
    (&[0xbd, 0xc5, 0xc6, 0xb5], "Lion Cove and Skymont", 2024),
];

/// AMD's families: the family, the lowest and the highest model, the name, the year.
const AMD: &[(u8, u8, u8, &str, u16)] = &[
    (0x15, 0x00, 0x01, "Bulldozer", 2011),
    (0x15, 0x02, 0x1f, "Piledriver", 2012),
    (0x15, 0x30, 0x3f, "Steamroller", 2014),
    (0x15, 0x60, 0x7f, "Excavator", 2015),
    (0x17, 0x00, 0x07, "Zen", 2017),
    (0x17, 0x08, 0x0f, "Zen+", 2018),
    (0x17, 0x10, 0x17, "Zen", 2017),
    (0x17, 0x18, 0x2f, "Zen+", 2018),
    (0x17, 0x30, 0xff, "Zen 2", 2019),
    (0x19, 0x00, 0x0f, "Zen 3", 2020),
    (0x19, 0x10, 0x1f, "Zen 4", 2022),
    (0x19, 0x20, 0x5f, "Zen 3", 2020),
    (0x19, 0x60, 0xaf, "Zen 4", 2022),
    (0x1a, 0x00, 0xff, "Zen 5", 2024),
];

/// Arm cores by implementer and part number, as in `/proc/cpuinfo`.
const ARM: &[(u16, u16, &str, u16)] = &[
    (0x41, 0xd03, "Cortex-A53", 2014),
    (0x41, 0xd07, "Cortex-A57", 2014),
    (0x41, 0xd08, "Cortex-A72", 2015),
    (0x41, 0xd09, "Cortex-A73", 2016),
    (0x41, 0xd05, "Cortex-A55", 2018),
    (0x41, 0xd0a, "Cortex-A75", 2018),
    (0x41, 0xd0b, "Cortex-A76", 2018),
    (0x41, 0xd0c, "Neoverse N1", 2019),
    (0x41, 0xd0d, "Cortex-A77", 2019),
    (0x41, 0xd41, "Cortex-A78", 2020),
    (0x41, 0xd40, "Neoverse V1", 2021),
    (0x41, 0xd49, "Neoverse N2", 2022),
    (0x41, 0xd4f, "Neoverse V2", 2023),
    (0x61, 0x022, "Apple Icestorm", 2020),
    (0x61, 0x023, "Apple Firestorm", 2020),
    (0xc0, 0xac3, "Ampere-1", 2022),
];

fn found(name: &str, year: u16) -> Microarchitecture {
    Microarchitecture { name: name.to_owned(), year }
}

/// Returns the microarchitecture for CPUID's vendor string, and the family and model with their extensions added.
#[must_use]
pub fn x86(vendor: &str, family: u8, model: u8) -> Option<Microarchitecture> {
    match vendor {
        "GenuineIntel" if family == 6 => {
            let (_, name, year) = INTEL.iter().find(|(models, ..)| models.contains(&model))?;
            Some(found(name, *year))
        }
        "AuthenticAMD" => {
            let is_it =
                |(of, low, high, ..): &&(u8, u8, u8, &str, u16)| *of == family && (*low..=*high).contains(&model);
            let (.., name, year) = AMD.iter().find(is_it)?;
            Some(found(name, *year))
        }
        _ => None,
    }
}

/// Returns the microarchitecture for an implementer and part number.
#[must_use]
pub fn arm(implementer: u16, part: u16) -> Option<Microarchitecture> {
    let (.., name, year) = ARM.iter().find(|(of, number, ..)| (*of, *number) == (implementer, part))?;
    Some(found(name, *year))
}
