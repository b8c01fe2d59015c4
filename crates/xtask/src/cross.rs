//! Other architectures and systems: the library's tests where an emulator can run them, `cargo check` elsewhere.

use crate::run;
use anyhow::{Result, ensure};
use std::process::Command;

/// A Linux target on which the tests run.
struct Tested {
    target: &'static str,
    /// Of Debian's cross compiler, its libraries (`/usr/<gnu>`) and so on.
    gnu: &'static str,
    /// The architecture as QEMU calls it.
    qemu: &'static str,
}

/// Another word size, and another instruction set with another byte order. What AArch64 runs is the portable code of
/// 64-bit words, as s390x does.
const TESTED: &[Tested] = &[
    Tested { target: "i686-unknown-linux-gnu", gnu: "i686-linux-gnu", qemu: "i386" },
    Tested { target: "s390x-unknown-linux-gnu", gnu: "s390x-linux-gnu", qemu: "s390x" },
];

/// Targets whose programs do not run here, and the packages that compile for them.
const CHECKED: &[(&str, &[&str])] = &[
    ("aarch64-unknown-linux-gnu", &["carnelian", "carnelian-cli"]),
    ("wasm32-unknown-unknown", &["carnelian"]),
    ("wasm32-wasip1", &["carnelian"]),
    ("x86_64-pc-windows-gnu", &["carnelian", "carnelian-cli"]),
    ("aarch64-apple-darwin", &["carnelian", "carnelian-cli"]),
];

/// What `cargo xtask cross` takes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Targets to try; all if none is given
    targets: Vec<String>,
}

/// Tests or checks the targets.
///
/// # Errors
/// If a target is not known, a test fails or something does not compile.
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

/// The library's tests through its public interface, in the release profile and with fewer random cases: what its unit
/// tests add are kernels that these machines have not, and they take longest to compile.
fn test(tested: &Tested) -> Command {
    let Tested { target, gnu, qemu } = tested;
    let mut cargo = run::cargo(None);
    cargo.args(["test", "--quiet", "--release", "--package", "carnelian", "--test", "it", "--target", target]);
    let variable = |what: &str| format!("CARGO_TARGET_{}_{what}", target.to_uppercase().replace('-', "_"));
    cargo.env(variable("LINKER"), format!("{gnu}-gcc"));
    cargo.env(variable("RUNNER"), format!("qemu-{qemu} -L /usr/{gnu}"));
    cargo.env("CARNELIAN_CASES", "20").env("PROPTEST_CASES", "10");
    cargo
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
