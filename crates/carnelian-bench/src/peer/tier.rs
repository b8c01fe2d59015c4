//! Restriction of peers to a tier, so that they are compared with our code at the same one.
//!
//! Our own tier is lowered by `CARNELIAN_CPU`. For a peer, a tier means a set of instructions: those of every x86-64 at
//! the portable tiers, those of CPUs without AVX at `sse`, those of CPUs without AVX-512 at `avx2`. Each peer's file declares its [`Reach`] in this build
//! and on this CPU; a peer that reaches further than the tier is left out, with the reason.
//!
//! docs/measuring/benchmarking.md has a table of the mechanism that restricts each peer.

use super::{Isa, Reach, reach};
use carnelian::cpu::Tier;

/// Returns the environment that restricts a process to the tier: our code through our variable, OpenSSL and AWS-LC
/// through theirs. Both read it when the process starts, so it must be set before that.
#[must_use]
pub fn environment(tier: Tier) -> [(&'static str, &'static str); 2] {
    [("CARNELIAN_CPU", tier.name()), ("OPENSSL_ia32cap", ia32cap(tier))]
}

/// Returns the mask that clears the bits of instructions above the tier. It consists of pairs of CPUID words, the first
/// word in the lower half: EDX and ECX of leaf 1; EBX and ECX of leaf 7; EDX of leaf 7 and EAX of leaf 7.1; EDX and EBX
/// of leaf 7.1; the vector length of AVX10. AWS-LC reads the first two pairs; OpenSSL 4 treats all bits of a pair that
/// is not given as cleared.
const fn ia32cap(tier: Tier) -> &'static str {
    match tier {
        // All of leaf 1's ECX, which starts with SSE3, and all of leaf 7.
        Tier::Portable32 | Tier::Portable64 => "~0xffffffff00000000:~0xffffffffffffffff",
        // FMA, XOP, AVX and F16C in leaf 1's ECX; all of leaf 7 except the SHA extensions. XSAVE stays: MOVBE without
        // it selects code for Silvermont, which is slower everywhere else.
        Tier::Sse => "~0x3000180000000000:~0xffffffffdfffffff",
        // AVX-512 F, DQ, IFMA, PF, ER, CD, BW, VL; VBMI, VBMI2, VNNI, BITALG, VPOPCNTDQ; 4VNNIW, 4FMAPS,
        // VP2INTERSECT, FP16; BF16; AVX10.
        Tier::Avx2 => "~0x0:~0x5842dc230000:~0x200080010c:~0x80000:~0xffffffffffffffff",
        Tier::Avx512 => "~0x0:~0x0:~0x0:~0x0:~0x0",
    }
}

/// Checks that a peer keeps to the tier in a process with the tier's [`environment`].
///
/// # Errors
/// Returns the reason why it does not, as part of a sentence about the peer.
pub fn hold(peer: &str, tier: Tier) -> Result<(), String> {
    held(reach(peer), tier, BUILT_FOR, Tier::of_cpu()).map_err(|reason| format!("it is not held to {tier}: {reason}"))
}

/// The highest tier that the compiler may use in the peers that it compiles, determined from the features that this
/// program is compiled with.
const BUILT_FOR: Tier = if cfg!(target_feature = "avx512f") {
    Tier::Avx512
} else if cfg!(target_feature = "avx") {
    Tier::Avx2
} else if cfg!(target_feature = "sse4.2") {
    Tier::Sse
} else {
    PORTABLE
};

/// The lowest tier of peers: none of them computes with half words.
const PORTABLE: Tier = if cfg!(target_pointer_width = "64") { Tier::Portable64 } else { Tier::Portable32 };

/// Returns the instruction sets of a tier.
const fn instructions(tier: Tier) -> Isa {
    match tier {
        // No peer whose reach is fixed ends between the two.
        Tier::Portable32 | Tier::Portable64 | Tier::Sse => Isa::Baseline,
        Tier::Avx2 => Isa::Avx2,
        Tier::Avx512 => Isa::Avx512,
    }
}

fn held(reach: Option<Reach>, tier: Tier, built_for: Tier, cpu: Tier) -> Result<(), String> {
    if tier >= cpu {
        return Ok(());
    }
    if tier < PORTABLE {
        return Err("it is built for words of 64 bits".to_owned());
    }
    if built_for > tier {
        return Err(format!("this build is for CPUs with {built_for} (`-C target-cpu`)"));
    }
    match reach {
        Some(Reach::UpTo(most, because)) if most > instructions(tier) => Err(format!("it {because}")),
        Some(_) => Ok(()),
        None => Err("it is not known how it chooses its code".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTORS: Option<Reach> = Some(Reach::UpTo(Isa::Avx2, "takes AVX2 where it finds it"));

    #[test]
    fn a_peer_that_reaches_further_is_left_out_and_says_why() {
        let held = |reach, tier| held(reach, tier, Tier::Portable64, Tier::Avx512);
        assert_eq!(held(VECTORS, Tier::Avx2), Ok(()));
        assert_eq!(held(VECTORS, Tier::Portable64), Err("it takes AVX2 where it finds it".to_owned()));
        assert_eq!(held(VECTORS, Tier::Sse), held(VECTORS, Tier::Portable64));
        for tier in [Tier::Portable64, Tier::Sse, Tier::Avx2, Tier::Avx512] {
            assert_eq!(held(Some(Reach::Portable), tier), Ok(()));
            assert_eq!(held(Some(Reach::Variable), tier), Ok(()));
        }
        assert!(held(None, Tier::Avx2).unwrap_err().contains("not known"));
    }

    #[test]
    fn where_the_cpu_has_no_more_everything_is_held() {
        assert_eq!(held(None, Tier::Avx2, Tier::Avx2, Tier::Avx2), Ok(()));
        assert_eq!(held(VECTORS, Tier::Avx512, Tier::Portable64, Tier::Avx512), Ok(()));
        assert!(held(VECTORS, Tier::Portable64, Tier::Portable64, Tier::Avx2).is_err());
    }

    #[test]
    fn a_build_for_a_better_cpu_holds_nothing() {
        let portable = Some(Reach::Portable);
        assert!(held(portable, Tier::Avx2, Tier::Avx512, Tier::Avx512).unwrap_err().contains("avx512"));
        assert_eq!(held(portable, Tier::Avx2, Tier::Avx2, Tier::Avx512), Ok(()));
        assert!(held(portable, Tier::Portable64, Tier::Avx2, Tier::Avx512).is_err());
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn no_peer_is_held_to_half_words() {
        let reason = held(Some(Reach::Portable), Tier::Portable32, Tier::Portable64, Tier::Avx2).unwrap_err();
        assert!(reason.contains("64 bits"));
    }

    /// A peer whose reach is unknown is left out; this test reminds the author of a new peer.
    #[test]
    fn the_reach_of_every_registered_peer_is_known() {
        let compiled = |name: &str| {
            let native = [
                "aws-lc-rs",
                "ring",
                "openssl",
                "libsodium",
                "s2n-bignum",
                "tweetnacl",
                "pqcrypto-mlkem",
                "pqcrypto-mldsa",
            ];
            cfg!(feature = "peers-native") || !native.contains(&name)
        };
        for name in crate::peer::names().into_iter().filter(|name| compiled(name)) {
            assert!(reach(&name).is_some(), "say in the file of {name} how far it goes, and in `reach`");
        }
    }

    /// Bits of CPUID words are numbered as in Intel's manual.
    #[test]
    fn the_variable_clears_what_is_above_the_tier() {
        let pairs = |tier| -> Vec<u64> {
            let words = ia32cap(tier).split(':').map(|word| word.strip_prefix("~0x").expect("clears, in hexadecimal"));
            words.map(|word| u64::from_str_radix(word, 16).unwrap()).collect()
        };
        let bits = |low: &[u32], high: &[u32]| {
            let word = |bits: &[u32]| bits.iter().map(|bit| 1 << bit).sum::<u64>();
            word(low) | word(high) << 32
        };
        let avx2 = pairs(Tier::Avx2);
        assert_eq!(avx2[0], 0);
        assert_eq!(avx2[1], bits(&[16, 17, 21, 26, 27, 28, 30, 31], &[1, 6, 11, 12, 14]));
        assert_eq!(avx2[2..4], [bits(&[2, 3, 8, 23], &[5]), bits(&[19], &[])]);
        let sse = pairs(Tier::Sse);
        assert_eq!(sse[0], bits(&[], &[11, 12, 28, 29]));
        assert_eq!(!sse[1], bits(&[29], &[]));
        let (avx, avx2_bmi_adx) = (bits(&[], &[28]), bits(&[3, 5, 8, 19], &[]));
        let portable = pairs(Tier::Portable64);
        assert_eq!((portable[0] & avx, portable[1] & avx2_bmi_adx), (avx, avx2_bmi_adx));
        // The lower half of the first pair belongs to every x86-64.
        assert_eq!(portable[0] & u64::from(u32::MAX), 0);
        assert!(pairs(Tier::Avx512).iter().all(|bits| *bits == 0));
    }
}
