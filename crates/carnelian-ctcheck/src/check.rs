//! What an operation is given: secrets to work on, and a place to show its results.
//!
//! The optimiser must not know the secrets nor find that nobody needs the results: the operations are disassembled from
//! a build without marks too, and what was computed at compile time or left out cannot be looked at.

use carnelian::__internals::{TestRandom, taint};
use carnelian::random::Random;
use carnelian::secret::Secret;
use std::hint::black_box;

/// The checker that watches this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watcher {
    Valgrind,
    MemorySanitizer,
}

impl Watcher {
    /// The one that is there; `None` if secrets are not marked or nobody looks at the marks.
    pub(crate) fn present() -> Option<Self> {
        if !cfg!(feature = "poison") {
            return None;
        }
        if cfg!(carnelian_msan) {
            return Some(Self::MemorySanitizer);
        }
        (valgrind::depth() > 0).then_some(Self::Valgrind)
    }
}

/// One run of an operation.
pub(crate) struct Check {
    random: TestRandom,
    watcher: Watcher,
    /// Reports that valgrind had made before.
    before: usize,
    untraced: usize,
}

/// What came of it.
pub(crate) struct Outcome {
    /// Reports that valgrind made during the run.
    pub(crate) reports: usize,
    /// Results that were not marked as they should be.
    pub(crate) untraced: usize,
    /// Whether other code stood in for assembly that MemorySanitizer cannot look through.
    pub(crate) stood_in: bool,
}

impl Check {
    pub(crate) fn new(watcher: Watcher) -> Self {
        // What ran before is of no interest.
        let _ = taint::has_stood_in();
        Self { random: TestRandom::new(0x6361_726e_656c_6961), watcher, before: watcher.reports(), untraced: 0 }
    }

    pub(crate) fn outcome(self) -> Outcome {
        Outcome {
            reports: self.watcher.reports() - self.before,
            untraced: self.untraced,
            stood_in: taint::has_stood_in(),
        }
    }

    /// `len` secret bytes.
    pub(crate) fn bytes(&mut self, len: usize) -> Secret<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.random.fill(&mut bytes).expect("a deterministic source delivers");
        Secret::new(black_box(bytes))
    }

    /// `N` secret bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Secret<[u8; N]> {
        let mut bytes = [0; N];
        self.random.fill(&mut bytes).expect("a deterministic source delivers");
        Secret::new(black_box(bytes))
    }

    /// A source of salts, which are public.
    pub(crate) fn salts(&mut self) -> TestRandom {
        TestRandom::new(self.random.next_u64())
    }

    /// A secret word.
    pub(crate) fn word(&mut self) -> u64 {
        taint::secret(black_box(self.random.next_u64()))
    }

    /// Notes a result that was computed from secrets: all of it must still be secret. An operation whose results lost
    /// their marks on the way was not checked, however silent the checker.
    pub(crate) fn secret_result<T>(&mut self, result: &[T]) {
        self.untraced += usize::from(taint::poisoned_bytes(black_box(result)) != size_of_val(result));
    }

    /// Notes a result that was declassified: nothing of it may still be secret.
    pub(crate) fn public_result<T>(&mut self, result: &[T]) {
        self.untraced += usize::from(taint::poisoned_bytes(black_box(result)) != 0);
    }
}

impl Watcher {
    /// MemorySanitizer ends the process at its first report, so whoever asks has none.
    fn reports(self) -> usize {
        match self {
            Self::Valgrind => valgrind::reports(),
            Self::MemorySanitizer => 0,
        }
    }
}

#[cfg(feature = "poison")]
mod valgrind {
    use carnelian::__internals::taint::valgrind;

    pub(super) fn depth() -> usize {
        usize::from(valgrind::running())
    }

    pub(super) fn reports() -> usize {
        valgrind::errors()
    }
}

#[cfg(not(feature = "poison"))]
mod valgrind {
    pub(super) fn depth() -> usize {
        0
    }

    pub(super) fn reports() -> usize {
        0
    }
}
