//! Detection of CPU features, done once, with the result passed on as proof tokens.
//!
//! A token such as [`Avx2`] can be obtained only from its `get`, which checks the CPU, so a kernel that takes one by
//! value cannot be called where its instructions would fault. A [`Tier`] is an upper limit on the tokens: the
//! environment variable `CARNELIAN_CPU` sets it for the process; tests, benchmarks and self-tests may lower it for one
//! thread.

use core::fmt;
use core::str::FromStr;
use core::sync::atomic::{AtomicU32, Ordering};

#[cfg(any(test, feature = "std"))]
#[cfg_attr(not(feature = "__internals"), allow(unreachable_pub))]
pub(crate) mod forced;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sha_extensions;
#[cfg(feature = "std")]
mod unknown;

/// A class of CPUs. Forcing a tier disables every instruction set above it.
///
/// `CARNELIAN_CPU=portable32|portable64|sse|avx2|avx512` sets the highest tier that this process uses; a tier above what
/// the CPU has changes nothing.
///
/// ```
/// use carnelian::cpu::Tier;
/// assert_eq!("avx2".parse(), Ok(Tier::Avx2));
/// assert!(Tier::Portable64 < Tier::Avx2);
/// println!("running at {}", Tier::in_force());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Tier {
    /// Portable code over 32-bit words.
    Portable32,
    /// Portable code over 64-bit words.
    Portable64,
    /// x86-64 with SSSE3 and SSE4.1, and with AES-NI, PCLMULQDQ and SHA-NI where the CPU has them: neither AVX nor the
    /// operating system's support of it is needed.
    Sse,
    /// x86-64 with AVX2, BMI1, BMI2 and other extensions of CPUs without AVX-512.
    Avx2,
    /// x86-64 with AVX-512 F, VL, BW, DQ and related extensions.
    Avx512,
}

impl Tier {
    /// Every tier, lowest first.
    pub const ALL: [Self; 5] = [Self::Portable32, Self::Portable64, Self::Sse, Self::Avx2, Self::Avx512];

    /// Returns the name of the tier in `CARNELIAN_CPU`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable32 => "portable32",
            Self::Portable64 => "portable64",
            Self::Sse => "sse",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns the highest tier of this CPU, regardless of any forced tier.
    #[must_use]
    pub fn of_cpu() -> Self {
        let found = detected() & FOUND_ALL;
        if Avx512::BIT & found != 0 {
            Self::Avx512
        } else if Avx2::BIT & found != 0 {
            Self::Avx2
        } else if Sse41::BIT & found != 0 {
            Self::Sse
        } else {
            PORTABLE
        }
    }

    /// Returns the tier that code on this thread uses: that of the CPU, lowered by `CARNELIAN_CPU`, by tests and while a
    /// [self-test](crate::self_test()) runs.
    #[must_use]
    pub fn in_force() -> Self {
        Self::of_cpu().min(ceiling(detected()))
    }

    /// Returns the tier that `CARNELIAN_CPU` requests; `None` if it is not set or empty. The library itself ignores a
    /// value that it does not know, and says so once on standard error; a program that rejects one calls this first.
    ///
    /// # Errors
    /// [`UnknownTier`] if the variable is set to anything other than the name of a tier.
    #[cfg(feature = "std")]
    pub fn requested() -> Result<Option<Self>, UnknownTier> {
        match std::env::var_os("CARNELIAN_CPU") {
            None => Ok(None),
            Some(value) if value.is_empty() => Ok(None),
            Some(value) => value.to_str().ok_or(UnknownTier)?.parse().map(Some),
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        Self::ALL.into_iter().find(|tier| tier.name() == name).ok_or(UnknownTier)
    }
}

/// The name is not that of a [`Tier`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTier;

impl fmt::Display for UnknownTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one of portable32, portable64, sse, avx2, avx512")
    }
}

impl core::error::Error for UnknownTier {}

/// The tier of portable code of the pointer width.
const PORTABLE: Tier = if cfg!(target_pointer_width = "64") { Tier::Portable64 } else { Tier::Portable32 };

/// A zero-sized token whose existence proves that the CPU has certain features, or a pair of such tokens.
pub(crate) trait Proof: Copy {
    /// Returns the proof, if this CPU has the features and the tier in force allows them.
    fn get() -> Option<Self>;
}

impl<A: Proof, B: Proof> Proof for (A, B) {
    #[inline]
    fn get() -> Option<Self> {
        // The second one first: it is the one that fewer CPUs have, and the next row of a table asks for the first
        // again.
        let second = B::get()?;
        Some((A::get()?, second))
    }
}

/// The token of code that runs on every CPU.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Proof for Portable {
    #[inline]
    fn get() -> Option<Self> {
        Some(Self)
    }
}

/// The token of portable code over 64-bit words, for tiers from [`Tier::Portable64`] on.
#[derive(Clone, Copy, Debug)]
pub struct Portable64;

impl Proof for Portable64 {
    #[inline]
    fn get() -> Option<Self> {
        (Tier::in_force() >= Tier::Portable64).then_some(Self)
    }
}

/// The token of portable code over 32-bit words.
#[derive(Clone, Copy, Debug)]
pub struct Portable32;

impl Proof for Portable32 {
    #[inline]
    fn get() -> Option<Self> {
        Some(Self)
    }
}

/// Generates the tokens from a table: name, probe, bit, lowest tier that has it, the features it proves. The features
/// after `and` are read from the CPU in this module. From the same table comes `with_features_of!`, so that a kernel is
/// compiled for exactly what its token proves.
macro_rules! tokens {
    ($d:tt $($(#[$doc:meta])*
    $name:ident, $probe:ident, $bit:literal, $tier:ident, [$($feature:tt),+] $(and [$($own:tt),+])?;)+) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $name(());

            impl Proof for $name {
                #[inline]
                fn get() -> Option<Self> {
                    Self::get()
                }
            }

            impl $name {
                const BIT: u32 = {
                    assert!($bit < TOKENS);
                    1 << $bit
                };

                /// Returns the proof, if this CPU has the features and the tier in force allows them.
                #[inline]
                #[must_use]
                pub fn get() -> Option<Self> {
                    let state = detected();
                    (state & Self::BIT != 0 && ceiling(state) >= Tier::$tier).then_some(Self(()))
                }
            }

            #[cfg(target_arch = "x86_64")]
            cpufeatures::new!($probe, $($feature),+);
        )+

        /// `with_features_of!(Token, fn ...)` compiles the function for the features that the token proves, and
        /// `with_features_of!((One, Other), fn ...)` for those of both.
        #[cfg(target_arch = "x86_64")]
        macro_rules! with_features_of {
            $((($name, $d other:ident), $d($d function:tt)*) => {
                $crate::base::cpu::with_features_of! {
                    $d other, #[target_feature($(enable = $feature),+ $($(, enable = $own)+)?)] $d($d function)*
                }
            };
            ($name, $d($d function:tt)*) => {
                #[target_feature($(enable = $feature),+ $($(, enable = $own)+)?)] $d($d function)*
            };)+
        }
        #[cfg(target_arch = "x86_64")]
        pub(crate) use with_features_of;

        /// Detects the features of each row of the table.
        #[cfg(target_arch = "x86_64")]
        fn probe() -> u32 {
            if cfg!(miri) {
                return 0;
            }
            let found = 0 $(| if $probe::get() $($(&& cpuid::has($own))+)? { $name::BIT } else { 0 })+;
            // MemorySanitizer has no model of the SHA extensions: it would take most of their output for public even
            // when it depends on a secret byte.
            if cfg!(carnelian_msan) { found & !(ShaNi::BIT | SseShaNi::BIT) } else { found }
        }

        /// Returns the tokens that a CPU of this tier can have and this CPU lacks.
        #[cfg(any(test, feature = "__internals"))]
        fn missing(tier: Tier) -> impl Iterator<Item = &'static str> {
            let rows = [$((stringify!($name), $name::BIT, Tier::$tier)),+].into_iter();
            rows.filter(move |(_, bit, lowest)| *lowest <= tier && detected() & bit == 0).map(|(name, ..)| name)
        }

        /// Returns for each row its name, whether its features were detected, and whether the standard library detects
        /// all of them.
        #[cfg(all(test, target_arch = "x86_64", not(any(miri, carnelian_msan))))]
        fn found_here_and_by_std() -> impl Iterator<Item = (&'static str, bool, bool)> {
            use std::is_x86_feature_detected as has;
            [$((
                stringify!($name),
                detected() & $name::BIT != 0,
                $(has!($feature))&&+ $($(&& has!($own))+)?
            )),+]
            .into_iter()
        }
    };
}

tokens! {
    $
    /// SSSE3 and SSE4.1.
    Sse41, probe_sse41, 9, Sse, ["ssse3", "sse4.1"];
    /// AES-NI (`aesenc` and related instructions) in SSE encoding, and everything that [`Sse41`] proves.
    SseAesNi, probe_sse_aes_ni, 11, Sse, ["aes", "ssse3", "sse4.1"];
    /// PCLMULQDQ, the carry-less multiplier, in SSE encoding, and everything that [`Sse41`] proves.
    SseClmul, probe_sse_clmul, 15, Sse, ["pclmulqdq", "ssse3", "sse4.1"];
    /// SHA-NI (`sha256rnds2` and related instructions), and everything that [`Sse41`] proves.
    SseShaNi, probe_sse_sha_ni, 16, Sse, ["sha", "ssse3", "sse4.1"];
    /// AVX2 with BMI1, BMI2 (`rorx`, `andn`, `mulx`) and `popcnt`.
    Avx2, probe_avx2, 0, Avx2, ["avx2", "bmi1", "bmi2", "popcnt"];
    /// BMI1 and BMI2, for scalar code that is not to be compiled for vectors; see [`Avx2::bmi2`].
    Bmi2, probe_bmi2, 8, Avx2, ["bmi1", "bmi2"];
    /// FMA, and everything that [`Avx2`] proves.
    Avx2Fma, probe_avx2_fma, 3, Avx2, ["fma", "avx2", "bmi1", "bmi2", "popcnt"];
    /// AVX2, and everything that [`SseShaNi`] proves.
    ShaNi, probe_sha_ni, 4, Avx2, ["sha", "sse4.1", "ssse3", "avx2"];
    /// AES-NI (`aesenc` and related instructions), and everything that [`Avx2`] proves.
    AesNi, probe_aes_ni, 5, Avx2, ["aes", "avx2", "bmi1", "bmi2", "popcnt"];
    /// VAES, AES-NI on 256-bit vectors, and everything that [`AesNi`] proves.
    Avx2Vaes, probe_avx2_vaes, 6, Avx2, ["aes", "avx2", "bmi1", "bmi2", "popcnt"] and ["vaes"];
    /// VAES on 512-bit vectors, and everything that [`Avx512`] and [`AesNi`] prove.
    Avx512Vaes, probe_avx512_vaes, 7, Avx512,
        ["aes", "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi1", "bmi2", "popcnt"] and ["vaes"];
    /// AVX-512 F, VL, BW and DQ, and everything that [`Avx2`] proves.
    Avx512, probe_avx512, 1, Avx512,
        ["avx512f", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi1", "bmi2", "popcnt"];
    /// AVX-512 IFMA, the 52-bit multiplier, and everything that [`Avx512`] and [`Avx2Fma`] prove.
    Avx512Ifma, probe_avx512_ifma, 2, Avx512,
        ["avx512ifma", "avx512f", "avx512vl", "avx512bw", "avx512dq", "fma", "avx2", "bmi1", "bmi2", "popcnt"];
    /// AVX-512 VBMI2, double-word shifts, and everything that [`Avx512Ifma`] proves.
    Avx512IfmaVbmi2, probe_avx512_ifma_vbmi2, 10, Avx512,
        ["avx512vbmi2", "avx512ifma", "avx512f", "avx512vl", "avx512bw", "avx512dq", "fma", "avx2", "bmi1", "bmi2",
        "popcnt"];
    /// PCLMULQDQ, the carry-less multiplier, and everything that [`Avx2`] proves.
    Clmul, probe_clmul, 12, Avx2, ["pclmulqdq", "avx2", "bmi1", "bmi2", "popcnt"];
    /// VPCLMULQDQ on 256-bit vectors, two carry-less multipliers, and everything that [`Clmul`] proves.
    Avx2Vpclmul, probe_avx2_vpclmul, 14, Avx2, ["pclmulqdq", "avx2", "bmi1", "bmi2", "popcnt"] and ["vpclmulqdq"];
    /// VPCLMULQDQ on 512-bit vectors, four carry-less multipliers, and everything that [`Avx512`] and [`Clmul`] prove.
    Vpclmul, probe_vpclmul, 13, Avx512,
        ["pclmulqdq", "avx512f", "avx512vl", "avx512bw", "avx512dq", "avx2", "bmi1", "bmi2", "popcnt"] and ["vpclmulqdq"];
}

/// The results of CPUID that `cpufeatures` does not report.
#[cfg(target_arch = "x86_64")]
mod cpuid {
    #![allow(unsafe_code)]
    // Since Rust 1.94 the intrinsics are safe functions.
    #![allow(unused_unsafe)]

    use core::arch::x86_64::{__cpuid, __cpuid_count};

    /// Returns whether leaf 7 reports the feature.
    ///
    /// `cpufeatures` reports these only if the operating system saves the AVX-512 registers, though they are also usable
    /// with the AVX2 registers. Every token with such a feature also requires AVX2 or AVX-512, and thereby that the
    /// registers are saved.
    pub(super) fn has(feature: &str) -> bool {
        let bit = match feature {
            "vaes" => 9,
            "vpclmulqdq" => 10,
            _ => return false,
        };
        // SAFETY: every x86-64 CPU has CPUID; a leaf that it lacks returns meaningless data but does not fault. AVX2,
        // which every caller also requires, is reported in leaf 7, so a CPU with AVX2 has the leaf.
        let ecx = unsafe { __cpuid_count(7, 0) }.ecx;
        ecx >> bit & 1 == 1
    }

    /// Returns the family of the CPU, if AMD made it.
    pub(super) fn family_of_amd() -> Option<u32> {
        if cfg!(miri) {
            return None;
        }
        // SAFETY: every x86-64 CPU has CPUID, and leaves 0 and 1.
        let (maker, version) = unsafe { (__cpuid(0), __cpuid(1).eax) };
        let is_of_amd = [maker.ebx, maker.edx, maker.ecx].map(u32::to_le_bytes).as_flattened() == b"AuthenticAMD";
        // AMD64 Architecture Programmer's Manual, Volume 3, Appendix E.3.2: the base family, which is 15 in every
        // 64-bit CPU, and the extended one.
        is_of_amd.then_some((version >> 8 & 15) + (version >> 20 & 0xff))
    }
}

impl Avx2 {
    /// Returns the part of the proof that covers BMI1 and BMI2.
    #[inline]
    #[must_use]
    pub fn bmi2(self) -> Bmi2 {
        Bmi2(())
    }
}

/// [`Bmi2`] on a CPU where a chain of dependent operations is faster in general registers than in vectors. This is so
/// on Zen 5, where most operations on vectors take two cycles, and one on general registers takes one.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct FastBmi2(pub(crate) Bmi2);

#[cfg(target_arch = "x86_64")]
impl Proof for FastBmi2 {
    #[inline]
    fn get() -> Option<Self> {
        // MemorySanitizer is to see the vectors: valgrind, which sees general registers, has none of AVX-512.
        if detected() & ZEN_5 == 0 || cfg!(carnelian_msan) {
            return None;
        }
        Bmi2::get().map(Self)
    }
}

impl Avx2Vaes {
    /// Returns the part of the proof that covers single-block vectors.
    #[inline]
    #[must_use]
    pub fn aes_ni(self) -> AesNi {
        AesNi(())
    }
}

impl Avx512Vaes {
    /// Returns the part of the proof that covers single-block vectors.
    #[inline]
    #[must_use]
    pub fn aes_ni(self) -> AesNi {
        AesNi(())
    }
}

impl Avx2Vpclmul {
    /// Returns the part of the proof that covers single-block vectors.
    #[inline]
    #[must_use]
    pub fn clmul(self) -> Clmul {
        Clmul(())
    }
}

impl Vpclmul {
    /// Returns the part of the proof that covers single-block vectors.
    #[inline]
    #[must_use]
    pub fn clmul(self) -> Clmul {
        Clmul(())
    }
}

#[cfg(target_arch = "x86_64")]
impl Avx512 {
    /// Returns whether a word in each of many vectors is faster than many words in a vector that are moved between its
    /// lanes. This is so on AMD's CPUs, which rotate and combine twice as many vectors in a cycle as they permute, or
    /// have twice as many units for narrow vectors as for wide ones.
    #[inline]
    pub(crate) fn prefers_words(self) -> bool {
        detected() & AMD != 0
    }
}

impl Avx512IfmaVbmi2 {
    /// Returns the part of the proof that covers AVX-512 IFMA.
    #[inline]
    #[must_use]
    pub fn ifma(self) -> Avx512Ifma {
        Avx512Ifma(())
    }
}

impl Avx512Ifma {
    /// Returns the part of the proof that covers AVX2, BMI1, BMI2 and FMA.
    #[inline]
    #[must_use]
    pub fn avx2_fma(self) -> Avx2Fma {
        Avx2Fma(())
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn probe() -> u32 {
    0
}

#[cfg(not(target_arch = "x86_64"))]
mod cpuid {
    pub(super) fn family_of_amd() -> Option<u32> {
        None
    }
}

/// Set in [`STATE`] once the CPU has been probed.
const DONE: u32 = 1 << 31;
/// Set in [`STATE`] if AMD made the CPU.
const AMD: u32 = 1 << 27;
/// Set in [`STATE`] if its family is that of Zen 5.
const ZEN_5: u32 = 1 << 26;
/// The bits of [`STATE`] that hold the tier requested by `CARNELIAN_CPU`.
const CEILING_SHIFT: u32 = 28;
const CEILING_MASK: u32 = 0b111 << CEILING_SHIFT;
/// The number of tokens, whose bits are numbered from 0.
const TOKENS: u32 = 17;
const FOUND_ALL: u32 = (1 << TOKENS) - 1;
/// The bits of [`STATE`] that count the calls of [`forced::at_most`] in progress: while there are any, threads may have
/// lower tiers than the process. A lock would be held forever in a process that is forked while another thread holds it.
const LOWERINGS: u32 = 0x1ff << TOKENS;
#[cfg(any(test, feature = "std"))]
const ONE_LOWERING: u32 = 1 << TOKENS;
const _: () = {
    assert!(Tier::ALL.len() <= 8);
    assert!(DONE ^ CEILING_MASK ^ AMD ^ ZEN_5 ^ LOWERINGS ^ FOUND_ALL == u32::MAX);
};

/// The result of the detection: token bits, the process's tier limit, and whether both are known yet.
static STATE: AtomicU32 = AtomicU32::new(0);

#[inline]
fn detected() -> u32 {
    let state = STATE.load(Ordering::Relaxed);
    if state & DONE != 0 { state } else { detect() }
}

/// Detects the features and stores them. Two threads that race here compute and store the same value.
#[cold]
fn detect() -> u32 {
    #[cfg(feature = "std")]
    let ceiling = Tier::requested().unwrap_or_else(unknown::reported).unwrap_or(Tier::Avx512);
    #[cfg(not(feature = "std"))]
    let ceiling = Tier::Avx512;
    let maker = cpuid::family_of_amd().map_or(0, |family| if family == 0x1a { AMD | ZEN_5 } else { AMD });
    let state = probe() | maker | (ceiling as u32) << CEILING_SHIFT | DONE;
    // What another thread has set meanwhile stays.
    STATE.fetch_or(state, Ordering::Relaxed) | state
}

/// Returns the highest tier that this thread may use.
#[inline]
fn ceiling(state: u32) -> Tier {
    let process = Tier::ALL[((state & CEILING_MASK) >> CEILING_SHIFT) as usize];
    // A thread-local variable takes as long as a short hash in a shared library, so it is read only while one is lower.
    #[cfg(any(test, feature = "std"))]
    if state & LOWERINGS != 0 {
        return forced::lowered(process);
    }
    process
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An independent detection: the standard library's.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn tier_by_std() -> Tier {
        use std::is_x86_feature_detected as has;
        if has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
            Tier::Avx512
        } else if has!("avx2") && has!("bmi1") && has!("bmi2") {
            Tier::Avx2
        } else if has!("ssse3") && has!("sse4.1") {
            Tier::Sse
        } else {
            Tier::Portable64
        }
    }

    #[cfg(any(not(target_arch = "x86_64"), miri))]
    fn tier_by_std() -> Tier {
        PORTABLE
    }

    #[test]
    fn finds_what_the_standard_library_finds() {
        assert_eq!(Tier::of_cpu(), tier_by_std());
    }

    /// A token that is wrongly absent would disable kernels on every CPU; one that is wrongly present would let them
    /// fault.
    #[cfg(all(target_arch = "x86_64", not(any(miri, carnelian_msan))))]
    #[test]
    fn every_token_is_what_the_standard_library_finds() {
        for (token, here, by_std) in found_here_and_by_std() {
            assert_eq!(here, by_std, "{token}");
        }
    }

    #[test]
    fn tiers_that_are_not_run_are_told() {
        forced::tell_tiers_not_run();
        assert!(forced::tiers().is_sorted() && forced::tiers().last() == Some(Tier::in_force()));
    }

    #[test]
    fn names_round_trip() {
        for tier in Tier::ALL {
            assert_eq!(tier.name().parse(), Ok(tier));
        }
        for wrong in ["", "AVX2", "avx", "portable", "avx512 "] {
            assert_eq!(wrong.parse::<Tier>(), Err(UnknownTier));
        }
    }

    #[test]
    fn forcing_lowers_nests_and_ends() {
        let before = Tier::in_force();
        forced::at_most(Tier::Portable64, || {
            assert!(Tier::in_force() <= Tier::Portable64);
            assert!(Sse41::get().is_none() && Avx2::get().is_none() && Avx512::get().is_none());
            forced::at_most(Tier::Avx512, || assert!(Tier::in_force() <= Tier::Portable64));
        });
        assert_eq!(Tier::in_force(), before);
    }

    /// Other threads keep their tier while one is lowered, and again when it no longer is.
    #[test]
    fn forcing_is_for_one_thread() {
        let here = Tier::in_force();
        let elsewhere = || std::thread::scope(|scope| scope.spawn(Tier::in_force).join().unwrap());
        forced::at_most(Tier::Portable32, || {
            assert_eq!((Tier::in_force(), elsewhere()), (Tier::Portable32.min(here), here));
        });
        assert_eq!((Tier::in_force(), elsewhere()), (here, here));
    }
}
