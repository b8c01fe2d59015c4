//! The `carnelian` command. Everything it does lives in the library of this package.

use std::process::ExitCode;

fn main() -> ExitCode {
    carnelian_cli::run(std::env::args_os()).into()
}
