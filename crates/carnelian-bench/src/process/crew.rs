//! The processes of a run, as seen from the process that started them.

use super::link::Link;
use super::protocol::{Identity, Reply, Request, Role, Verdict};
use crate::clock::{Clock, Elapsed};
use crate::document::{self, Attempt};
use crate::measure::{Gone, Runner};
use crate::peer::{self, Missing};
use crate::session::{Candidate, Crew};
use crate::values::OURS;
use carnelian::cpu::Tier;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// A build of this program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The name in reports.
    pub name: String,
    /// The program.
    pub program: PathBuf,
}

/// The settings with which measuring processes run.
#[derive(Clone, Debug, Default)]
pub struct Manner {
    /// Shared libraries with their paths.
    pub peer_libs: Vec<String>,
    /// The CPU to bind to.
    pub cpu: Option<usize>,
    /// Whether to ask for real-time priority.
    pub real_time: bool,
    /// The tier to restrict libraries to.
    pub tier: Option<Tier>,
}

impl Manner {
    /// Starts the judge of a build. Also returns the libraries that it finds, and those that are missing.
    fn judge(&self, build: &Build) -> Result<(Link, Vec<Identity>, Vec<Missing>), Gone> {
        let mut link = Link::start(&build.program, self.tier)?;
        let tier = self.tier.map(|tier| tier.to_string());
        let request = Request::Judge { peer_libs: self.peer_libs.clone(), tier };
        match link.ask(&request)? {
            Reply::Libraries { found, missing } => Ok((link, found, missing)),
            _ => Err(link.nonsense()),
        }
    }
}

/// A judge for each build, and a process for each library of each build that has been measured so far.
pub struct Processes {
    judges: Vec<Judge>,
    members: Vec<Member>,
    manner: Manner,
    clock: Clock,
    pinned: Attempt,
    real_time: Attempt,
}

struct Judge {
    build: Build,
    link: Link,
    libraries: Vec<String>,
}

impl Judge {
    /// Returns the judge's verdict on each of its libraries. If the comparison crashes the judge, a new one compares
    /// the libraries one by one, so that the library at fault is identified and the others still get a verdict.
    fn verdicts(&mut self, operation: &str, manner: &Manner) -> Vec<Result<Verdict, document::Missing>> {
        match self.compare(operation, self.libraries.clone()) {
            Ok(verdicts) => return verdicts.into_iter().map(Ok).collect(),
            Err(gone) if !self.link.has_ended() => {
                let all = format!("every library of the build `{}`", self.build.name);
                return vec![Err(missing(all, operation, gone))];
            }
            Err(_) => {}
        }
        let mut verdicts = Vec::new();
        for library in self.libraries.clone() {
            let found = self.revive(manner).and_then(|()| self.compare(operation, vec![library.clone()]));
            match found {
                Ok(found) => verdicts.extend(found.into_iter().map(Ok)),
                Err(gone) => verdicts.push(Err(missing(library, operation, gone))),
            }
        }
        // Ensure that the next operation finds a living judge, or an error that says why there is none.
        let _ = self.revive(manner);
        verdicts
    }

    fn compare(&mut self, operation: &str, libraries: Vec<String>) -> Result<Vec<Verdict>, Gone> {
        match self.link.ask(&Request::Compare { operation: operation.to_owned(), libraries })? {
            Reply::Verdicts(verdicts) => Ok(verdicts),
            _ => Err(self.link.nonsense()),
        }
    }

    fn revive(&mut self, manner: &Manner) -> Result<(), Gone> {
        if self.link.has_ended() {
            self.link = manner.judge(&self.build)?.0;
        }
        Ok(())
    }
}

/// A library of a build.
struct Member {
    judge: usize,
    library: String,
    version: String,
    link: Option<Rc<RefCell<Link>>>,
}

impl Processes {
    /// Starts a judge for each build, the first of which is ours, and queries their libraries. `wanted` tells which
    /// libraries take part; ours always does, but only from the first build. Also returns the libraries that are
    /// missing.
    ///
    /// # Errors
    /// Returns the name of a build that cannot be started or is not a build of this program, with the reason.
    pub fn start(
        builds: Vec<Build>,
        wanted: &dyn Fn(&str) -> bool,
        manner: Manner,
        clock: Clock,
    ) -> Result<(Self, Vec<Missing>), (String, Gone)> {
        let (pinned, real_time) = (Attempt::NotTried, Attempt::NotTried);
        let mut processes = Self { judges: Vec::new(), members: Vec::new(), manner, clock, pinned, real_time };
        let mut missing: Vec<Missing> = Vec::new();
        for build in builds {
            let name = build.name.clone();
            let absent = processes.admit(build, wanted).map_err(|gone| (name, gone))?;
            let known: Vec<String> = missing.iter().map(|missing| missing.name.clone()).collect();
            missing.extend(absent.into_iter().filter(|absent| !known.contains(&absent.name)));
        }
        // A library that one build lacks is not missing if another build has it.
        missing.retain(|missing| !processes.members.iter().any(|member| member.library == missing.name));
        Ok((processes, missing))
    }

    /// Starts the judge of a build, and adds the wanted libraries as members. Returns those that are missing.
    fn admit(&mut self, build: Build, wanted: &dyn Fn(&str) -> bool) -> Result<Vec<Missing>, Gone> {
        let (link, found, missing) = self.manner.judge(&build)?;
        let judge = self.judges.len();
        // Shared libraries are the same for all builds; ours is taken from the first build.
        let once = |name: &str| name == OURS || peer::is_shared(name);
        let takes_part = |name: &str| (judge == 0 || !once(name)) && (name == OURS || wanted(name));
        let found: Vec<_> = found.into_iter().filter(|library| takes_part(&library.name)).collect();
        let libraries = found.iter().map(|library| library.name.clone()).collect();
        self.members.extend(found.into_iter().map(|library| Member {
            judge,
            library: library.name,
            version: library.version,
            link: None,
        }));
        self.judges.push(Judge { build, link, libraries });
        Ok(missing.into_iter().filter(|missing| wanted(&missing.name)).collect())
    }

    /// Returns whether the processes were bound to a CPU and whether they had real-time priority, as reported by the
    /// first of them.
    #[must_use]
    pub fn rank(&self) -> (Attempt, Attempt) {
        (self.pinned.clone(), self.real_time.clone())
    }

    /// Returns the process of a member, starting it if necessary.
    fn link(&mut self, member: usize) -> Result<Rc<RefCell<Link>>, Gone> {
        let Member { judge, library, link, .. } = &self.members[member];
        // A process that ended during an operation is restarted for the next.
        if let Some(link) = link.as_ref().filter(|link| !link.borrow().has_ended()) {
            return Ok(Rc::clone(link));
        }
        let mut link = Link::start(&self.judges[*judge].build.program, self.manner.tier)?;
        let role = Role {
            library: library.clone(),
            peer_libs: self.manner.peer_libs.clone(),
            cpu: self.manner.cpu,
            real_time: self.manner.real_time,
        };
        let Reply::Ready { pinned, real_time } = link.ask(&Request::Measure(role))? else {
            return Err(link.nonsense());
        };
        if self.members.iter().all(|member| member.link.is_none()) {
            (self.pinned, self.real_time) = (pinned, real_time);
        }
        let link = Rc::new(RefCell::new(link));
        self.members[member].link = Some(Rc::clone(&link));
        Ok(link)
    }
}

impl Crew for Processes {
    fn candidates(&mut self, operation: &str) -> Vec<Result<Candidate, document::Missing>> {
        let mut candidates = Vec::new();
        for (number, judge) in self.judges.iter_mut().enumerate() {
            for verdict in judge.verdicts(operation, &self.manner) {
                let verdict = match verdict {
                    Ok(verdict) => verdict,
                    Err(missing) => {
                        candidates.push(Err(missing));
                        continue;
                    }
                };
                let is_it = |member: &Member| member.judge == number && member.library == verdict.library;
                let Some(member) = self.members.iter().position(is_it) else { continue };
                candidates.push(Ok(Candidate {
                    member,
                    library: verdict.library,
                    version: self.members[member].version.clone(),
                    build: judge.build.name.clone(),
                    backend: verdict.backend,
                    difference: verdict.difference,
                }));
            }
        }
        candidates
    }

    fn prepare(&mut self, candidate: &Candidate, operation: &str) -> Result<Box<dyn Runner>, Gone> {
        let link = self.link(candidate.member)?;
        let prepared = link.borrow_mut().ask(&Request::Prepare { operation: operation.to_owned() })?;
        match prepared {
            Reply::Prepared => Ok(Box::new(Remote { link, clock: self.clock })),
            _ => Err(link.borrow().nonsense()),
        }
    }
}

fn missing(library: String, operation: &str, Gone(reason): Gone) -> document::Missing {
    document::Missing { library, operation: Some(operation.to_owned()), reason }
}

/// A library that makes its calls in another process.
struct Remote {
    link: Rc<RefCell<Link>>,
    clock: Clock,
}

impl Runner for Remote {
    fn turn(&mut self, calls: u64, samples: usize) -> Result<Vec<Elapsed>, Gone> {
        let mut link = self.link.borrow_mut();
        match link.ask(&Request::Turn { calls, samples })? {
            Reply::Ticks(ticks) if ticks.len() == samples => {
                Ok(ticks.into_iter().map(|ticks| self.clock.elapsed(ticks)).collect())
            }
            _ => Err(link.nonsense()),
        }
    }
}
