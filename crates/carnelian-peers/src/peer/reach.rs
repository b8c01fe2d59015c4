//! The extent to which a peer uses the CPU.

/// The instruction sets that matter to a peer, each with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Isa {
    /// Those of every CPU of the architecture.
    Baseline,
    /// Those of x86-64 without AVX-512.
    Avx2,
    /// AVX-512.
    Avx512,
}

/// The extent to which a peer uses CPU features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only code compiled for every CPU of the architecture; nothing is selected at run time.
    Portable,
    /// Instructions up to these, with the reason, phrased as "it ...".
    UpTo(Isa, &'static str),
    /// Everything that OpenSSL's variable permits.
    Variable,
}
