//! Searches the memory of this process for secrets.

use std::collections::HashMap;
use std::fs::{self, File};
use std::os::unix::fs::FileExt;

/// The mask of every word of a secret where the test holds it, so that the test itself is no finding.
const MASK: u64 = 0x6a09_e667_f3bc_c908;

/// The number of secret bytes in a row, from any offset of the secret, that count as a finding.
const RUN: usize = 16;

/// A secret with its name, masked.
pub(crate) struct Masked {
    pub(crate) name: String,
    words: Vec<[u64; 2]>,
}

impl Masked {
    /// Masks a secret, one word at a time.
    pub(crate) fn new(name: &str, secret: &[u8]) -> Self {
        assert!(secret.len() >= RUN, "{name} is too short to be told from chance");
        let word = |at: usize| {
            secret[at..at + 8].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
                ^ std::hint::black_box(MASK)
        };
        let is_telling = |words: &[u64; 2]| words.iter().all(|word| (word ^ MASK).count_ones() > 8);
        let words = (0..=secret.len() - RUN).map(|at| [word(at), word(at + 8)]).filter(is_telling).collect();
        Self { name: name.to_owned(), words }
    }
}

/// A part of memory that can be written: its addresses and what it is.
struct Region {
    start: u64,
    end: u64,
    what: String,
}

/// Returns the parts of memory that this process can write.
fn regions() -> Vec<Region> {
    let maps = fs::read_to_string("/proc/self/maps").expect("a process may read its own map");
    let regions = maps.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (addresses, permissions) = (words.next()?, words.next()?);
        let (start, end) = addresses.split_once('-')?;
        let address = |digits| u64::from_str_radix(digits, 16).ok();
        let what = words.nth(3).unwrap_or("anonymous memory").to_owned();
        permissions.starts_with("rw").then_some(Region { start: address(start)?, end: address(end)?, what })
    });
    regions.collect()
}

/// Memory in which the content of a part of memory is looked at. It is no finding either.
pub(crate) struct Search {
    memory: File,
    window: Vec<u8>,
    /// For the first two bytes of each place, masked: whether any secret has them.
    starts: Vec<bool>,
}

impl Search {
    const WINDOW: usize = 1 << 20;

    pub(crate) fn new() -> Self {
        let memory = File::open("/proc/self/mem").expect("a process may read its own memory");
        Self { memory, window: vec![0; Self::WINDOW + RUN], starts: vec![false; 1 << 16] }
    }

    /// Returns a line for each secret that is anywhere in memory: its name, and what holds it.
    pub(crate) fn find(&mut self, secrets: &[Masked]) -> Vec<String> {
        let names = secrets.iter().flat_map(|secret| secret.words.iter().map(|words| (*words, &secret.name[..])));
        let names: HashMap<_, _> = names.collect();
        self.starts.fill(false);
        for [word, _] in names.keys() {
            self.starts[usize::from(*word as u16)] = true;
        }
        let mut found = Vec::new();
        for region in regions() {
            let mut at = region.start;
            while at < region.end {
                let len = (region.end - at).min(self.window.len() as u64) as usize;
                // What the system maps and cannot be read holds nothing of ours.
                if self.memory.read_exact_at(&mut self.window[..len], at).is_ok() {
                    self.find_in_window(at, len, &region.what, &names, &mut found);
                }
                at += Self::WINDOW as u64;
            }
        }
        self.window.fill(0);
        std::hint::black_box(&mut self.window);
        found.sort_unstable();
        found.dedup();
        found
    }

    fn find_in_window(
        &self,
        address: u64,
        len: usize,
        what: &str,
        names: &HashMap<[u64; 2], &str>,
        found: &mut Vec<String>,
    ) {
        let own = self.window.as_ptr_range();
        let own = own.start.addr() as u64..own.end.addr() as u64;
        for (at, run) in self.window[..len].windows(RUN).enumerate() {
            let first = u16::from_le_bytes([run[0], run[1]]);
            if !self.starts[usize::from(first ^ MASK as u16)] || own.contains(&(address + at as u64)) {
                continue;
            }
            let (first, second) = run.split_at(8);
            let masked = [first, second].map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes")) ^ MASK);
            if let Some(name) = names.get(&masked) {
                found.push(format!("{name} in {what}"));
            }
        }
    }
}
