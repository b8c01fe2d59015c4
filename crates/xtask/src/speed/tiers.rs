//! Comparison of the libraries at the same tier of the CPU: every peer is built for it and restricted to it, like ours.
//!
//! docs/measuring/benchmarking.md describes what the chore does and how to read its table.

use super::benchmarks;
use super::build::{Build, I686};
use super::command::{Bench, Preset, made, page, tier_of_cpu};
use super::kept::Table;
use super::replace;
use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::PathBuf;

/// The arguments of `cargo xtask tiers`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Operations to measure, as for `carnelian bench`; all if none is given
    patterns: Vec<String>,
    /// How much time to take for each tier
    #[arg(long, value_enum, default_value = "normal")]
    preset: Preset,
    /// Measure the peers in C as well, which needs a C compiler, cmake, make and perl
    #[arg(long)]
    peers_native: bool,
    /// Where the results and the table go
    #[arg(long, value_name = "DIR", default_value = "target/tiers")]
    output: PathBuf,
    /// Keep the results in benchmarks/ and make the repository's pages from them
    #[arg(long)]
    keep: bool,
}

/// A tier to measure at.
#[derive(Debug, PartialEq, Eq)]
struct Plan {
    /// Its name.
    name: &'static str,
    /// The tier to which the bench restricts libraries; `None` for the best one.
    held_to: Option<&'static str>,
    /// The build of our library and of most peers.
    build: Build,
    /// Other builds in which peers may be faster.
    peer_builds: Vec<(&'static str, Build)>,
}

/// Makes the builds, measures tier by tier, and writes the table.
///
/// # Errors
/// If a build, a run or the report fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::root().join(&options.output);
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let best = Build::ordinary(options.peers_native).make()?;
    let plans = plans(&tier_of_cpu(&best)?, options.peers_native, I686.is_installed());
    ensure!(plans.len() > 1, "this CPU has one tier, so there is nothing to compare; `carnelian bench` measures it");
    // Everything is built before anything is measured, so that the CPU is as warm for the first tier as for the last.
    let programs = plans.iter().map(|plan| Ok((plan.build.make()?, made(&plan.peer_builds)?)));
    let programs: Vec<_> = programs.collect::<Result<_>>()?;

    let mut results = Vec::new();
    for (plan, (program, peer_builds)) in plans.iter().zip(programs) {
        eprintln!("measuring at {}", plan.name);
        let output = folder.join(format!("{}.json", plan.name));
        let (patterns, preset) = (&options.patterns, options.preset);
        let (tier, peer_libs, output) = (plan.held_to, &[][..], output.as_path());
        Bench { patterns, preset, compare: true, peers: None, tier, peer_builds, peer_libs, output }.run(&program)?;
        results.push(output.to_owned());
    }
    let table = folder.join("tiers.md");
    replace(&table, &page(&best, &results, &["--view", "tiers"])?)?;
    println!("{}", table.display());
    if options.keep { benchmarks::keep(Table::Tiers, &best, &results) } else { Ok(()) }
}

/// Returns the tiers that this CPU has, lowest first. The first is the program for 32-bit x86, if it can be built: ours
/// and the peers, all of them over 32-bit words. Its peers also take part beside our 32-bit code in the 64-bit program.
///
/// Peers in Rust that choose at run time are built without code above the tier. A build for CPUs with AVX2 lets the
/// compiler use AVX2 in peers that choose nothing, and gives dalek's vector code the tuning that it needs. At the
/// portable tier there is no such build, because it would not run on every x86-64. At the tier `sse` they are the same as
/// at the portable one: those that choose at run time take AVX2 too.
fn plans(tier_of_cpu: &str, peers_native: bool, has_i686: bool) -> Vec<Plan> {
    let build = |folder: &str, rustflags: &str| Build {
        folder: Some(format!("tiers/{folder}")),
        rustflags: Some(rustflags.to_owned()),
        ..Build::ordinary(peers_native)
    };
    let i686 = Build {
        target: Some(I686),
        folder: Some("tiers/i686".to_owned()),
        rustflags: Some(format!("-C target-feature=+crt-static {SOFT}")),
        ..Build::default()
    };
    let half_words = has_i686.then(|| Plan { name: "i686", held_to: None, build: i686.clone(), peer_builds: vec![] });
    let portable32 = Plan {
        name: "portable32",
        held_to: Some("portable32"),
        build: build("portable64", SOFT),
        peer_builds: has_i686.then_some(("i686", i686)).into_iter().collect(),
    };
    let portable64 =
        Plan { name: "portable64", held_to: Some("portable64"), build: build("portable64", SOFT), peer_builds: vec![] };
    let sse = Plan { name: "sse", held_to: Some("sse"), build: build("portable64", SOFT), peer_builds: vec![] };
    let simd = r#"--cfg curve25519_dalek_backend="simd""#;
    let avx2 = Plan {
        name: "avx2",
        held_to: Some("avx2"),
        build: build("avx2", simd),
        peer_builds: vec![("x86-64-v3", build("x86-64-v3", &format!("-C target-cpu=x86-64-v3 {simd}")))],
    };
    let best = Plan {
        name: "best",
        held_to: None,
        build: Build::ordinary(peers_native),
        peer_builds: vec![("native", Build::native(peers_native))],
    };
    let portable = half_words.into_iter().chain([portable32]);
    match tier_of_cpu {
        "avx512" => portable.chain([portable64, sse, avx2, best]).collect(),
        "avx2" => portable.chain([portable64, sse, best]).collect(),
        "sse" => portable.chain([portable64, best]).collect(),
        "portable64" => portable.chain([best]).collect(),
        _ => vec![best],
    }
}

/// The flags that restrict peers in Rust that choose at run time to the baseline instruction set.
const SOFT: &str = concat!(
    r#"--cfg curve25519_dalek_backend="serial" --cfg sha2_backend="soft" "#,
    r#"--cfg aes_backend="soft" --cfg polyval_backend="soft" --cfg chacha20_backend="soft" --cfg poly1305_backend="soft""#
);

#[cfg(test)]
mod tests {
    use super::*;

    fn flags(build: &Build) -> &str {
        build.rustflags.as_deref().unwrap_or_default()
    }

    #[test]
    fn every_tier_of_the_cpu_is_measured_once() {
        let names = |cpu, has_i686| plans(cpu, false, has_i686).iter().map(|plan| plan.name).collect::<Vec<_>>();
        assert_eq!(names("avx512", true), ["i686", "portable32", "portable64", "sse", "avx2", "best"]);
        assert_eq!(names("avx512", false), ["portable32", "portable64", "sse", "avx2", "best"]);
        assert_eq!(names("avx2", true), ["i686", "portable32", "portable64", "sse", "best"]);
        assert_eq!(names("sse", false), ["portable32", "portable64", "best"]);
        assert_eq!(names("portable64", false), ["portable32", "best"]);
        assert_eq!(names("portable32", false), ["best"]);
    }

    #[test]
    fn peers_are_built_for_the_tier_and_nothing_above_it() {
        let plans = plans("avx512", true, true);
        let [i686, portable32, portable, sse, avx2, best] = &plans[..] else { panic!("six tiers") };
        assert!(i686.build.target == Some(I686) && flags(&i686.build).contains("crt-static"));
        assert_eq!(portable32.peer_builds, [("i686", i686.build.clone())]);
        assert_eq!((&portable32.build, &sse.build), (&portable.build, &portable.build));
        assert!(flags(&portable.build).contains(r#"curve25519_dalek_backend="serial""#));
        assert!(flags(&portable.build).contains(r#"sha2_backend="soft""#));
        assert!(!flags(&portable.build).contains("target-cpu") && portable.peer_builds.is_empty());
        for build in [&avx2.build, &avx2.peer_builds[0].1] {
            assert!(flags(build).contains(r#"curve25519_dalek_backend="simd""#), "{build:?}");
            assert!(!flags(build).contains("native"), "{build:?}");
        }
        assert_eq!(best.build, Build::ordinary(true));
        assert_eq!(best.peer_builds, [("native", Build::native(true))]);
        assert_eq!((portable.held_to, sse.held_to), (Some("portable64"), Some("sse")));
        assert_eq!((avx2.held_to, best.held_to), (Some("avx2"), None));
    }

    /// Two builds in one folder would overwrite each other's program.
    #[test]
    fn no_two_builds_share_a_folder() {
        let plans = plans("avx512", false, true);
        let builds: Vec<&Build> = plans
            .iter()
            .flat_map(|plan| std::iter::once(&plan.build).chain(plan.peer_builds.iter().map(|(_, build)| build)))
            .collect();
        for (i, build) in builds.iter().enumerate() {
            assert!(builds[..i].iter().all(|other| other == build || other.folder != build.folder), "{build:?}");
        }
    }
}
