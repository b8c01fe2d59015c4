#[path = "../../tests/command/signals.rs"]
mod signals;

use super::signals::SIGNALS;
use super::{Step, Unfinished};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// The environment variable that passes the directory to the child process.
const DIRECTORY: &str = "CARNELIAN_TEST_OF_ENDING";

/// Not a test: the child process that the tests start.
#[test]
#[ignore = "is started by the other tests"]
fn process_with_an_unfinished_file() {
    let Some(directory) = std::env::var_os(DIRECTORY) else { return };
    let path = Path::new(&directory).join("unfinished");
    let unfinished = Unfinished::new(&path);
    fs::write(&path, "content").unwrap();
    let mut line = String::new();
    let mut stdin = io::stdin().lock();
    let tell = |text: &str| io::stderr().write_all(text.as_bytes()).unwrap();
    tell("unfinished\n");
    stdin.read_line(&mut line).unwrap();
    let step = Step::begin();
    tell("in a step\n");
    stdin.read_line(&mut line).unwrap();
    fs::rename(&path, Path::new(&directory).join("finished")).unwrap();
    drop((step, unfinished));
    tell("done\n");
    let _ = stdin.read_to_end(&mut Vec::new());
}

/// Starts the process. Returns it, the pipe that tells it to continue, and its output.
fn start(directory: &Path, shell: &str) -> (Child, ChildStdin, impl BufRead + use<>) {
    signals::end_programs();
    let script = format!("{shell} exec \"$0\" --exact --ignored --nocapture \"$1\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).arg(std::env::current_exe().unwrap());
    command.arg("ending::tests::process_with_an_unfinished_file").env(DIRECTORY, directory);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let (stdin, stderr) = (child.stdin.take().unwrap(), child.stderr.take().unwrap());
    (child, stdin, BufReader::new(stderr))
}

fn wait_for(said: &mut impl BufRead, expected: &str) {
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert_eq!(line.trim_end(), expected);
}

fn send(child: &Child, signal: i32) {
    let sent = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

fn names(directory: &Path) -> Vec<String> {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_signal_ends_the_process_and_leaves_nothing_unfinished() {
    for signal in SIGNALS {
        let directory = tempfile::tempdir().unwrap();
        let (mut child, _stdin, mut said) = start(directory.path(), "");
        wait_for(&mut said, "unfinished");
        assert_eq!(names(directory.path()), ["unfinished"]);
        send(&child, signal);
        assert_eq!(child.wait().unwrap().signal(), Some(signal));
        assert!(names(directory.path()).is_empty(), "signal {signal}");
    }
}

#[test]
fn a_signal_waits_for_the_end_of_a_step() {
    let directory = tempfile::tempdir().unwrap();
    let (mut child, mut stdin, mut said) = start(directory.path(), "");
    wait_for(&mut said, "unfinished");
    stdin.write_all(b"\n").unwrap();
    wait_for(&mut said, "in a step");
    send(&child, SIGNALS[0]);
    stdin.write_all(b"\n").unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(SIGNALS[0]));
    assert_eq!(names(directory.path()), ["finished"]);
}

#[cfg(any(target_os = "linux", target_os = "android"))]
#[test]
fn what_was_ignored_stays_ignored() {
    for signal in SIGNALS {
        let directory = tempfile::tempdir().unwrap();
        let (mut child, mut stdin, mut said) = start(directory.path(), &format!("trap '' {signal};"));
        wait_for(&mut said, "unfinished");
        send(&child, signal);
        stdin.write_all(b"\n").unwrap();
        wait_for(&mut said, "in a step");
        assert_eq!(names(directory.path()), ["unfinished"]);
        stdin.write_all(b"\n").unwrap();
        wait_for(&mut said, "done");
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0), "signal {signal}");
        assert_eq!(names(directory.path()), ["finished"]);
    }
}
