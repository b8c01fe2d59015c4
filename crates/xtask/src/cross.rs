//! Other architectures and systems: the library's tests where an emulator can run them, `cargo check` elsewhere.

use crate::run;
use anyhow::{Result, ensure};
use std::process::Command;

/// A Linux target on which the tests run.
struct Tested {
    target: &'static str,
    /// Debian's name of the target, as in its cross compiler and library path (`/usr/<gnu>`).
    gnu: &'static str,
    /// QEMU's name of the architecture.
    qemu: &'static str,
}

/// Targets with another word size, and with another instruction set and byte order. AArch64 runs the portable code for
/// 64-bit words, which s390x tests.
const TESTED: &[Tested] = &[
    Tested { target: "i686-unknown-linux-gnu", gnu: "i686-linux-gnu", qemu: "i386" },
    Tested { target: "s390x-unknown-linux-gnu", gnu: "s390x-linux-gnu", qemu: "s390x" },
];

/// Targets whose programs cannot run here, and the packages that are checked for them.
const CHECKED: &[(&str, &[&str])] = &[
    ("aarch64-unknown-linux-gnu", &["carnelian", "carnelian-cli"]),
    ("wasm32-unknown-unknown", &["carnelian"]),
    ("wasm32-wasip1", &["carnelian"]),
    ("x86_64-pc-windows-gnu", &["carnelian", "carnelian-cli"]),
    ("aarch64-apple-darwin", &["carnelian", "carnelian-cli"]),
];

/// The arguments of `cargo xtask cross`.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Targets to try; all if none is given
    targets: Vec<String>,
}

/// Tests or checks the targets.
///
/// # Errors
/// If a target is unknown, a test fails or something does not compile.
pub(crate) fn run(options: &Options) -> Result<()> {
    let all = || TESTED.iter().map(|tested| tested.target).chain(CHECKED.iter().map(|(target, _)| *target));
    for target in &options.targets {
        ensure!(
            all().any(|known| known == target),
            "no such target: {target}; there are {}",
            all().collect::<Vec<_>>().join(", ")
        );
    }
    let wanted = |target: &str| options.targets.is_empty() || options.targets.iter().any(|wanted| wanted == target);
    for tested in TESTED.iter().filter(|tested| wanted(tested.target)) {
        println!("testing {}", tested.target);
        run::run(&mut test(tested))?;
    }
    for (target, packages) in CHECKED.iter().filter(|(target, _)| wanted(target)) {
        println!("checking {target}: {}", packages.join(", "));
        let mut cargo = run::cargo(None);
        cargo.args(["check", "--quiet", "--target", target]).env("RUSTFLAGS", "-Dwarnings");
        run::run(cargo.args(packages.iter().flat_map(|package| ["--package", package])))?;
    }
    Ok(())
}

/// Returns the command that runs the library's tests through its public interface, in the release profile and with
/// fewer random cases. Its unit tests would add only kernels that these machines do not have, and they take the longest
/// to compile.
fn test(tested: &Tested) -> Command {
    let Tested { target, gnu, qemu } = tested;
    let mut cargo = run::cargo(None);
    cargo.args(["test", "--quiet", "--release", "--package", "carnelian", "--test", "it", "--target", target]);
    let variable = |what: &str| format!("CARGO_TARGET_{}_{what}", target.to_uppercase().replace('-', "_"));
    cargo.env(variable("LINKER"), format!("{gnu}-gcc"));
    cargo.env(variable("RUNNER"), native_runner(gnu).unwrap_or_else(|| format!("qemu-{qemu} -L /usr/{gnu}")));
    cargo.env("CARNELIAN_CASES", "20").env("PROPTEST_CASES", "10");
    cargo
}

/// Returns the dynamic loader of 32-bit x86 with its libraries, which runs programs of that target if the kernel runs
/// them at all: a tenth of the time that an emulator takes.
fn native_runner(gnu: &str) -> Option<String> {
    let libraries = format!("/usr/{gnu}/lib");
    let loader = format!("{libraries}/ld-linux.so.2");
    let runs = Command::new(&loader).arg("--version").output().is_ok_and(|output| output.status.success());
    runs.then(|| format!("{loader} --library-path {libraries}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linker_and_the_emulator_reach_cargo() {
        let cargo = test(&TESTED[1]);
        let variables: Vec<_> = cargo.get_envs().collect();
        for (name, value) in [
            ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER", "s390x-linux-gnu-gcc"),
            ("CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER", "qemu-s390x -L /usr/s390x-linux-gnu"),
        ] {
            assert!(variables.contains(&(name.as_ref(), Some(value.as_ref()))), "{name}");
        }
    }

    #[test]
    fn unknown_targets_are_refused() {
        let options = Options { targets: vec!["pdp11".to_owned()] };
        assert!(run(&options).unwrap_err().to_string().starts_with("no such target: pdp11; there are i686-"));
    }
}
