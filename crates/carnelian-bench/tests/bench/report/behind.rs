//! The view of what is behind, and the choice of a class.

use super::golden::sample;
use carnelian_bench::document::{Document, Microarchitecture};
use carnelian_bench::report::pages::{PageError, of_class, render};
use carnelian_bench::{PageFormat, View};

fn page(documents: &[Document]) -> String {
    render(documents, View::Behind, PageFormat::Markdown, "carnelian").unwrap()
}

#[test]
fn what_is_behind_stands_worst_first_with_what_a_tuner_needs() {
    let mut document = sample(true);
    let lines = |document: &Document| -> Vec<String> {
        page(std::slice::from_ref(document))
            .lines()
            .filter(|line| line.starts_with("| sample"))
            .map(str::to_owned)
            .collect()
    };
    let row = "| sample/64B | 1.250 | 1.238 to 1.262 | swift 0.1.0 | avx2 | avx512 | 250.0 | 200.0 | 2026-01-02, 0123456789ab |";
    assert_eq!(lines(&document), [row]);
    for row in document.rows.iter_mut().filter(|row| row.operation == "sample/sign" && row.ratio.is_some()) {
        (row.ratio, row.ratio_ci90, row.ratio_ci) = (Some(1.5), Some([1.4, 1.6].into()), None);
    }
    let behind = lines(&document);
    assert!(behind.len() == 2 && behind[0].starts_with("| sample/sign | 1.500 |"), "{behind:?}");
    // Where the interval contains 1, it is a tie.
    for row in document.rows.iter_mut().filter(|row| row.ratio.is_some()) {
        (row.ratio, row.ratio_ci90, row.ratio_ci) = (Some(1.01), Some([0.99, 1.03].into()), None);
    }
    assert!(page(&[document]).contains("Of 2 operations, none is behind."));
}

#[test]
fn only_results_of_the_class_are_chosen() {
    let other = Document {
        microarchitecture: Some(Microarchitecture { name: "Zen 3".to_owned(), year: 2020 }),
        tier: "avx2".to_owned(),
        ..sample(true)
    };
    let both = vec![sample(true), other.clone()];
    assert_eq!(of_class(both.clone(), "zen-3/avx2").unwrap(), [other]);
    let PageError::UnknownClass { class, known } = of_class(both, "zen-4/avx2").unwrap_err() else { panic!("unknown") };
    assert_eq!(
        (class.as_str(), known),
        ("zen-4/avx2", vec!["golden-cove/avx512-ifma".to_owned(), "zen-3/avx2".to_owned()])
    );
}
