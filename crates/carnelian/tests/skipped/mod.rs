//! The line of a test that does nothing on this machine. The tests of every crate share this file.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::thread;

/// Reports that the running test does nothing because of `missing`, such as `openssl is not installed`.
///
/// The line is `SKIPPED: test: missing`. It bypasses the test harness, which captures the output of passing tests, and
/// is appended to the file that `CARNELIAN_SKIPPED` names, from which `.ci/test` counts these tests.
pub(crate) fn skipped(missing: &str) {
    let thread = thread::current();
    let line = line(thread.name().unwrap_or("a test"), missing);
    // If standard error is closed, there is nowhere to report it.
    let _ = io::stderr().write_all(line.as_bytes());
    if let Some(path) = env::var_os("CARNELIAN_SKIPPED") {
        let file = OpenOptions::new().append(true).create(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).expect("the file of skipped tests can be written");
    }
}

/// Returns the line, which is written in one piece because tests run at the same time.
fn line(test: &str, missing: &str) -> String {
    format!("SKIPPED: {test}: {}\n", missing.replace('\n', " "))
}
