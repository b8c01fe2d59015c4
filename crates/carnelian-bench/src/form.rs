//! The forms of reports and pages, and the contents of pages.

use clap::ValueEnum;

/// The content of a page from many results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Operations, libraries and machines: everything.
    #[default]
    Machines,
    /// One machine at several tiers: our time over each peer's, tier by tier.
    Tiers,
    /// One machine, several builds of ours or of other libraries: percentages of the first file's speed.
    Profiles,
    /// Work in a second, in percent of what the library of `--relative-to` does.
    Throughput,
    /// The operations in which another library is ahead, worst first; of this machine's class unless `--class` is
    /// given.
    Behind,
    /// The section of README.md: over a dozen operations by class, and how each class stands.
    Readme,
    /// The charts of docs/speed/charts/: SVG files, one after the other, each below a comment with its name.
    Charts,
    /// BENCHMARKS.md and the pages of docs/speed/ that it lists, one after the other, each below a comment with its path.
    Repository,
    /// The results without what no page shows, one after the other: `null` for one whose operations a later result of
    /// its class and build has.
    Results,
}

/// The form of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// Tables for a repository.
    #[default]
    Markdown,
    /// One file for a browser, with charts.
    Html,
    /// Text for a terminal as `carnelian bench` prints it, for each file.
    Text,
}

/// The form of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A page to read in a terminal.
    #[default]
    Text,
    /// For programs; its fields are documented in `carnelian_bench::document`.
    Json,
    /// Tables for a README or an issue.
    Markdown,
    /// One line for each row, for a spreadsheet.
    Csv,
    /// One file for a browser, with charts.
    Html,
}
