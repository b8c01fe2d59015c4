//! The Python that runs the emulator: a virtual environment under `target/` with one package, whose version and content
//! are pinned.

use crate::{run, workspace};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The only requirements that pip installs: the wheels of CPython 3.9, 3.10, 3.11, and from 3.12 on.
const REQUIREMENTS: &str = "\
bochscpu-python==0.4.0 \
--hash=sha256:d83dda74e793cf6bbb93f9e9902bd566107c2c2a96db7fc0ca13b383a1e44572 \
--hash=sha256:9f1259e8d6b34f478fe3ed889ad2d810a8f5ec63289c8fba63e3af33fa17d1c8 \
--hash=sha256:08297de4c657fcda712c66745388cf81cd056e01083473c44868b96f6ea020ad \
--hash=sha256:b37d30611b7e4ffc00a111fe0a6b5b253a102c233fd6dc083f5cb0918ee2a1ae
";

/// Returns the path of the program that runs others on the emulated CPU.
pub(super) fn emulator() -> PathBuf {
    workspace::root().join("tools/emulate/linux.py")
}

/// Returns the interpreter of the environment, which is created if it does not exist or does not match.
///
/// # Errors
/// If there is no Python, it cannot create environments, or the package cannot be downloaded or has another hash.
pub(super) fn interpreter() -> Result<PathBuf> {
    let folder = workspace::target_directory().join("emulate");
    let (interpreter, installed) = (folder.join("bin/python"), folder.join("installed.txt"));
    if !is_made(&interpreter, &installed) {
        make(&folder, &interpreter).context(
            "the emulator needs Python from 3.9 on with venv and pip (Debian's and Ubuntu's packages python3 and \
             python3-venv), and the network once",
        )?;
        fs::write(&installed, REQUIREMENTS)?;
    }
    Ok(interpreter)
}

/// Returns whether the environment was created with the current requirements, and its Python still works.
fn is_made(interpreter: &Path, installed: &Path) -> bool {
    fs::read_to_string(installed).is_ok_and(|found| found == REQUIREMENTS)
        && run::output(Command::new(interpreter).args(["-I", "-c", ""])).is_ok()
}

fn make(folder: &Path, interpreter: &Path) -> Result<()> {
    println!("making {} for the emulator", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    run::run(Command::new("python3").args(["-I", "-m", "venv"]).arg(folder))?;
    let requirements = folder.join("requirements.txt");
    fs::write(&requirements, REQUIREMENTS)?;
    let mut pip = Command::new(interpreter);
    pip.args(["-I", "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-cache-dir", "install"]);
    pip.args(["--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement"]).arg(&requirements);
    run::run(&mut pip)
}
