//! The dependence of our own speed on compiler settings and on CPU features.
//!
//! docs/measuring/benchmarking.md describes what the chore does and how to read its table.

use super::benchmarks;
use super::build::{Build, Level, NATIVE};
use super::command::{Bench, Preset, page, tier_of_cpu};
use super::kept::Table;
use super::replace;
use crate::workspace;
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

/// The arguments of `cargo xtask speed-profiles`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Operations to measure, as for `carnelian bench`; all if none is given
    patterns: Vec<String>,
    /// How much time to take for each build and each tier
    #[arg(long, value_enum, default_value = "quick")]
    preset: Preset,
    /// Where the results and the table go
    #[arg(long, value_name = "DIR", default_value = "target/profiles")]
    output: PathBuf,
    /// Keep the results in benchmarks/ and make the repository's pages from them
    #[arg(long)]
    keep: bool,
}

/// One of our builds, and the tier to which it is restricted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Profile {
    /// The name of its result's file.
    file: String,
    build: Build,
    tier: Option<&'static str>,
}

/// The tiers, lowest first, by their names in the command.
const TIERS: [&str; 5] = ["portable32", "portable64", "sse", "avx2", "avx512"];

/// Makes the builds, measures build by build and then tier by tier, and writes the table.
///
/// # Errors
/// If a build, a run or the report fails.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = workspace::root().join(&options.output);
    fs::create_dir_all(&folder).with_context(|| format!("making {}", folder.display()))?;
    let levels = levels();
    let programs: Vec<PathBuf> = levels.iter().map(|profile| profile.build.make()).collect::<Result<_>>()?;
    let tiers = tiers(&levels[0].build, &tier_of_cpu(&programs[0])?);

    let profiles = levels.iter().zip(&programs).chain(tiers.iter().map(|profile| (profile, &programs[0])));
    let mut results = Vec::new();
    for (profile, program) in profiles {
        eprintln!("measuring {}", profile.file);
        let output = folder.join(format!("{}.json", profile.file));
        let (patterns, preset, tier, peers) = (&options.patterns, options.preset, profile.tier, None);
        Bench { patterns, preset, compare: false, peers, tier, peer_builds: vec![], peer_libs: &[], output: &output }
            .run(program)?;
        results.push(output);
    }
    let table = folder.join("profiles.md");
    replace(&table, &page(&programs[0], &results, &["--view", "profiles"])?)?;
    println!("{}", table.display());
    if options.keep { benchmarks::keep(Table::Profiles, &programs[0], &results) } else { Ok(()) }
}

/// Returns the profiles of each optimization level, for every CPU and for the host CPU, and of the highest level with
/// link-time optimization. The table's percentages are
/// relative to the first.
fn levels() -> Vec<Profile> {
    let profile = |native: bool, opt: &'static str, lto: bool| {
        let file = format!("O{opt}{}{}", if native { "-native" } else { "" }, if lto { "-lto" } else { "" });
        let name = format!(
            "-O{opt}{}{}",
            if native { " -C target-cpu=native" } else { "" },
            if lto { " -C lto=fat" } else { "" }
        );
        let folder = if lto {
            "lto"
        } else if native {
            "native"
        } else {
            "any"
        };
        let build = Build {
            folder: Some(format!("profiles/{folder}")),
            rustflags: native.then(|| NATIVE.to_owned()),
            level: Some(Level { opt, lto, name, kept: file.clone() }),
            ..Build::default()
        };
        Profile { file, build, tier: None }
    };
    let each = |native| ["3", "2", "s"].map(|opt| profile(native, opt, false));
    [each(false).into(), vec![profile(false, "3", true)], each(true).into()].concat()
}

/// Returns the profiles of the build at each tier below the CPU's best, which is the one without a restriction.
fn tiers(build: &Build, tier_of_cpu: &str) -> Vec<Profile> {
    let lower = TIERS.iter().take_while(|tier| **tier != tier_of_cpu);
    lower.map(|tier| Profile { file: (*tier).to_owned(), build: build.clone(), tier: Some(tier) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_built_with_and_without_the_cpu_at_hand() {
        let levels = levels();
        let found: Vec<_> =
            levels.iter().map(|p| (level(p).opt, p.build.rustflags.is_some(), p.file.as_str())).collect();
        let expected = [
            ("3", false, "O3"),
            ("2", false, "O2"),
            ("s", false, "Os"),
            ("3", false, "O3-lto"),
            ("3", true, "O3-native"),
            ("2", true, "O2-native"),
            ("s", true, "Os-native"),
        ];
        assert_eq!(found, expected);
        assert_eq!(level(&levels[3]).name, "-O3 -C lto=fat");
        assert_eq!(level(&levels[6]).name, "-Os -C target-cpu=native");
        let together: Vec<bool> = levels.iter().map(|profile| level(profile).lto).collect();
        assert_eq!(together, [false, false, false, true, false, false, false]);
        for profile in &levels {
            assert_eq!(level(profile).kept, profile.file);
        }
    }

    fn level(profile: &Profile) -> &Level {
        profile.build.level.as_ref().unwrap()
    }

    #[test]
    fn every_lower_tier_is_forced() {
        let build = &levels()[0].build;
        let names = |cpu| tiers(build, cpu).iter().map(|profile| profile.tier.unwrap()).collect::<Vec<_>>();
        assert_eq!(names("avx512"), ["portable32", "portable64", "sse", "avx2"]);
        assert_eq!(names("avx2"), ["portable32", "portable64", "sse"]);
        assert_eq!(names("portable32"), [""; 0]);
        assert!(tiers(build, "avx512").iter().all(|profile| profile.build == *build));
    }
}
