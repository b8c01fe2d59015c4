//! Targets: which are judged, and what a report says of them.

use crate::report::golden::sample;
use carnelian_bench::Format;
use carnelian_bench::document;
use carnelian_bench::machine::class::Class;
use carnelian_bench::report::targets::render;
use carnelian_bench::targets::{Judged, Mark, Quantity, Target, judge};
use std::collections::BTreeSet;

fn target(operation: &str, class: Option<&str>, quantity: Quantity, limit: f64) -> Target {
    Target { operation: operation.to_owned(), class: class.map(str::to_owned), quantity, limit }
}

fn judged() -> Vec<Judged> {
    let here = Some("golden-cove/avx512-ifma");
    let targets = [
        target("sample/64B", None, Quantity::Nanoseconds, 250.0),
        target("sample/64B", here, Quantity::Ratio, 1.2),
        target("sample/64B", here, Quantity::Cycles, 500.0),
        target("sample/64B", Some("zen-4/avx512-ifma"), Quantity::Ratio, 0.1),
        target("sample/late", here, Quantity::Ratio, 1.0),
    ];
    judge(&targets, &sample(true))
}

#[test]
fn targets_of_the_class_are_judged_and_no_others() {
    let found: Vec<_> = judged().iter().map(|judged| judged.found).collect();
    let expected = [Some((250.0, Mark::Pass)), Some((1.25, Mark::Close)), Some((575.0, Mark::Miss)), None];
    assert_eq!(found, expected);
}

#[test]
fn a_report_ends_with_the_marks() {
    let expected = "
Targets
  operation        limit    measured  mark
  sample/64B    250.0 ns    250.0 ns  pass
  sample/64B  ratio 1.20  ratio 1.25  close
";
    let text = render(&judged()[..2], Format::Text);
    assert_eq!(text, format!("{expected}  1 pass, 1 close, 0 miss; 0 not measured\n"));
    let markdown = render(&judged(), Format::Markdown);
    assert!(markdown.contains("| sample/64B | 500.0 cycles | 575.0 cycles | miss |\n"), "{markdown}");
    assert!(markdown.ends_with("\n1 pass, 1 close, 1 miss; 1 not measured\n"), "{markdown}");
}

/// The targets of the project can be read, and are of classes that have results.
#[test]
fn the_targets_of_the_project_are_targets() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let targets = carnelian_bench::targets::read(&root.join("targets.toml")).unwrap();
    assert!(targets.len() >= 10);
    let mut measured = BTreeSet::new();
    for entry in std::fs::read_dir(root.join("benchmarks")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let document = document::read(std::fs::read(path).unwrap()).unwrap();
            let class = Class::of(&document).to_string();
            measured.extend(document.rows.into_iter().map(|row| (class.clone(), row.operation)));
        }
    }
    for target in targets {
        let Some(class) = target.class else { continue };
        let wanted = (class, target.operation);
        assert!(measured.contains(&wanted), "no result for the target {wanted:?}");
    }
}
