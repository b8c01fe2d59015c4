//! Classes of results: what of a machine and of our code decides how fast it is, as one name.
//!
//! A class is a microarchitecture, a slash, and the code that may run on it: `zen-4/avx512-ifma`, `zen-3/avx2-vaes`,
//! `zen-3/portable64`. Results of one class differ by chance, or by the version of the code; results of two classes
//! never stand in one column of a page. "Golden Cove or later" is a class's name where a hypervisor hides which.
//!
//! | code | is that of |
//! |---|---|
//! | `avx512-ifma`, `avx512` | the AVX-512 tier, on CPUs with the 52-bit multiplier and on those without |
//! | `avx2-vaes`, `avx2` | the AVX2 tier, on CPUs with AES on 256-bit vectors and on those without |
//! | `sse` | the SSE tier |
//! | `portable64`, `portable32` | the portable tiers |
//! | `portable32-i686` | the portable tier in a program for 32-bit x86 |

use super::{Machine, features};
use crate::document::{Document, Microarchitecture};
use carnelian::cpu::Tier;
use std::cmp::Reverse;
use std::fmt;

/// The class of a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Class {
    /// The year of the microarchitecture, if it is known.
    pub year: Option<u16>,
    /// The microarchitecture in lower case, `zen-4`; if it is unknown, the CPU.
    pub core: String,
    /// The code that may run: `avx512-ifma`.
    pub code: String,
}

impl Class {
    /// Returns the class of a result.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let known = document.microarchitecture.as_ref();
        let has = |feature: &str| recorded(document, feature);
        Self {
            year: known.map(|known| known.year),
            core: slug(known.map_or(&document.cpu, |known| &known.name)),
            code: code(&document.tier, document.machine.starts_with("x86 "), has),
        }
    }

    /// Returns the class of this machine at a tier.
    #[must_use]
    pub fn here(tier: Tier) -> Self {
        let machine = Machine::here();
        let (known, features) = (machine.microarchitecture, features::up_to(tier));
        Self {
            year: known.as_ref().map(|known| known.year),
            core: slug(known.as_ref().map_or(&machine.cpu, |known| &known.name)),
            code: code(tier.name(), cfg!(target_arch = "x86"), |feature| features.contains(&feature)),
        }
    }

    /// Returns the key of the order on pages: the newest microarchitecture first, unknown ones last, then the highest
    /// tier first.
    #[must_use]
    pub fn order(&self) -> impl Ord + use<> {
        let tier = Tier::ALL.iter().rposition(|tier| self.code.starts_with(tier.name()));
        (Reverse(self.year), self.core.clone(), Reverse(tier), Reverse(self.code.clone()))
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.core, self.code)
    }
}

/// Names the code that may run at a tier; one that was not recorded is an unknown one.
fn code(tier: &str, i686: bool, has: impl Fn(&str) -> bool) -> String {
    let detail = match tier {
        "avx512" if has("avx512ifma") => "-ifma",
        "avx2" if has("vaes") => "-vaes",
        "portable32" if i686 => "-i686",
        _ => "",
    };
    format!("{}{detail}", if tier.is_empty() { "unknown-tier" } else { tier })
}

/// Returns whether the CPU of a result had a feature. A result that records no features says it by the backends that
/// ran, or by its microarchitecture: a run of a few operations needs not have used every backend.
fn recorded(document: &Document, feature: &str) -> bool {
    if !document.features.is_empty() {
        return document.features.iter().any(|found| found == feature);
    }
    let backend = if feature == "avx512ifma" { "ifma" } else { feature };
    let ran = document.rows.iter().any(|row| row.is_ours() && row.backend.contains(backend));
    ran || document.microarchitecture.as_ref().is_some_and(|known| always(known, feature))
}

/// The microarchitectures all of whose CPUs with AVX2 have VAES and all of whose CPUs with AVX-512 have IFMA.
const WITH_BOTH: [&str; 10] = [
    "Sunny Cove",
    "Willow Cove",
    "Cypress Cove",
    "Golden Cove",
    "Golden Cove or later",
    "Raptor Cove",
    "Redwood Cove",
    "Zen 3",
    "Zen 4",
    "Zen 5",
];

fn always(known: &Microarchitecture, feature: &str) -> bool {
    ["avx512ifma", "vaes"].contains(&feature) && WITH_BOTH.contains(&known.name.as_str())
}

/// Returns lower-case letters and digits with `-` between words.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_a_class_at_every_tier_that_it_has() {
        for tier in Tier::ALL.into_iter().filter(|tier| *tier <= Tier::of_cpu()) {
            let class = Class::here(tier).to_string();
            let (core, code) = class.split_once('/').unwrap();
            assert!(!core.is_empty() && code.starts_with(tier.name()), "{class}");
        }
    }

    #[test]
    fn classes_stand_newest_and_highest_first() {
        let class = |year, core: &str, code: &str| Class { year, core: core.to_owned(), code: code.to_owned() };
        let sorted = [
            class(Some(2022), "zen-4", "avx512-ifma"),
            class(Some(2022), "zen-4", "avx512"),
            class(Some(2022), "zen-4", "avx2-vaes"),
            class(Some(2022), "zen-4", "portable64"),
            class(Some(2020), "zen-3", "avx2-vaes"),
            class(None, "a-cpu", "avx512"),
        ];
        assert!(sorted.windows(2).all(|pair| pair[0].order() < pair[1].order()));
    }
}
