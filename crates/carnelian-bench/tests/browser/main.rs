//! A page in a real browser, without a window: sorting works, no script fails, nothing is loaded, both themes are drawn,
//! and a narrow screen is not overrun.
//!
//! The browser is the one that `CHROME` names, else the first of those below on `PATH`. Without any the tests say so and
//! pass; under `CI` they fail. They need the feature `browser`; without it nothing is compiled but a line that says so.

#[cfg(feature = "browser")]
mod page;

#[cfg(not(feature = "browser"))]
#[test]
fn a_page_in_a_real_browser() {
    // Past the test harness, which keeps what a test that passes prints to itself.
    let line = "SKIPPED: a page is opened in a browser with `cargo test -p carnelian-bench --features browser`\n";
    let _ = std::io::Write::write_all(&mut std::io::stderr(), line.as_bytes());
}
