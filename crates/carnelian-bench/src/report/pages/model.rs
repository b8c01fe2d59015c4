//! The structure of a page, before it is written as HTML or Markdown.

/// A page.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    pub(super) title: String,
    /// Paragraphs above the first section.
    pub(super) lead: Vec<String>,
    /// The first screen's answer, with its charts.
    pub(super) glance: Option<Section>,
    pub(super) sections: Vec<Section>,
}

/// A heading, the blocks below it, and the sections within.
#[derive(Clone, Debug, Default)]
pub(super) struct Section {
    pub(super) heading: String,
    pub(super) blocks: Vec<Block>,
    pub(super) parts: Vec<Section>,
}

impl Section {
    pub(super) fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), ..Self::default() }
    }

    pub(super) fn text(mut self, text: impl Into<String>) -> Self {
        self.blocks.push(Block::Text(text.into()));
        self
    }

    /// Adds a list of facts, unless there are none.
    pub(super) fn facts(mut self, facts: Vec<(String, String)>) -> Self {
        self.blocks.extend((!facts.is_empty()).then_some(Block::Facts(facts)));
        self
    }

    pub(super) fn table(mut self, table: Table) -> Self {
        self.blocks.push(Block::Table(table));
        self
    }

    pub(super) fn parts(mut self, parts: impl IntoIterator<Item = Self>) -> Self {
        self.parts.extend(parts);
        self
    }

    /// Returns the section; `None` if it has no content other than text.
    pub(super) fn unless_empty(self) -> Option<Self> {
        (!self.parts.is_empty() || self.blocks.iter().any(|block| !matches!(block, Block::Text(_)))).then_some(self)
    }
}

#[derive(Clone, Debug)]
pub(super) enum Block {
    Text(String),
    /// Names with their values.
    Facts(Vec<(String, String)>),
    Table(Table),
}

/// A table, and the charts that show its numbers. Charts only occur with tables, so that the numbers of each are next
/// to it.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub(super) caption: String,
    pub(super) columns: Vec<Column>,
    /// The rows, with one cell for each column. The first cell names the row.
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) charts: Vec<Chart>,
}

/// A chart.
#[derive(Clone, Debug)]
pub(super) enum Chart {
    /// SVG, drawn for a narrow screen: on a wide one, charts stand beside one another.
    Drawn(String),
    /// Bars, which take the room that there is.
    Bars(Bars),
}

/// Groups of bars that all start at 0 and have one scale.
#[derive(Clone, Debug)]
pub(super) struct Bars {
    pub(super) caption: String,
    pub(super) groups: Vec<Group>,
}

/// The bars of an operation, fastest library first.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) name: String,
    pub(super) bars: Vec<Bar>,
}

#[derive(Clone, Debug)]
pub(super) struct Bar {
    pub(super) library: String,
    /// The value with its unit.
    pub(super) text: String,
    /// The length, as a share of the longest possible one; a longer bar is cut off.
    pub(super) share: f64,
    pub(super) color: usize,
    /// The place among the libraries other than ours, from 1; `None` for ours.
    pub(super) rank: Option<usize>,
}

impl Table {
    /// Removes the columns that are empty in every row.
    pub(super) fn without_empty_columns(mut self) -> Self {
        let used: Vec<bool> =
            (0..self.columns.len()).map(|i| self.rows.iter().any(|row| !row[i].text.is_empty())).collect();
        fn keep<T>(items: &mut Vec<T>, used: &[bool]) {
            let mut used = used.iter();
            items.retain(|_| used.next().copied().unwrap_or(true));
        }
        keep(&mut self.columns, &used);
        self.rows.iter_mut().for_each(|row| keep(row, &used));
        self
    }
}

#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) heading: String,
    /// Whether the column contains numbers.
    pub(super) numeric: bool,
    /// The color of the library that it belongs to.
    pub(super) color: Option<usize>,
}

impl Column {
    pub(super) fn words(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), numeric: false, color: None }
    }

    pub(super) fn numbers(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), numeric: true, color: None }
    }

    pub(super) fn colored(self, color: usize) -> Self {
        Self { color: Some(color), ..self }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cell {
    pub(super) text: String,
    /// The value by which a numeric column is sorted.
    pub(super) key: Option<f64>,
    /// Whether it is the best of its kind.
    pub(super) best: bool,
    /// The color of the library that it belongs to.
    pub(super) color: Option<usize>,
}

impl Cell {
    pub(super) fn words(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn number(key: f64, text: impl Into<String>) -> Self {
        Self { text: text.into(), key: Some(key), ..Self::default() }
    }

    /// Returns a cell for a missing number.
    pub(super) fn none() -> Self {
        Self::words("–")
    }

    pub(super) fn best(self) -> Self {
        Self { best: true, ..self }
    }

    pub(super) fn best_if(self, best: bool) -> Self {
        if best { self.best() } else { self }
    }

    pub(super) fn colored(self, color: usize) -> Self {
        Self { color: Some(color), ..self }
    }
}
