//! Reports in one line which tools are missing for building the C libraries among the peers, including this one, before
//! one of their builds fails with a message of its own.

use std::env;

/// The required programs; in each group, any one is sufficient.
const NEEDED: [&[&str]; 4] = [&["perl"], &["make", "gmake", "nmake"], &["cmake"], &["cc", "gcc", "clang", "cl"]];

fn main() {
    println!("cargo::rerun-if-env-changed=PATH");
    let folders: Vec<_> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    let is_there = |program: &&str| {
        let file = format!("{program}{}", env::consts::EXE_SUFFIX);
        folders.iter().any(|folder| folder.join(&file).is_file())
    };
    // Microsoft's tools are not found through the path, and a variable may name another compiler.
    let named = |program: &&str| env::var_os(program.to_uppercase()).is_some();
    let by_other_means = |programs: &&&[&str]| programs.contains(&"cl") && cfg!(windows);
    let missing: Vec<&str> = NEEDED
        .iter()
        .filter(|programs| !by_other_means(programs))
        .filter(|programs| !programs.iter().any(|program| is_there(program) || named(program)))
        .map(|programs| programs[0])
        .collect();
    if !missing.is_empty() {
        println!(
            "cargo::error=the feature `peers-native` builds C libraries with perl, make, cmake and a C compiler; \
             not on the path: {}",
            missing.join(", ")
        );
    }
}
