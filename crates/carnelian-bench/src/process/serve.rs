//! The child's end of the connection: the processing of requests.

use super::protocol::{Identity, Reply, Request, Role, Verdict};
use super::rank;
use crate::clock::Counter;
use crate::document::Attempt;
use crate::interrupt;
use crate::op::{self, Calls};
use crate::ours;
use crate::peer::{self, Library, Missing, PeerLib};
use crate::registry;
use crate::values::OURS;
use carnelian::cpu::Tier;
use std::io::{self, BufRead, Write};

/// The hidden subcommand that runs this program as a process of a benchmark.
pub const SUBCOMMAND: &str = "bench-process";

/// Answers requests until standard input ends.
///
/// # Errors
/// Returns an error if replies cannot be written or requests cannot be read.
pub fn serve() -> io::Result<()> {
    interrupt::ignore();
    let mut part = Part::None;
    let mut replies = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let reply = match serde_json::from_str(&line?) {
            Ok(request) => part.answer(request).unwrap_or_else(Reply::Refused),
            Err(error) => Reply::Refused(format!("a request that it does not understand: {error}")),
        };
        serde_json::to_writer(&mut replies, &reply)?;
        replies.write_all(b"\n")?;
        replies.flush()?;
    }
    Ok(())
}

/// The part that the process plays.
enum Part {
    None,
    Judge(Vec<Library>),
    Measures(Library, Option<Calls>),
}

impl Part {
    fn answer(&mut self, request: Request) -> Result<Reply, String> {
        match (request, &mut *self) {
            (Request::Measure(role), Self::None) => {
                let reply = ready(&role);
                *self = Self::Measures(find(&role.library, &role.peer_libs)?, None);
                Ok(reply)
            }
            (Request::Judge { peer_libs, tier }, Self::None) => {
                let (libraries, mut missing) = everything(&peer_libs)?;
                let libraries = match tier {
                    Some(tier) => keep_to(&tier, libraries, &mut missing)?,
                    None => libraries,
                };
                let identity =
                    |library: &Library| Identity { name: library.name.clone(), version: library.version.clone() };
                let found = libraries.iter().map(identity).collect();
                *self = Self::Judge(libraries);
                Ok(Reply::Libraries { found, missing })
            }
            (Request::Compare { operation, libraries }, Self::Judge(all)) => {
                compare(&operation, all, &libraries).map(Reply::Verdicts)
            }
            (Request::Prepare { operation }, Self::Measures(library, calls)) => {
                // The previous operation is finished, even if this one fails.
                *calls = None;
                let subject = known(&operation)?.subject(&library.offers);
                let subject = subject.ok_or_else(|| format!("it does not offer {operation}"))?;
                *calls = Some(subject.calls);
                Ok(Reply::Prepared)
            }
            (Request::Turn { calls, samples }, Self::Measures(_, Some(work))) => {
                Ok(Reply::Ticks(turn(work, calls, samples)))
            }
            (request, _) => Err(format!("a request out of order: {request:?}")),
        }
    }
}

/// Sets affinity and priority. This happens before any call of the library, so that threads it starts inherit them.
fn ready(role: &Role) -> Reply {
    let pinned = role.cpu.map_or(Attempt::NotTried, rank::pin);
    let real_time = if role.real_time { rank::raise() } else { Attempt::NotTried };
    Reply::Ready { pinned, real_time }
}

fn find(name: &str, peer_libs: &[String]) -> Result<Library, String> {
    if name == OURS {
        return Ok(ours::library());
    }
    peer::find(name, &libs(peer_libs)?).map_err(|missing| missing.reason)
}

/// Returns all libraries, ours first, and those that are missing.
fn everything(peer_libs: &[String]) -> Result<(Vec<Library>, Vec<Missing>), String> {
    let (mut found, mut missing) = (vec![ours::library()], Vec::new());
    for peer in peer::all(&libs(peer_libs)?) {
        match peer.and_then(Library::unless_idle) {
            Ok(library) => found.push(library),
            Err(absent) => missing.push(absent),
        }
    }
    Ok((found, missing))
}

fn libs(peer_libs: &[String]) -> Result<Vec<PeerLib>, String> {
    peer::libs(peer_libs).map_err(|error| error.to_string())
}

/// Returns the libraries that keep to the tier; the others become missing. Ours keeps to every tier.
fn keep_to(tier: &str, libraries: Vec<Library>, missing: &mut Vec<Missing>) -> Result<Vec<Library>, String> {
    let tier: Tier = tier.parse().map_err(|error| format!("a tier that it does not know ({error})"))?;
    let keeps = |library: &Library| match peer::hold(&library.name, tier) {
        Err(reason) if library.name != OURS => {
            missing.push(Missing { name: library.name.clone(), reason, idle: true });
            false
        }
        _ => true,
    };
    Ok(libraries.into_iter().filter(keeps).collect())
}

fn known(operation: &str) -> Result<Box<dyn op::Operation>, String> {
    registry::find(operation).ok_or_else(|| format!("this build does not know {operation}"))
}

fn compare(operation: &str, all: &[Library], libraries: &[String]) -> Result<Vec<Verdict>, String> {
    let operation = known(operation)?;
    let ours = &all.first().expect("ours is always there").offers;
    let chosen = all.iter().filter(|library| libraries.contains(&library.name));
    let verdict = |library: &Library| {
        let subject = operation.subject(&library.offers)?;
        let difference = operation.check(ours, &library.offers).err();
        Some(Verdict {
            library: library.name.clone(),
            backend: subject.backend,
            difference: difference.map(|difference| difference.to_string()),
        })
    };
    Ok(chosen.filter_map(verdict).collect())
}

/// Takes the samples of a turn. Another process had the CPU before, so a few calls, at least one, are made first and
/// not counted: they bring back what that process evicted from the caches and branch predictors, and free memory that a
/// virtual machine's host reclaimed in the meantime.
fn turn(work: &mut Calls, calls: u64, samples: usize) -> Vec<u64> {
    let counter = Counter::of_cpu();
    work(calls.div_ceil(4));
    let sample = |_| {
        let start = counter.read();
        work(calls);
        counter.read().saturating_sub(start)
    };
    (0..samples).map(sample).collect()
}
