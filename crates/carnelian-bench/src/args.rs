//! The command lines of `carnelian bench` and `carnelian report`.

use crate::form::{Format, PageFormat, View};
use crate::look::Look;
use crate::values::Parameter;
use carnelian::cpu::Tier;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Measure operations, alone or beside other libraries.
#[derive(Args, Clone, Debug, Default)]
pub struct BenchArgs {
    /// Operations to measure, such as `sha512`, `1KiB` or `sha512/*`.
    ///
    /// Without `*`, `?` or `[` a pattern selects every operation whose name contains it; otherwise it must match the
    /// whole name, and `*` also matches `/`. Several patterns add up. Without any, everything is measured in at most
    /// ten minutes.
    #[arg(value_name = "PATTERN")]
    pub patterns: Vec<String>,

    /// List the operations that the patterns select, or all of them, and measure nothing.
    #[arg(long, conflicts_with = "sweep")]
    pub list: bool,

    /// Measure the other libraries as well, in turns with ours, and print ratios.
    #[arg(long)]
    pub compare: bool,

    /// Compare with these libraries only: names, or patterns as for operations, separated by commas. Implies
    /// `--compare`.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub peers: Vec<String>,

    /// A shared library to compare with, and its path, such as `lib25519=/opt/lib/lib25519.so`. Others are looked
    /// for where the system has its libraries. Implies `--compare`.
    #[arg(long, value_name = "NAME=PATH")]
    pub peer_lib: Vec<String>,

    /// Another build of this program, and a name for it, such as `native=target/native/release/carnelian`. Its peers
    /// take turns with those of this build, and the better of a peer's builds counts. Implies `--compare`.
    #[arg(long, value_name = "NAME=PATH")]
    pub peer_build: Vec<String>,

    /// Restrict our code and the other libraries to a tier of the CPU: portable32, portable64, sse, avx2 or
    /// avx512. Libraries that cannot be limited are left out.
    #[arg(long, value_name = "TIER", conflicts_with = "in_process")]
    pub tier: Option<Tier>,

    /// The form of the report.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub report: Format,

    /// Print the tables of all operations too, below the first screen of a comparison. They are printed anyway where
    /// at most eight operations were measured, or no other library was.
    #[arg(long)]
    pub details: bool,

    /// The number of columns of the terminal, and whether it has colors.
    #[arg(skip)]
    pub look: Look,

    /// How much time to take.
    #[arg(long, value_enum, default_value_t = Preset::Normal)]
    pub preset: Preset,

    /// The confidence level of intervals, between 0.5 and 0.999; 0.9 otherwise.
    #[arg(long, value_name = "SHARE", value_parser = confidence)]
    pub confidence: Option<f64>,

    /// Stop an operation once every interval's half-width is at most this share of its value, such as `1%` or `0.01`;
    /// the preset decides otherwise.
    #[arg(long, value_name = "SHARE", value_parser = share)]
    pub precision: Option<f64>,

    /// The time limit of the whole run, such as `90s` or `20min`; the preset decides otherwise. The first operation of
    /// every family comes first, then the second of each, and so on; operations for which no time is left are named.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub max_time: Option<Duration>,

    /// Keep the time of every round in the JSON, for those who want the full distribution.
    #[arg(long)]
    pub rounds: bool,

    /// Measure all libraries in one process: starts at once, but one library can slow another.
    #[arg(long)]
    pub in_process: bool,

    /// Measure at ordinary priority even where the system permits real-time priority, which takes a core from all other
    /// programs while it measures.
    #[arg(long)]
    pub no_real_time: bool,

    /// Measure how cost grows with the size of a message, the items of a batch or the number of threads, instead of
    /// single points.
    #[arg(long, value_enum, value_name = "PARAMETER")]
    pub sweep: Option<Parameter>,

    /// Keep the result under this name, for `--baseline`; a name with a `/` or that ends in `.json` is a file.
    #[arg(long, value_name = "NAME")]
    pub save: Option<String>,

    /// Compare our own times with those kept under this name, say which are faster, slower or unchanged, and exit
    /// with 1 if one is slower by more than the threshold.
    #[arg(long, value_name = "NAME", conflicts_with = "sweep")]
    pub baseline: Option<String>,

    /// Judge the results by the targets in this TOML file: pass, close (at most 5 % beyond the limit) or miss.
    #[arg(long, value_name = "FILE", conflicts_with = "sweep")]
    pub targets: Option<PathBuf>,

    /// Exit with 1 if a target is missed.
    #[arg(long, requires = "targets")]
    pub require_targets: bool,

    /// The least change that counts; 3% otherwise.
    #[arg(long, value_name = "SHARE", value_parser = share, requires = "baseline")]
    pub threshold: Option<f64>,
}

/// Make one page from the results of many runs.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// Files that `carnelian bench --report json` or `--save` wrote.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// The form of the page. Text shows machines only.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = PageFormat::Markdown)]
    pub format: PageFormat,

    /// The content of the page.
    #[arg(long, value_enum, value_name = "VIEW", default_value_t = View::Machines)]
    pub view: View,

    /// With `--format text`: print the tables of all operations too.
    #[arg(long)]
    pub details: bool,

    /// Only results of this class, such as `zen-4/avx512-ifma`.
    #[arg(long, value_name = "CLASS")]
    pub class: Option<String>,

    /// The library that percentages are relative to.
    #[arg(long, value_name = "LIBRARY", default_value = crate::values::OURS)]
    pub relative_to: String,
}

/// How much time a run takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// A first look: under 90 seconds for each family that a pattern selects.
    Quick,
    /// Intervals narrow enough to rank by: under 8 minutes for each family that a pattern selects.
    #[default]
    Normal,
    /// For pages that are published: up to half an hour for each family that a pattern selects.
    Thorough,
}

impl Preset {
    /// Returns the name as typed on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Thorough => "thorough",
        }
    }
}

/// Parses a time such as `90s` or `20min`; zero is refused because it would measure nothing.
fn time(text: &str) -> Result<Duration, &'static str> {
    let time = humantime::parse_duration(text).map_err(|_| "expected a time such as 90s, 20min or 1h 30min")?;
    if time.is_zero() { Err("expected more than no time at all") } else { Ok(time) }
}

/// Parses a share such as `3%` or `0.03`.
fn share(text: &str) -> Result<f64, String> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let share = match text.strip_suffix('%') {
        Some(percent) => number(percent).map(|percent| percent / 100.0),
        None => number(text),
    };
    share
        .filter(|share| *share > 0.0 && *share < 1.0)
        .ok_or_else(|| "a share between 0 and 1 is expected, such as `3%` or `0.03`".to_owned())
}

fn confidence(text: &str) -> Result<f64, String> {
    let level = text.parse::<f64>().ok().filter(|level| (0.5..=0.999).contains(level));
    level.ok_or_else(|| "a number between 0.5 and 0.999 is expected, such as `0.95`".to_owned())
}
