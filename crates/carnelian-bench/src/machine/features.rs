//! CPU features that decide which of our backends run.

use carnelian::cpu::Tier;

/// The features of the tiers above the portable ones: name, lowest tier that uses it, whether the tier needs it.
const FEATURES: [(&str, Tier, bool); 16] = [
    ("ssse3", Tier::Sse, true),
    ("sse4.1", Tier::Sse, true),
    ("aes", Tier::Sse, false),
    ("pclmulqdq", Tier::Sse, false),
    ("sha", Tier::Sse, false),
    ("avx2", Tier::Avx2, true),
    ("bmi1", Tier::Avx2, true),
    ("bmi2", Tier::Avx2, true),
    ("fma", Tier::Avx2, false),
    ("vaes", Tier::Avx2, false),
    ("vpclmulqdq", Tier::Avx2, false),
    ("avx512f", Tier::Avx512, true),
    ("avx512vl", Tier::Avx512, true),
    ("avx512bw", Tier::Avx512, true),
    ("avx512dq", Tier::Avx512, true),
    ("avx512ifma", Tier::Avx512, false),
];

/// Returns the features of this CPU that our code may use at a tier.
#[must_use]
pub fn up_to(tier: Tier) -> Vec<&'static str> {
    FEATURES.iter().filter(|(name, lowest, _)| *lowest <= tier && has(name)).map(|(name, ..)| *name).collect()
}

/// Returns the features that a tier needs and this CPU lacks.
#[must_use]
pub fn missing(tier: Tier) -> Vec<&'static str> {
    let needed = FEATURES.iter().filter(|(_, lowest, needed)| *needed && *lowest <= tier);
    needed.map(|(name, ..)| *name).filter(|name| !has(name)).collect()
}

#[cfg(target_arch = "x86_64")]
fn has(feature: &str) -> bool {
    use std::is_x86_feature_detected as detected;
    match feature {
        "ssse3" => detected!("ssse3"),
        "sse4.1" => detected!("sse4.1"),
        "pclmulqdq" => detected!("pclmulqdq"),
        "avx2" => detected!("avx2"),
        "bmi1" => detected!("bmi1"),
        "bmi2" => detected!("bmi2"),
        "fma" => detected!("fma"),
        "sha" => detected!("sha"),
        "aes" => detected!("aes"),
        "vaes" => detected!("vaes"),
        "vpclmulqdq" => detected!("vpclmulqdq"),
        "avx512f" => detected!("avx512f"),
        "avx512vl" => detected!("avx512vl"),
        "avx512bw" => detected!("avx512bw"),
        "avx512dq" => detected!("avx512dq"),
        "avx512ifma" => detected!("avx512ifma"),
        _ => false,
    }
}

/// Our vector code is for x86-64 only.
#[cfg(not(target_arch = "x86_64"))]
const fn has(_: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_lacks_nothing_exactly_where_the_library_has_it() {
        for tier in [Tier::Sse, Tier::Avx2, Tier::Avx512] {
            assert_eq!(missing(tier).is_empty(), tier <= Tier::of_cpu(), "{tier}: {:?}", missing(tier));
        }
        assert_eq!(missing(Tier::Portable64), [""; 0]);
    }

    #[test]
    fn a_lower_tier_uses_fewer_features() {
        assert_eq!(up_to(Tier::Portable64), [""; 0]);
        assert!(up_to(Tier::Sse).iter().all(|name| !name.starts_with("avx") && !name.starts_with("v")));
        assert!(up_to(Tier::Avx2).iter().all(|name| !name.starts_with("avx512")));
        assert!(up_to(Tier::Avx512).len() >= up_to(Tier::Avx2).len());
    }
}
