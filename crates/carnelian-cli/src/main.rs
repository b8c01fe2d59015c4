//! The `carnelian` command. Its implementation is in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    carnelian_cli::run(std::env::args_os()).into()
}
