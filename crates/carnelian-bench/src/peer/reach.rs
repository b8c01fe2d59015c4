//! The extent to which a peer uses the CPU.

use carnelian::cpu::Tier;

/// The extent to which a peer uses CPU features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Only code compiled for every CPU of the architecture; nothing is selected at run time.
    Portable,
    /// Instructions up to this tier, with the reason, phrased as "it ...".
    UpTo(Tier, &'static str),
    /// Everything that OpenSSL's variable permits; [`environment`](super::tier::environment) sets it.
    Variable,
}
