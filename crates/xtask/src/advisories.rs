//! The advisories of RustSec about the crates that are locked, kept in the tree, so that a machine without their database
//! sees them too.
//!
//! `cargo xtask advisories` compares every `Cargo.lock` with [`LIST`], and `--database` writes that list from a copy of
//! RustSec's database. An advisory that does not matter here is ignored in `deny.toml`, which says why, and whose rule
//! applies: that a crate is unmaintained counts only for those that this workspace names itself.

use crate::finding::{self, Finding};
use crate::workspace::{self, Sources};
use anyhow::{Context, Result, ensure};
use clap::Args;
use semver::{Version, VersionReq};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The options of the chore.
#[derive(Args)]
pub(crate) struct Options {
    /// Write the list from a copy of RustSec's database first: the folder that contains `crates`
    #[arg(long)]
    database: Option<PathBuf>,
}

/// The list, relative to the workspace root.
const LIST: &str = ".ci/advisories";
/// The locks that it covers.
const LOCKS: [&str; 3] = ["Cargo.lock", "fuzz/Cargo.lock", "tools/sizes/Cargo.lock"];
const RULES: &str = "deny.toml";

/// Writes the list if there is a database, and compares the locks with it.
///
/// # Errors
/// If a file cannot be read or is malformed, or an advisory concerns a version that is locked.
pub(crate) fn run(options: &Options) -> Result<()> {
    let files = files()?;
    if let Some(database) = &options.database {
        let list = write(database, &locked(&files)?)?;
        fs::write(workspace::root().join(LIST), list).with_context(|| format!("writing {LIST}"))?;
    }
    let list =
        List::read(&fs::read_to_string(workspace::root().join(LIST)).with_context(|| format!("reading {LIST}"))?)?;
    let unknown: Vec<_> = locked(&files)?.into_keys().filter(|name| !list.covers(name)).collect();
    if !unknown.is_empty() {
        println!("NOT RUN HERE: advisories, which {LIST} does not list, about {}", unknown.join(", "));
    }
    finding::conclude("advisories", judge(&list, &files)?)
}

/// Returns the locks, the manifest that names dependencies, and the rules.
fn files() -> Result<Sources> {
    let read = |name: &str| {
        let text = fs::read_to_string(workspace::root().join(name)).with_context(|| format!("reading {name}"))?;
        Ok((name.to_owned(), text))
    };
    LOCKS.iter().chain(&["Cargo.toml", RULES]).map(|name| read(name)).collect()
}

/// Returns the versions of third-party crates in the locks, by name.
fn locked(files: &Sources) -> Result<BTreeMap<String, BTreeSet<Version>>> {
    let mut all = BTreeMap::<_, BTreeSet<_>>::new();
    for lock in LOCKS {
        for (name, version) in packages(files.get(lock).map_or("", String::as_str))? {
            all.entry(name).or_default().insert(version);
        }
    }
    Ok(all)
}

/// Returns name and version of each package of a lock that comes from a registry.
fn packages(lock: &str) -> Result<Vec<(String, Version)>> {
    let value = |package: &str, key: &str| {
        let line = package.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
        line.map(|text| text.trim_matches('"').to_owned())
    };
    let mut found = Vec::new();
    for package in lock.split("[[package]]").skip(1).filter(|package| value(package, "source").is_some()) {
        let name = value(package, "name").context("a package of a lock has no name")?;
        let version = value(package, "version").with_context(|| format!("{name} is locked without a version"))?;
        let version = Version::parse(&version).with_context(|| format!("the version of {name}"))?;
        found.push((name, version));
    }
    Ok(found)
}

/// An advisory about a crate.
#[derive(Debug, PartialEq, Eq)]
struct Advisory {
    id: String,
    /// The kind: `vulnerability`, or what RustSec calls informational, such as `unmaintained`.
    kind: String,
    /// The versions that it does not concern: those with a patch, and those that never had the fault.
    safe: Vec<VersionReq>,
}

impl Advisory {
    fn concerns(&self, version: &Version) -> bool {
        !self.safe.iter().any(|safe| safe.matches(version))
    }
}

/// The advisories of each crate that the list covers.
struct List(BTreeMap<String, Vec<Advisory>>);

impl List {
    fn read(text: &str) -> Result<Self> {
        let mut list = BTreeMap::<_, Vec<_>>::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let name = fields.next().unwrap_or_default();
            let of_crate = list.entry(name.to_owned()).or_default();
            let Some(id) = fields.next() else { continue };
            let kind = fields.next().with_context(|| format!("{LIST}: {id} has no kind"))?.to_owned();
            let safe = fields.map(|text| VersionReq::parse(text).with_context(|| format!("{LIST}: {id}: {text}")));
            of_crate.push(Advisory { id: id.to_owned(), kind, safe: safe.collect::<Result<_>>()? });
        }
        Ok(Self(list))
    }

    fn covers(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// Returns the advisories that concern what is locked and are not ignored, and the ones that are ignored without need.
fn judge(list: &List, files: &Sources) -> Result<Vec<Finding>> {
    let rules = files.get(RULES).map_or("", String::as_str);
    let ignored: BTreeSet<_> = rules.split('"').filter(|text| text.starts_with("RUSTSEC-")).collect();
    let manifest = files.get("Cargo.toml").map_or("", String::as_str);
    let is_named = |name: &str| manifest.lines().any(|line| line.starts_with(&format!("{name} = ")));
    let mut needed = BTreeSet::new();
    let mut findings = Vec::new();
    for lock in LOCKS {
        for (name, version) in packages(files.get(lock).map_or("", String::as_str))? {
            let about = list.0.get(&name).map_or(&[][..], Vec::as_slice);
            for Advisory { id, kind, .. } in about.iter().filter(|advisory| advisory.concerns(&version)) {
                if kind == "unmaintained" && !is_named(&name) {
                    continue;
                }
                needed.insert(id.as_str());
                if !ignored.contains(id.as_str()) {
                    findings.push(Finding::new(lock, 0, format!("{id} ({kind}) concerns {name} {version}")));
                }
            }
        }
    }
    let not_needed = ignored.difference(&needed);
    findings.extend(not_needed.map(|id| Finding::new(RULES, 0, format!("{id} concerns nothing that is locked"))));
    Ok(findings)
}

/// Returns the list for these crates from RustSec's database.
fn write(database: &Path, crates: &BTreeMap<String, BTreeSet<Version>>) -> Result<String> {
    let folder = database.join("crates");
    ensure!(folder.is_dir(), "{} has no folder `crates`: is it RustSec's database?", database.display());
    let of_all = workspace::sources(&folder, |path| path.ends_with(".md"))?;
    let newest = of_all.values().filter_map(|text| value(text, "date")).max().context("the database is empty")?;
    let mut list = format!(
        "# Generated by `cargo xtask advisories --database FOLDER`; not to be edited. Crates that are locked, from RustSec's\n\
         # database (https://github.com/rustsec/advisory-db) up to {newest}: with an advisory, its kind and the versions\n\
         # that it does not concern.\n"
    );
    for name in crates.keys() {
        let about = of_all.iter().filter(|(path, text)| path.split('/').next() == Some(name) && !is_withdrawn(text));
        let lines: Vec<_> =
            about.map(|(path, text)| line(name, text).with_context(|| path.clone())).collect::<Result<_>>()?;
        match lines.is_empty() {
            true => list += &format!("{name}\n"),
            false => list.extend(lines),
        }
    }
    Ok(list)
}

fn line(name: &str, text: &str) -> Result<String> {
    let id = value(text, "id").context("an advisory without a number")?;
    let kind = value(text, "informational").unwrap_or("vulnerability");
    let safe = ["patched", "unaffected"].into_iter().flat_map(|key| values(text, key));
    let safe: String = safe.map(|versions| format!("\t{versions}")).collect();
    Ok(format!("{name}\t{id}\t{kind}{safe}\n"))
}

fn is_withdrawn(text: &str) -> bool {
    value(text, "withdrawn").is_some()
}

/// Returns the part of an advisory that is TOML.
fn head(text: &str) -> &str {
    text.split("```").nth(1).unwrap_or_default()
}

fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let line = head(text).lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    line.split('"').nth(1).map(str::trim)
}

/// Returns the strings of a list, which may be on several lines.
fn values<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let list = head(text).split(&format!("\n{key} = [")).nth(1).and_then(|rest| rest.split(']').next());
    list.unwrap_or_default().split('"').skip(1).step_by(2).map(str::trim).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADVISORY: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2026-0208\"\npackage = \"libcrux-sha3\"\n\
        date = \"2026-05-21\"\n\n[versions]\npatched = [\n    \">= 0.0.10 \",\n]\nunaffected = [\"< 0.0.3\"]\n```\n\n# Title\n";

    fn list() -> List {
        let unmaintained = "stale\tRUSTSEC-2026-0001\tunmaintained\n";
        List::read(&format!("# Generated\n{}sound\n{unmaintained}", line("libcrux-sha3", ADVISORY).unwrap())).unwrap()
    }

    fn lock(name: &str, version: &str) -> String {
        format!("version = 4\n\n[[package]]\nname = \"{name}\"\nversion = \"{version}\"\nsource = \"registry\"\n")
    }

    fn found(lock: &str, manifest: &str, rules: &str) -> Vec<String> {
        let files = [("tools/sizes/Cargo.lock", lock), ("Cargo.toml", manifest), (RULES, rules)];
        let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        judge(&list(), &files).unwrap().into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_version_that_an_advisory_concerns_is_found() {
        let concerned = |version: &str| found(&lock("libcrux-sha3", version), "", "").len();
        assert_eq!(["0.0.2", "0.0.3", "0.0.9", "0.0.10", "0.1.0"].map(concerned), [0, 1, 1, 0, 0]);
        assert_eq!(found(&lock("sound", "1.0.0"), "", ""), <[&str; 0]>::default());
        assert!(list().covers("sound") && !list().covers("unheard-of"));
    }

    #[test]
    fn an_advisory_is_ignored_with_a_reason_and_only_if_there_is_need() {
        let ignored = "ignore = [{ id = \"RUSTSEC-2026-0208\", reason = \"a peer\" }]";
        assert_eq!(found(&lock("libcrux-sha3", "0.0.9"), "", ignored), <[&str; 0]>::default());
        assert_eq!(found(&lock("libcrux-sha3", "0.0.10"), "", ignored).len(), 1);
    }

    /// The rule of `unmaintained = "workspace"` in `deny.toml`.
    #[test]
    fn an_unmaintained_crate_counts_where_the_workspace_names_it() {
        assert_eq!(found(&lock("stale", "1.0.0"), "", ""), <[&str; 0]>::default());
        assert_eq!(found(&lock("stale", "1.0.0"), "stale = \"1\"", "").len(), 1);
    }

    #[test]
    fn what_is_locked_has_no_advisory() {
        let list = List::read(&fs::read_to_string(workspace::root().join(LIST)).unwrap()).unwrap();
        assert_eq!(judge(&list, &files().unwrap()).unwrap(), []);
    }
}
