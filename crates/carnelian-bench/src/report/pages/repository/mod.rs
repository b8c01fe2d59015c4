//! The pages of a repository, in Markdown: an index, a page for each class, and what classes have in common.

mod index;

use super::corpus::Corpus;
use super::{machines, markdown};
use crate::document::Document;

/// The path of the index.
const INDEX: &str = "BENCHMARKS.md";
/// The folder of the other pages.
pub(super) const FOLDER: &str = "docs/speed";

/// Renders every page, each below a line with its path. The index comes first.
pub(super) fn render(corpus: &Corpus) -> String {
    let classes = corpus.kinds.iter().map(|kind| {
        let documents: Vec<Document> = kind.runs().cloned().collect();
        let class = Corpus::of(&documents);
        let pages = class.kinds.iter().map(|kind| markdown::render(&machines::class(&class, kind)));
        (corpus.page_name(kind), pages.collect::<String>())
    });
    let common = [("classes", machines::classes(corpus)), ("operations", Some(machines::calls(corpus)))];
    let common = common.into_iter().filter_map(|(name, page)| Some((name.to_owned(), markdown::render(&page?))));
    let below = classes.chain(common).map(|(name, page)| (format!("{FOLDER}/{name}.md"), page));
    let index = (INDEX.to_owned(), index::render(corpus));
    [index].into_iter().chain(below).map(|(path, page)| format!("<!-- {path} -->\n{page}")).collect()
}
