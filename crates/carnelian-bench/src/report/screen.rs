//! The first screen of a comparison: how many operations are ahead, level and behind, each family with a bar, and the
//! operations that are behind.

use super::notes::measured;
use super::numbers::{counted, ratio, time};
use super::rows::family;
use super::wrapping::{shortened, wrapped};
use crate::document::{Document, Row, Standing, Standings};
use crate::look::Look;
use crate::machine::class::Class;
use crate::stats::{Verdict, WIDEST, median};
use console::Style;
use std::collections::HashMap;

/// The lines of a screen, and how many of them families take at most.
const MOST_LINES: usize = 45;
const MOST_FAMILIES: usize = 23;
/// The columns of a bar, and those of the family's name and of an operation's.
const BAR: usize = 28;
const FAMILY: usize = 20;
const OPERATION: usize = 30;
/// The columns before the bar: the family, three counts and the median.
const BEFORE_BAR: usize = 52;

/// Returns the standing of every operation of the document.
pub(super) fn standings(document: &Document) -> Standings<'_> {
    let measured: Vec<_> = measured(document).collect();
    Standings::of(measured.iter().map(|(info, rows)| (info.operation.as_str(), rows.as_slice())))
}

/// Renders the screen, without the families and what is behind if tables of all operations follow.
pub(super) fn render(document: &Document, standings: &Standings, look: &Look, tables_follow: bool) -> String {
    let mut screen = verdict(document, standings, look);
    if !tables_follow {
        screen.push_str(&families(document, standings, look));
        let advice = advice(document, look);
        // A blank line and a heading are to come, too.
        let room = MOST_LINES.saturating_sub(screen.lines().count() + 2 + advice.lines().count()).max(1);
        screen.push_str(&behind(document, standings, look, room));
        screen.push_str(&advice);
    }
    screen
}

/// Returns the verdict on the whole run.
fn verdict(document: &Document, standings: &Standings, look: &Look) -> String {
    let class = if document.tier.is_empty() { document.cpu.clone() } else { Class::of(document).to_string() };
    let day = document.date.split('T').next().unwrap_or_default();
    let title = shortened(&format!("Carnelian beside other libraries: {class}, {day}"), look.width);
    let mut lines = vec![String::new()];
    if document.interrupted {
        lines.push("The run was ended early; this is what was measured until then.".to_owned());
    }
    lines.extend(document.conditions.crowded().map(|_| BUSY.to_owned()));
    if let Some((median, [least, most])) = standings.median().zip(standings.furthest()) {
        let count = |verdict| standings.count(verdict);
        lines.push(format!(
            "{}: {} ahead, {} level, {} behind; median ratio {}",
            counted(standings.counted.len(), "operation"),
            count(Verdict::Ahead),
            count(Verdict::Tie),
            count(Verdict::Behind),
            ratio(median),
        ));
        lines.push("Ratio: our time over the best other library's; below 1, ours is faster.".to_owned());
        let extremes = [("furthest ahead ", Verdict::Ahead, least), ("furthest behind", Verdict::Behind, most)];
        for (what, verdict, standing) in extremes {
            let Standing { operation, other, .. } = standing;
            if count(verdict) == 0 {
                continue;
            }
            lines.push(format!("  {what}  {:>5}  {operation}, {}", ratio(standing.ratio), other.library));
        }
    }
    lines.extend(uncounted(document, standings));
    let lines: String = lines.iter().map(|line| shortened(line, look.width) + "\n").collect();
    look.styled(&title, &Style::new().bold()) + "\n" + &lines
}

/// A note on a busy machine; the conditions in the details say how busy it was.
const BUSY: &str = "Other programs kept this machine busy: intervals are wide, and times are too long.";

/// Says how many operations are in none of the counts, and why.
fn uncounted(document: &Document, standings: &Standings) -> Vec<String> {
    let early =
        if document.interrupted { "the run was ended early" } else { "no time was left; --max-time gives more" };
    let uncertain = format!("not counted: of a single round, or less certain than ±{:.0} %", 100.0 * WIDEST);
    let reasons = [
        (document.out_of_time.len(), format!("not measured: {early}")),
        (standings.uncounted.len(), uncertain),
        (standings.alone.len(), "not compared: no other library has them, or they are parts of others".to_owned()),
    ];
    reasons.into_iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("  {count:>5} {why}")).collect()
}

/// Operations that share a line: those of a family, or of several whose names begin alike.
struct Group<'a> {
    name: String,
    families: Vec<&'a str>,
}

impl Group<'_> {
    fn has(&self, operation: &str) -> bool {
        self.families.contains(&family(operation))
    }
}

/// Returns at most [`MOST_FAMILIES`] groups if possible: those with the most families under one stem are joined first.
fn groups<'a>(document: &'a Document) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for info in &document.operations {
        let name = family(&info.operation);
        if !groups.iter().any(|group| group.has(&info.operation)) {
            groups.push(Group { name: name.to_owned(), families: vec![name] });
        }
    }
    let mut joined: Vec<&str> = Vec::new();
    while groups.len() > MOST_FAMILIES {
        let mut sizes: HashMap<&str, usize> = HashMap::new();
        for stem in groups.iter().map(|group| stem(group.families[0])).filter(|stem| !joined.contains(stem)) {
            *sizes.entry(stem).or_default() += 1;
        }
        // Of several that are as large, the first one by name.
        let largest = sizes.into_iter().filter(|(stem, size)| stem.len() > 1 && *size > 1);
        let Some((stem, _)) = largest.max_by_key(|(stem, size)| (*size, std::cmp::Reverse(*stem))) else { break };
        groups = join(groups, stem);
        joined.push(stem);
    }
    groups
}

/// Returns the letters at the beginning of a family's name.
fn stem(family: &str) -> &str {
    let end = family.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(family.len());
    &family[..end]
}

/// Joins the groups with that stem at the place of the first of them, under a pattern that selects them.
fn join<'a>(groups: Vec<Group<'a>>, of_stem: &str) -> Vec<Group<'a>> {
    let (alike, mut others): (Vec<_>, Vec<_>) =
        groups.into_iter().enumerate().partition(|(_, group)| stem(group.families[0]) == of_stem);
    let place = alike.first().map_or(0, |(place, _)| *place);
    let families: Vec<&str> = alike.into_iter().flat_map(|(_, group)| group.families).collect();
    let common = families.iter().copied().reduce(common_beginning).unwrap_or_default();
    let at = others.iter().take_while(|(i, _)| *i < place).count();
    others.insert(at, (place, Group { name: format!("{common}*"), families }));
    others.into_iter().map(|(_, group)| group).collect()
}

fn common_beginning<'a>(one: &'a str, other: &str) -> &'a str {
    let same = one.char_indices().zip(other.chars()).find(|((_, a), b)| a != b);
    &one[..same.map_or(one.len().min(other.len()), |((at, _), _)| at)]
}

fn families(document: &Document, standings: &Standings, look: &Look) -> String {
    let groups = groups(document);
    let scale = format!("0{:>one$}", 1, one = one());
    let heading = format!("{:FAMILY$}  ahead  level  behind  median  {scale}", "family");
    let worst = if look.width >= BEFORE_BAR + BAR + 20 { "  worst operation" } else { "" };
    let heading = format!("{heading:width$}{worst}", width = BEFORE_BAR + BAR);
    let mut lines = format!("\n{}\n", shortened(heading.trim_end(), look.width));
    let most = if groups.len() > MOST_FAMILIES { MOST_FAMILIES - 1 } else { MOST_FAMILIES };
    lines.extend(groups.iter().take(most).map(|group| family_line(group, standings, look)));
    if groups.len() > most {
        lines.push_str(&format!("and {} others\n", groups.len() - most));
    }
    lines
}

/// Returns the line of a group: how many of its operations are ahead, level and behind, and its median ratio as a bar.
fn family_line(group: &Group, standings: &Standings, look: &Look) -> String {
    let counted: Vec<&Standing> = standings.counted.iter().filter(|one| group.has(one.operation)).collect();
    let name = shortened(&group.name, FAMILY);
    let Some(worst) = counted.iter().max_by(|a, b| a.ratio.total_cmp(&b.ratio)) else {
        let why = if standings.alone.iter().any(|one| group.has(one)) { "no other library" } else { "not counted" };
        return format!("{name:FAMILY$}  {why}\n");
    };
    let count = |verdict| counted.iter().filter(|one| one.verdict == verdict).count();
    let middle = median(&counted.iter().map(|one| one.ratio).collect::<Vec<f64>>());
    let (ahead, level, behind) = (count(Verdict::Ahead), count(Verdict::Tie), count(Verdict::Behind));
    let mut line =
        format!("{name:FAMILY$}  {ahead:>5}  {level:>5}  {behind:>6}  {:>6}  ", shortened(&ratio(middle), 6));
    let color = if behind > 0 { Style::new().yellow() } else { Style::new().green() };
    let (bar, width) = (bar(middle), look.width.saturating_sub(BEFORE_BAR));
    let bar = shortened(&bar, width.min(BAR));
    line.push_str(&look.styled(&bar, &color));
    let rest = look.width.saturating_sub(BEFORE_BAR + BAR + 2);
    if rest >= 18 {
        let short = worst.operation.split_once('/').map_or(worst.operation, |(_, short)| short);
        let worst = shortened(&format!("{} {short}, {}", ratio(worst.ratio), worst.other.library), rest);
        line.push_str(&format!("{:pad$}  {worst}", "", pad = BAR.saturating_sub(bar.chars().count())));
    }
    line.truncate(line.trim_end().len());
    line + "\n"
}

/// Returns the column of the ratio 1 in a bar.
const fn one() -> usize {
    BAR * 2 / 3
}

/// Draws a ratio as a bar in which a stroke marks 1. A bar that would be too long ends in an arrow.
fn bar(ratio: f64) -> String {
    let length = (ratio * one() as f64).round().max(1.0);
    let cut = length > BAR as f64;
    let length = (length as usize).min(BAR);
    let cell = |i: usize| match i {
        _ if i == one() => '|',
        _ if cut && i == BAR - 1 => '>',
        _ if i < length => '█',
        _ => ' ',
    };
    (0..BAR).map(cell).collect::<String>().trim_end().to_owned()
}

/// Returns the operations that are behind, worst first, as many as there is room for.
fn behind(document: &Document, standings: &Standings, look: &Look, room: usize) -> String {
    let behind = standings.behind();
    if behind.is_empty() {
        return if standings.counted.is_empty() { String::new() } else { "\nNothing is behind.\n".to_owned() };
    }
    let longest = behind.iter().map(|one| one.operation.chars().count()).max().unwrap_or(0);
    let width = longest.clamp("behind".len(), OPERATION);
    let mut lines = format!("\n{:width$}   ratio  {:>8}  {:>8}  led by\n", "behind", "ours", "theirs");
    let shown = if behind.len() > room { room - 1 } else { behind.len() };
    for standing in behind.iter().take(shown) {
        let Standing { operation, other, .. } = standing;
        let is_ours = |row: &&Row| row.is_ours() && row.operation == *operation;
        let ours = document.rows.iter().find(is_ours).map_or_else(|| "-".to_owned(), |row| time(row.ns_iqm));
        let operation = shortened(operation, width);
        let rest = format!("  {ours:>8}  {:>8}  {} {}", time(other.ns_iqm), other.library, other.version);
        let rest = shortened(&rest, look.width.saturating_sub(width + 8));
        let ratio = look.styled(&format!("{:>6}", shortened(&ratio(standing.ratio), 6)), &Style::new().yellow());
        lines.push_str(&format!("{operation:width$}  {ratio}{rest}\n"));
    }
    if behind.len() > shown {
        lines.push_str(&format!("and {} more\n", behind.len() - shown));
    }
    lines
}

/// Returns how to see more than the screen.
fn advice(document: &Document, look: &Look) -> String {
    let first = document.operations.first().map_or("sha512", |info| family(&info.operation));
    let advice = format!(
        "--details prints every operation; `carnelian bench --compare {first}` measures one family for minutes; `--save \
         NAME` keeps results for `carnelian report`."
    );
    format!("\n{}", wrapped(&advice, look.width))
}
