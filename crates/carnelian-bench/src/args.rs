//! The command line of `carnelian bench`.

use clap::{Args, ValueEnum};

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

    /// Measure the other libraries as well, in turns with ours, and print ratios.
    #[arg(long)]
    pub compare: bool,

    /// The form of the report.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Text)]
    pub report: Format,

    /// How much time to take.
    #[arg(long, value_enum, default_value_t = Preset::Normal)]
    pub preset: Preset,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A page to read in a terminal.
    #[default]
    Text,
    /// For programs; what its fields mean is written down at `carnelian_bench::report::json`.
    Json,
    /// Tables for a README or an issue.
    Markdown,
}

/// How much time a run takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Preset {
    /// A first look: under 90 seconds for each family that a pattern selects.
    Quick,
    /// Intervals narrow enough to rank by: under 8 minutes for each family that a pattern selects.
    #[default]
    Normal,
}
