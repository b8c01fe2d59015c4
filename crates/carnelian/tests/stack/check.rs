//! Runs operations on a stack of their own and searches it for what must not be there.
//!
//! Two oracles look at each stack. The first knows the secrets: those that were drawn, and what is derived from them,
//! computed by other libraries; none of their words may be found at any offset. The second knows none: the same
//! operation runs with other secrets, and where the two stacks differ in a word, that word was made of a secret. It
//! must be one of a result that is public, or that the caller has taken out of its container.

use carnelian::__internals::{TestRandom, at_most, on_a_thread_of, stack_left_by, stack_used_by, tiers};
use carnelian::cpu::Tier;
use carnelian::random::{Random, RandomError};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::os::unix::fs::FileExt;

/// An operation of `carnelian-ctcheck`, or a part of one.
#[derive(Clone, Copy)]
pub(crate) struct Case {
    /// Its name there.
    pub(crate) name: &'static str,
    pub(crate) run: fn(&mut Check),
}

impl Case {
    /// Returns the case of a row of the catalogue.
    pub(crate) fn of_row(name: String, run: fn(&mut Check)) -> Self {
        Self { name: name.leak(), run }
    }
}

/// The purpose for which the operations of a case run.
#[derive(Clone, Copy)]
enum How {
    /// Its stack is kept, to be searched.
    Search,
    /// Its use of the stack is measured.
    Measure,
    /// It runs on a thread with as many bytes of stack.
    Thread(usize),
}

/// One run of a case.
pub(crate) struct Check {
    name: &'static str,
    how: How,
    /// The most bytes of stack that an operation used.
    used: usize,
    random: TestRandom,
    secrets: HashMap<[u8; 8], String>,
    public: HashSet<[u8; 8]>,
    stacks: Vec<Stack>,
}

/// The name of an operation, and the stack that it has left, from the lowest byte that is not zero.
struct Stack {
    what: String,
    left: Vec<u8>,
    /// Whether the second oracle looks at it too.
    is_compared: bool,
}

impl Check {
    fn new(name: &'static str, how: How, seed: u64) -> Self {
        Self {
            name,
            how,
            used: 0,
            random: TestRandom::new(seed << 48),
            secrets: HashMap::new(),
            public: HashSet::new(),
            stacks: Vec::new(),
        }
    }

    /// Returns the name of the case.
    #[cfg(all(feature = "composite", feature = "encoding"))]
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Returns `len` random bytes, which are not secret.
    pub(crate) fn drawn(&mut self, len: usize) -> Box<[u8]> {
        let mut bytes = vec![0; len];
        self.random.fill(&mut bytes).expect("a deterministic source delivers");
        bytes.into_boxed_slice()
    }

    /// Returns `len` secret bytes.
    pub(crate) fn bytes(&mut self, name: &str, len: usize) -> Box<[u8]> {
        let bytes = self.drawn(len);
        self.secret(name, &bytes);
        bytes
    }

    /// `N` secret bytes.
    pub(crate) fn array<const N: usize>(&mut self, name: &str) -> Box<[u8; N]> {
        self.bytes(name, N).try_into().expect("as many bytes as were asked for")
    }

    /// Says that this is secret, wherever it was computed: its words at any offset, also in the other byte order.
    pub(crate) fn secret(&mut self, name: &str, bytes: &[u8]) {
        for word in words(bytes) {
            // Words that are nearly empty occur anywhere, and those of addresses end with zeros.
            let is_telling = word.iter().filter(|byte| **byte != 0).count() > 4 && word[6..] != [0, 0];
            if is_telling {
                self.secrets.entry(word).or_insert_with(|| name.to_owned());
            }
        }
    }

    /// Says that this is a result that may be known, or that the caller has taken as plain bytes.
    pub(crate) fn public(&mut self, bytes: &[u8]) {
        self.public.extend(words(bytes));
    }

    /// The same of a value that is not bytes: of what it is in memory.
    pub(crate) fn public_value<T>(&mut self, value: &T) {
        let bytes = bytes_of(value);
        self.public(&bytes);
    }

    /// Which bytes of a stack are part of a word of a public result.
    fn public_bytes_of(&self, stack: &[u8]) -> Vec<bool> {
        let mut public = vec![false; stack.len()];
        for (at, window) in stack.windows(8).enumerate() {
            if self.public.contains(window) {
                public[at..at + 8].fill(true);
            }
        }
        public
    }

    /// Runs `work` on a stack of its own. It is a caller as others are: what it takes from the heap lies there before,
    /// and results that are plain bytes it writes to the heap.
    pub(crate) fn run(&mut self, what: &str, work: &mut dyn FnMut()) {
        let stack = match self.how {
            How::Search => stack_left_by(work),
            How::Measure => return self.used = self.used.max(stack_used_by(work)),
            How::Thread(size) => return on_a_thread_of(size, &format!("{}, {what}", self.name), work),
        };
        let lowest = stack.iter().position(|byte| *byte != 0).unwrap_or(stack.len());
        self.stacks.push(Stack { what: what.to_owned(), left: stack[lowest..].to_vec(), is_compared: true });
    }
}

impl Check {
    /// As [`run`](Self::run), for a role's operation that also computes with public values, such as the matrix of a public
    /// key or what a signature is verified by. Only cases of the scheme itself can name these for the second oracle, and
    /// do; so here only the first one looks.
    #[cfg(all(feature = "composite", feature = "encoding"))]
    pub(crate) fn run_known(&mut self, what: &str, work: &mut dyn FnMut()) {
        let before = self.stacks.len();
        self.run(what, work);
        self.stacks[before..].iter_mut().for_each(|stack| stack.is_compared = false);
    }

    /// As [`run`](Self::run), for a function that consumes what `make` gives. Where the value was before it was moved
    /// into the function the caller's copy stays, so it lies on the heap, and is copied from there to where the
    /// function finds it. It is made on a stack of its own too: what is between its fields is of that stack, and not of
    /// the test's.
    pub(crate) fn run_on<T>(&mut self, what: &str, make: impl Fn() -> T, work: impl Fn(Box<T>)) {
        let mut value = None;
        stack_left_by(&mut || value = Some(Box::new(make())));
        self.run(what, &mut || work(value.take().expect("it is run once")));
    }
}

/// The words of eight bytes at every offset, and the same as big-endian numbers of 64 and of 32 bits.
fn words(bytes: &[u8]) -> impl Iterator<Item = [u8; 8]> {
    bytes.windows(8).flat_map(|window| {
        let word: [u8; 8] = window.try_into().expect("windows of eight bytes");
        let [a, b, c, d, e, f, g, h] = word;
        [word, [h, g, f, e, d, c, b, a], [d, c, b, a, h, g, f, e]]
    })
}

/// The bytes of a value, padding and all, as the system sees them.
fn bytes_of<T>(value: &T) -> Vec<u8> {
    let mut bytes = vec![0; size_of::<T>()];
    let memory = File::open("/proc/self/mem").expect("a process may read its own memory");
    let address = std::ptr::from_ref(value).addr() as u64;
    memory.read_exact_at(&mut bytes, address).expect("a value is in memory");
    bytes
}

/// A random source that copies bytes which lie on the heap.
pub(crate) struct Source<'a>(pub(crate) &'a [u8]);

impl Random for Source<'_> {
    fn fill(&mut self, out: &mut [u8]) -> Result<(), RandomError> {
        let (now, rest) = self.0.split_at(out.len());
        out.copy_from_slice(now);
        self.0 = rest;
        Ok(())
    }
}

/// Runs every case at every tier of this CPU.
///
/// # Panics
/// With a line for each stack on which something was found.
pub(crate) fn leave_nothing(cases: &[&[Case]]) {
    let only = std::env::var("CARNELIAN_STACK_CASE").ok();
    let mut findings = Findings::new();
    let is_wanted = |case: &&Case| only.as_ref().is_none_or(|only| case.name.contains(only.as_str()));
    for case in cases.iter().copied().flatten().filter(is_wanted) {
        for tier in tiers() {
            at_most(tier, || examine(case, tier, &mut findings));
        }
    }
    let lines: Vec<_> = findings.into_iter().map(|(what, found)| format!("{what}: {}", found.join("; "))).collect();
    assert!(lines.is_empty(), "secrets are left on the stack:\n{}\n", lines.join("\n"));
}

#[cfg(all(feature = "composite", feature = "encoding"))]
impl Case {
    /// Returns the most bytes of stack that its operations use at any tier of this CPU.
    pub(crate) fn stack_used(&self) -> usize {
        let used = |tier| {
            at_most(tier, || {
                // What runs for the first time may have to be linked or detected.
                let [_, again] = [1, 1].map(|seed| {
                    let mut check = Check::new(self.name, How::Measure, seed);
                    (self.run)(&mut check);
                    check
                });
                again.used
            })
        };
        tiers().map(used).max().unwrap_or_default()
    }

    /// Runs its operations, each on a thread with `size` bytes of stack, at every tier of this CPU.
    pub(crate) fn run_on_threads_of(&self, size: usize) {
        for tier in tiers() {
            at_most(tier, || (self.run)(&mut Check::new(self.name, How::Thread(size), 1)));
        }
    }
}

/// The findings at each tier, for each operation.
type Findings = BTreeMap<String, Vec<String>>;

fn examine(case: &Case, tier: Tier, findings: &mut Findings) {
    // What runs for the first time may have to be linked or detected, which also takes stack.
    let [_, one, same, other] = [1, 1, 1, 2].map(|seed| {
        let mut check = Check::new(case.name, How::Search, seed);
        (case.run)(&mut check);
        check
    });
    for (at, stack) in one.stacks.iter().enumerate() {
        let mut found = known(&one, &stack.left);
        if stack.is_compared {
            found.extend(unknown([&one, &same, &other], at));
        }
        if !found.is_empty() {
            let lines = findings.entry(format!("{}, {}", case.name, stack.what)).or_default();
            lines.push(format!("{tier}: {}", found.join(", ")));
        }
    }
}

/// Returns the known secrets that have words on the stack, and their distance from its top.
fn known(check: &Check, stack: &[u8]) -> Vec<String> {
    let mut found: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, window) in stack.windows(8).enumerate() {
        if let Some(name) = check.secrets.get(window).filter(|_| !check.public.contains(window)) {
            found.entry(name).or_default().push(stack.len() - at);
        }
    }
    found.iter().map(|(name, places)| format!("{name} at {:?}", ranges(places))).collect()
}

/// Where on the stack there are words that the secrets have changed and that are no public result.
fn unknown([one, same, other]: [&Check; 3], at: usize) -> Vec<String> {
    let [a, b, c] = [one, same, other].map(|check| &check.stacks[at].left[..]);
    let len = a.len().min(b.len()).min(c.len());
    let [a, b, c] = [a, b, c].map(|stack| &stack[stack.len() - len..]);
    let (public, too) = (one.public_bytes_of(a), other.public_bytes_of(c));
    let is_telling = |at: &usize| a[*at] == b[*at] && a[*at] != c[*at] && !public[*at] && !too[*at];
    // Bytes of two words that have nothing in common nearly always differ; addresses have their upper bytes in common.
    // An address in one run and a negative number in the other differ too, as the allocator leaves them.
    let is_plain = |stack: &[u8], at: usize| matches!(stack[at + 6..at + 8], [0, 0] | [0xff, 0xff]);
    // So do they where the window is not that of a word: the words that it overlaps tell.
    let mixes = |word: usize| {
        matches!((&a[word + 6..word + 8], &c[word + 6..word + 8]), ([0, 0], [0xff, 0xff]) | ([0xff, 0xff], [0, 0]))
    };
    let is_mixed = |at: usize| {
        let word = len.saturating_sub((len - at).next_multiple_of(8));
        mixes(word) || word < at && word + 16 <= len && mixes(word + 8)
    };
    let places = (0..len.saturating_sub(7)).filter(|at| (*at..at + 8).filter(is_telling).count() == 8);
    let places = places.filter(|at| !is_plain(a, *at) && !is_plain(c, *at) && !is_mixed(*at));
    let places: Vec<_> = places.map(|at| len - at).collect();
    if places.is_empty() { Vec::new() } else { vec![format!("made of secrets at {:?}", ranges(&places))] }
}

/// Runs of neighbouring places, from the top of the stack down.
fn ranges(places: &[usize]) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for place in places {
        match ranges.last_mut() {
            Some((_, last)) if *last == place + 1 => *last = *place,
            _ => ranges.push((*place, *place)),
        }
    }
    ranges
}

/// An address in one run and a negative number in the other are no finding, wherever the bytes after them differ too; a
/// word in their place is one.
#[test]
fn an_address_is_no_secret() {
    let found = |words: [[u64; 3]; 2]| {
        let [one, other] = words.map(|words| {
            let mut check = Check::new("planted", How::Search, 1);
            let left = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            check.stacks.push(Stack { what: "a stack".to_owned(), left, is_compared: true });
            check
        });
        unknown([&one, &one, &other], 0)
    };
    let (address, negative) = (0x5612_3456_789a, !0x1234_5678_9abc);
    let secrets = (0x2211_3344_5566_7788, 0x9988_bbaa_ddcc_ffee);
    assert!(found([[1, address, 5], [1, negative, 0xff06]]).is_empty());
    assert_eq!(found([[1, address, secrets.0], [1, negative, secrets.1]]).len(), 1);
    assert_eq!(found([[1, secrets.0, 5], [1, secrets.1, 0xff06]]).len(), 1);
}

/// Both oracles find the remains on a stack.
#[test]
fn what_is_planted_is_found() {
    fn planted(check: &mut Check) {
        let secret = check.array::<32>("the planted secret");
        check.run("in the caller's frame", &mut || _ = std::hint::black_box(*secret));
        let digest = check.drawn(32);
        check.run("derived, and not known", &mut || {
            let copy: [u8; 32] = std::hint::black_box(&*digest).try_into().expect("32 bytes");
            std::hint::black_box(&copy);
        });
        check.run("nothing", &mut || _ = std::hint::black_box(&secret));
    }
    let mut findings = Findings::new();
    examine(&Case { name: "planted", run: planted }, Tier::in_force(), &mut findings);
    assert_eq!(findings.len(), 2, "{findings:?}");
    assert!(findings["planted, in the caller's frame"][0].contains("the planted secret at"), "{findings:?}");
    assert!(findings["planted, derived, and not known"][0].contains("made of secrets at"), "{findings:?}");
}
