//! The interface between an operation and the checker: the operation takes secrets from it and passes results to it.
//!
//! The optimizer must neither know the secrets nor find out that the results are unused: the operations are also
//! disassembled from a build without marks, and code that was evaluated at compile time or removed cannot be checked.

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
    /// Returns the checker that is present, or `None` if secrets are not marked or no checker reads the marks.
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
    operation: &'static str,
    random: TestRandom,
    watcher: Watcher,
    /// The number of valgrind's reports before the run.
    before: usize,
    untraced: usize,
}

/// The outcome of a run.
pub(crate) struct Outcome {
    /// The number of valgrind's reports during the run.
    pub(crate) reports: usize,
    /// The number of results that were not marked as they should be.
    pub(crate) untraced: usize,
    /// Whether other code replaced assembly that MemorySanitizer cannot analyze.
    pub(crate) stood_in: bool,
}

impl Check {
    pub(crate) fn new(watcher: Watcher, operation: &'static str) -> Self {
        // Reset the flag: earlier runs do not count.
        let _ = taint::has_stood_in();
        let random = TestRandom::new(0x6361_726e_656c_6961);
        Self { operation, random, watcher, before: watcher.reports(), untraced: 0 }
    }

    /// Returns the name of the operation.
    pub(crate) fn operation(&self) -> &'static str {
        self.operation
    }

    pub(crate) fn outcome(self) -> Outcome {
        Outcome {
            reports: self.watcher.reports() - self.before,
            untraced: self.untraced,
            stood_in: taint::has_stood_in(),
        }
    }

    /// Returns `len` secret bytes.
    pub(crate) fn bytes(&mut self, len: usize) -> Secret<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.random.fill(&mut bytes).expect("a deterministic source delivers");
        Secret::new(black_box(bytes))
    }

    /// Returns `N` secret bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Secret<[u8; N]> {
        let mut bytes = [0; N];
        self.random.fill(&mut bytes).expect("a deterministic source delivers");
        Secret::new(black_box(bytes))
    }

    /// Returns a source of salts, which are public.
    pub(crate) fn salts(&mut self) -> TestRandom {
        TestRandom::new(self.random.next_u64())
    }

    /// Returns a secret word.
    pub(crate) fn word(&mut self) -> u64 {
        taint::secret(black_box(self.random.next_u64()))
    }

    /// Records a result that was computed from secrets: all of it must still be marked secret. If the results of an
    /// operation lost their marks, it was not checked, even if the checker reports nothing.
    pub(crate) fn secret_result<T>(&mut self, result: &[T]) {
        self.untraced += usize::from(taint::poisoned_bytes(black_box(result)) != size_of_val(result));
    }

    /// Records a result that was declassified: none of it may still be marked secret.
    pub(crate) fn public_result<T>(&mut self, result: &[T]) {
        self.untraced += usize::from(taint::poisoned_bytes(black_box(result)) != 0);
    }
}

impl Watcher {
    /// Returns the number of reports so far. MemorySanitizer ends the process at its first report, so there it is 0.
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
