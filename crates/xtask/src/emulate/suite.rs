//! The tests: building them, selecting those that involve kernels of the emulated tiers, and parsing the results of a
//! run.

use crate::run;
use anyhow::{Context, Result, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Parts of the names of tests that are not run, and why.
const LEFT_OUT: &[(&str, &str)] = &[
    // Tests that involve no AVX-512 kernel, and none for CPUs without AVX2.
    ("base::", "no kernels; what this CPU has is asked only in `base::cpu`"),
    ("encoding::", "portable"),
    ("curve25519::lanes::tests::bounds", "intervals in the place of numbers"),
    ("arithmetic::divsteps", "portable"),
    ("curve25519::lanes::tests", "parts of what `curve25519::tests::kernels` runs whole; they take minutes"),
    ("curve25519::tests::half_size", "portable"),
    ("curve25519::lanes::tests::ladder", "AVX2 and plain words"),
    ("curve25519::tests::inverse", "portable and BMI2"),
    ("arithmetic::recode", "portable"),
    ("curve25519::table_tests", "tables"),
    ("curve25519::tests::windows", "portable"),
    ("curve25519::x86_avx2", "AVX2"),
    ("curve25519::tests::bmi2", "BMI2"),
    ("curve25519::tests::field", "portable"),
    ("curve25519::tests::oracle", "the textbook"),
    ("curve25519::tests::scalar_field", "portable"),
    ("kdf::argon2::tests::strings", "text"),
    ("ed25519::tests::rules", "verdicts over kernels that the group's tests run; they take minutes"),
    ("over_arrays", "lanes of plain words"),
    ("over_plain_arrays", "lanes of plain words"),
    // Features that the emulator does not have.
    ("memory_that_there_is_not_is_an_error", "the memory of the host"),
];

/// The test that is run although its module is left out: it verifies that the emulated CPU is the requested one.
const TAKEN_ALL_THE_SAME: &str = "base::cpu::";

/// Builds the library's unit tests in the release profile. Returns the program.
///
/// # Errors
/// If they do not compile.
pub(super) fn build() -> Result<PathBuf> {
    let mut cargo = run::cargo(None);
    // Other packages enable the feature `threads`, and the emulator has one thread.
    cargo.args(["test", "--package", "carnelian", "--release", "--lib", "--no-run", "--locked"]);
    cargo.args(["--message-format", "json-render-diagnostics"]).stderr(std::process::Stdio::inherit());
    executable(&run::output(&mut cargo)?).context("cargo named no program of the library's tests")
}

/// Returns the program of the library's tests, from cargo's messages.
fn executable(messages: &str) -> Option<PathBuf> {
    messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok()).find_map(|message| {
        let is_ours = message["target"]["name"] == "carnelian" && message["profile"]["test"] == true;
        message["executable"].as_str().filter(|_| is_ours).map(PathBuf::from)
    })
}

/// Returns the names of the tests in the program.
///
/// # Errors
/// If it does not run.
pub(super) fn names(program: &Path) -> Result<Vec<String>> {
    let list = run::output(Command::new(program).args(["--list", "--format", "terse"]))?;
    Ok(list.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Returns whether the emulator should run a test.
fn is_for_the_emulator(name: &str) -> bool {
    name.contains(TAKEN_ALL_THE_SAME) || !LEFT_OUT.iter().any(|(part, _)| name.contains(part))
}

/// Returns the selected tests by module: those for the emulator whose names contain one of `filters`, or all without
/// filters.
///
/// # Errors
/// If there are none.
pub(super) fn choose<'n>(names: &'n [String], filters: &[String]) -> Result<BTreeMap<&'n str, Vec<&'n str>>> {
    let is_asked_for = |name: &str| filters.is_empty() || filters.iter().any(|filter| name.contains(filter.as_str()));
    let mut modules: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in names.iter().filter(|name| is_for_the_emulator(name) && is_asked_for(name)) {
        let module = name.rsplit_once("::").map_or("", |(module, _)| module);
        modules.entry(module).or_default().push(name);
    }
    if modules.is_empty() {
        bail!("no test for the emulator has {} in its name", filters.join(" or "));
    }
    Ok(modules)
}

/// The result of a run of tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outcome {
    /// The number of tests that passed.
    pub(super) passed: usize,
    /// The tests that failed or were not reached.
    pub(super) failed: Vec<String>,
    /// The kernels whose backend for the model's tier was entered.
    pub(super) entered: BTreeSet<String>,
}

/// Parses the outcome of `tests` from the output of the test harness.
pub(super) fn read(tests: &[&str], tier: &str, stdout: &str, stderr: &str) -> Outcome {
    // The name of a backend contains that of its tier.
    let is_of_tier = |line: &&str| line.rsplit_once(": ").is_some_and(|(_, backend)| backend.contains(tier));
    let passed = stdout.lines().filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... ok"));
    let passed: BTreeSet<&str> = passed.map(|test| test.strip_suffix(" - should panic").unwrap_or(test)).collect();
    let entered = stderr.lines().filter_map(|line| line.strip_prefix("entered "));
    Outcome {
        passed: tests.iter().filter(|test| passed.contains(**test)).count(),
        failed: tests.iter().filter(|test| !passed.contains(**test)).map(|test| (*test).to_owned()).collect(),
        entered: entered.filter(is_of_tier).map(str::to_owned).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn the_program_is_taken_from_cargos_messages() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"build-script-build"},"executable":"/b"}
{"reason":"compiler-artifact","target":{"name":"carnelian"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","target":{"name":"carnelian"},"profile":{"test":true},"executable":"/t/carnelian-1"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some(PathBuf::from("/t/carnelian-1")));
        assert_eq!(executable(messages.lines().next().unwrap()), None);
    }

    #[test]
    fn tests_are_chosen_by_name_and_held_by_module() {
        let names = owned(&[
            "base::cpu::tests::names_round_trip",
            "base::ct::tests::truth_tables",
            "cipher::block::aes::tests::counted",
            "hash::sha512::tests::every",
            "hash::sha512::tests::the_best",
            "hash::sha512::tests::the_lane_algorithm_over_plain_arrays_agrees",
        ]);
        let all = choose(&names, &[]).unwrap();
        assert_eq!(
            all.keys().copied().collect::<Vec<_>>(),
            ["base::cpu::tests", "cipher::block::aes::tests", "hash::sha512::tests"]
        );
        assert_eq!(all["hash::sha512::tests"], ["hash::sha512::tests::every", "hash::sha512::tests::the_best"]);
        let some = choose(&names, &owned(&["every", "aes"])).unwrap();
        assert_eq!(some.values().flatten().count(), 2);
        let refused = choose(&names, &owned(&["over_plain", "nobody"])).unwrap_err();
        assert_eq!(refused.to_string(), "no test for the emulator has over_plain or nobody in its name");
    }

    /// A test that is not reported as passed has failed: the program may have ended before it.
    #[test]
    fn what_is_not_told_to_have_passed_has_failed() {
        let stdout =
            "\nrunning 4 tests\ntest a::one ... ok\ntest a::two ... FAILED\ntest a::four - should panic ... ok\n";
        let stderr = "entered sha512 compress: avx512\nentered sha512 compress: portable\nthe CPU raised exception 6\n";
        assert_eq!(
            read(&["a::one", "a::two", "a::three", "a::four"], "avx512", stdout, stderr),
            Outcome {
                passed: 2,
                failed: owned(&["a::two", "a::three"]),
                entered: BTreeSet::from(["sha512 compress: avx512".to_owned()]),
            }
        );
    }
}
