//! The project's chores: `cargo xtask <chore>`.

mod advisories;
mod backend;
mod capi;
mod cross;
mod ct;
mod emulate;
mod features;
mod finding;
mod generate;
mod layers;
mod licences;
mod lint;
mod measure;
mod package;
mod primitives;
mod python;
mod quick;
mod reproducible;
mod run;
mod sizes;
mod small_calls;
mod speed;
mod tables;
mod workspace;

use clap::Parser;
use std::process::ExitCode;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Chore {
    /// Compares what is locked with the advisories that the repository keeps, or writes these
    Advisories(advisories::Options),
    /// Measures beside every peer for the pages that the repository keeps, and makes or checks these pages
    Benchmarks(speed::benchmarks::Options),
    /// Writes the header of the C library, or compares it, or installs the libraries with a C interface
    Capi(capi::Options),
    /// Tests the library on other architectures and checks that it compiles for other systems
    Cross(cross::Options),
    /// Checks that no operation on secrets branches on them, indexes by them or divides by them
    Ct(ct::Options),
    /// Runs the library's unit tests on emulated CPUs with AVX-512, for where the CPU has none
    Emulate(emulate::Options),
    /// Builds the library with each feature by itself, with each two, and without the standard library
    Features(features::Options),
    /// Writes every generated file, or compares them
    Generate(generate::Options),
    /// Checks who imports whom
    Layers,
    /// Writes the licences of what the installed command and the Python package link, or compares them
    Licences(licences::Options),
    /// Checks what the compiler does not: where `unsafe` stands, generated files, dependencies, names and sizes
    Lint(lint::Options),
    /// Measures operations after a change of the library, in a build of what the change touches
    Measure(measure::Options),
    /// Packs what is published, as it is published, and checks it: crates, wheel, source distribution
    Package(package::Options),
    /// Measures other libraries, compiled from source with several options of the compiler
    PeerOptions(speed::options::Options),
    /// Builds the wheel of the Python package, and tests it with the oldest and the newest interpreter that is found
    Python(python::Options),
    /// Checks the rules, the unit tests of modules and their constant-time rows at the level of size: the loop of a day
    Quick(quick::Options),
    /// Builds the command in two folders, and compares: the same file, without a path of the machine
    Reproducible(reproducible::Options),
    /// Counts the bytes that primitives add to a program, ours and of other libraries
    Sizes,
    /// Measures short calls of C and Python beside libsodium, OpenSSL and Python's standard library
    SmallCalls(small_calls::Options),
    /// Measures our own operations in several builds and at every tier of the CPU
    SpeedProfiles(speed::profiles::Options),
    /// Writes the generated tables
    Tables(tables::Options),
    /// Measures beside the peers at each tier of the CPU, with all libraries held to it
    Tiers(speed::tiers::Options),
}

fn main() -> ExitCode {
    let done = match Chore::parse() {
        Chore::Advisories(options) => advisories::run(&options),
        Chore::Benchmarks(options) => speed::benchmarks::run(&options),
        Chore::Capi(options) => capi::run(&options),
        Chore::Cross(options) => cross::run(&options),
        Chore::Ct(options) => ct::run(&options),
        Chore::Emulate(options) => emulate::run(&options),
        Chore::Features(options) => features::run(&options),
        Chore::Generate(options) => generate::run(&options),
        Chore::Layers => layers::run(),
        Chore::Licences(options) => licences::run(&options),
        Chore::Lint(options) => lint::run(&options),
        Chore::Measure(options) => measure::run(&options),
        Chore::Package(options) => package::run(&options),
        Chore::PeerOptions(options) => speed::options::run(&options),
        Chore::Python(options) => python::run(&options),
        Chore::Quick(options) => quick::run(&options),
        Chore::Reproducible(options) => reproducible::run(&options),
        Chore::Sizes => sizes::run(),
        Chore::SmallCalls(options) => small_calls::run(&options),
        Chore::SpeedProfiles(options) => speed::profiles::run(&options),
        Chore::Tables(options) => tables::run(&options),
        Chore::Tiers(options) => speed::tiers::run(&options),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
