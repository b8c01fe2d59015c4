//! Strips: a dot for each operation, placed by the ratio of our time to that of the best other library.

use super::canvas::legible;
use super::palette::{self, Ink};
use super::{Size, text};
use crate::stats::Verdict;
use maud::{Markup, html};

/// The ratios of one class of machines.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The title: the class.
    pub title: String,
    /// The ratio in the middle of all.
    pub median: f64,
    /// The operations, in any order.
    pub dots: Vec<Dot>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Its name.
    pub name: String,
    /// The best other library.
    pub other: String,
    /// Our time over that library's.
    pub ratio: f64,
    /// Whether we are ahead, as far as the ratio's interval tells.
    pub verdict: Verdict,
}

/// The ratio at the right end. What is beyond is drawn there, with its number.
const END: f64 = 2.0;
/// The values with a tick mark.
const TICKS: [f64; 5] = [0.0, 0.5, 1.0, 1.5, END];

const SIDE: f64 = 12.0;
/// The sizes of letters: the title, the counts, everything else.
const TITLE: f64 = 14.0;
const COUNT: f64 = 12.5;
const SMALL: f64 = 11.0;
/// The height of the title and the counts, and of a label.
const HEAD: f64 = 52.0;
const LINE: f64 = 15.0;
/// The height of the dots' area, and the radius of a dot.
const AREA: f64 = 44.0;
const RADIUS: f64 = 3.2;
/// The height of the axis: its numbers and what they mean.
const AXIS: f64 = 34.0;
/// The most dots that have a label.
const LABELS: usize = 3;

impl Strip {
    /// Renders the strip as SVG.
    #[must_use]
    pub fn svg(&self, size: Size) -> String {
        svg(&self.title, &self.summary(), size, self.panel(size, 0.0), self.height())
    }

    /// Returns the counts of what is ahead, level and behind, each with its color.
    fn counts(&self) -> [(String, Ink); 3] {
        [Verdict::Ahead, Verdict::Tie, Verdict::Behind].map(|verdict| {
            let count = self.dots.iter().filter(|dot| dot.verdict == verdict).count();
            let word = if verdict == Verdict::Tie { "level" } else { verdict.word() };
            (format!("{count} {word}"), color(verdict))
        })
    }

    fn middle(&self) -> String {
        format!("median {}", number(self.median))
    }

    fn summary(&self) -> String {
        let counts = self.counts().map(|(count, _)| count).join(", ");
        format!("{counts}; {} of the best other library's time", self.middle())
    }

    fn height(&self) -> f64 {
        HEAD + LINE * self.lanes() as f64 + AREA + AXIS
    }

    /// Draws everything between `top` and the strip's height below it.
    fn panel(&self, size: Size, top: f64) -> Markup {
        let room = size.width() - 2.0 * SIDE;
        let head = top + HEAD;
        let floor = head + LINE * self.lanes() as f64 + AREA;
        let places = self.places(room, floor);
        let of = |verdict| {
            self.dots.iter().zip(&places).filter(move |(dot, _)| dot.verdict == verdict && dot.ratio.is_finite())
        };
        html! {
            (letters(&text::fit(&self.title, TITLE, room), [SIDE, top + 18.0], "start", TITLE, Ink::Text))
            (self.headline(top + 38.0))
            @for tick in TICKS {
                @let x = place(tick, room);
                @let (width, line) = if tick == 1.0 { (2.0, Ink::Muted) } else { (1.0, Ink::Grid) };
                (rectangle([x - width / 2.0, head], [width, floor - head], line))
                @let number = if tick == END { format!("{tick}+") } else { tick.to_string() };
                (letters(&number, [x, floor + 10.0], "middle", SMALL, Ink::Muted))
            }
            (letters("faster", [SIDE, floor + 25.0], "start", SMALL, Ink::Muted))
            (letters(meaning(size), [place(1.0, room), floor + 25.0], "middle", SMALL, Ink::Muted))
            (letters("slower", [SIDE + room, floor + 25.0], "end", SMALL, Ink::Muted))
            @for verdict in [Verdict::Ahead, Verdict::Tie, Verdict::Behind] {
                @let (color, style) = ink(color(verdict));
                g fill=(color) style=(style) {
                    @for (dot, [x, y]) in of(verdict) {
                        circle cx=(short(*x)) cy=(short(*y)) r=(RADIUS) { title { (legible(&dot.told())) } }
                    }
                }
            }
            @for (lane, dot) in self.labelled() {
                (label(&self.dots[dot], places[dot], head + LINE * (lane as f64 + 0.5), room))
            }
        }
    }

    /// Draws the counts, each in the color of its dots, and the median.
    fn headline(&self, y: f64) -> Markup {
        let mut x = SIDE;
        let entries = self.counts().into_iter().chain([(self.middle(), Ink::Muted)]);
        html! {
            @for (said, color) in entries {
                (letters(&said, [x, y], "start", COUNT, color))
                @let () = x += 1.06 * text::width(&said, COUNT) + 8.0;
            }
        }
    }

    /// Returns the dots with a label, by index, and the lane of each: the two furthest behind, if they are behind, and
    /// the furthest ahead.
    fn labelled(&self) -> Vec<(usize, usize)> {
        let mut order: Vec<usize> = (0..self.dots.len()).filter(|i| self.dots[*i].ratio.is_finite()).collect();
        order.sort_by(|a, b| self.dots[*b].ratio.total_cmp(&self.dots[*a].ratio));
        let behind = order.iter().copied().filter(|i| self.dots[*i].verdict == Verdict::Behind);
        let mut labelled: Vec<(usize, usize)> = behind.take(LABELS - 1).enumerate().collect();
        if let Some(ahead) = order.iter().rev().copied().find(|i| self.dots[*i].verdict == Verdict::Ahead) {
            labelled.push((labelled.len(), ahead));
        }
        labelled
    }

    /// Returns the number of lanes of labels.
    fn lanes(&self) -> usize {
        self.labelled().len()
    }

    /// Returns the middle of each dot: piles of dots of about the same ratio, each as high as the area at most.
    fn places(&self, room: f64, floor: f64) -> Vec<[f64; 2]> {
        let columns = (room / (2.0 * RADIUS)).floor();
        let column = |ratio: f64| ((ratio.min(END) / END) * (columns - 1.0)).round() as usize;
        let mut piles = vec![0usize; columns as usize];
        self.dots.iter().for_each(|dot| piles[column(dot.ratio)] += 1);
        let highest = piles.iter().copied().max().unwrap_or(1).max(1);
        let step = (2.0 * RADIUS).min((AREA - 2.0 * RADIUS) / highest as f64);
        let mut order: Vec<usize> = (0..self.dots.len()).collect();
        order.sort_by(|a, b| self.dots[*a].ratio.total_cmp(&self.dots[*b].ratio));
        let mut used = vec![0usize; piles.len()];
        let mut places = vec![[0.0; 2]; self.dots.len()];
        for i in order {
            let pile = column(self.dots[i].ratio);
            let y = floor - RADIUS - 1.0 - step * used[pile] as f64;
            places[i] = [place(self.dots[i].ratio, room), y];
            used[pile] += 1;
        }
        places
    }
}

impl Dot {
    /// Describes the dot in a sentence.
    fn told(&self) -> String {
        format!("{}: {} of the time of {}, {}", self.name, number(self.ratio), self.other, self.verdict.word())
    }
}

/// Renders strips below one another as one SVG document.
#[must_use]
pub fn stacked(title: &str, strips: &[Strip], size: Size) -> String {
    let mut top = 0.0;
    let panels = html! {
        @for strip in strips {
            (strip.panel(size, top))
            @let () = top += strip.height();
        }
    };
    let summary = strips.iter().map(|strip| format!("{}: {}", strip.title, strip.summary())).collect::<Vec<_>>();
    svg(title, &summary.join(" "), size, panels, top)
}

fn svg(title: &str, description: &str, size: Size, content: Markup, height: f64) -> String {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" class=(size.name())
            viewBox=(format!("0 0 {} {}", size.width(), short(height))) {
            title { (legible(title)) }
            desc { (legible(description)) }
            (rectangle([0.0, 0.0], [size.width(), height], Ink::Paper))
            (content)
        }
    }
    .into_string()
}

/// Returns the horizontal position of a ratio.
fn place(ratio: f64, room: f64) -> f64 {
    SIDE + ratio.clamp(0.0, END) / END * room
}

/// Draws a dot's name and ratio at the height of its lane, and a line from there to the dot.
fn label(dot: &Dot, [x, y]: [f64; 2], lane: f64, room: f64) -> Markup {
    let said = format!("{} {}", text::fit(&dot.name, SMALL, 0.5 * room), number(dot.ratio));
    let width = text::width(&said, SMALL);
    // The text stands right of the line, unless it would not fit there.
    let left = x + 5.0 + width > SIDE + room;
    let (start, anchor, edge) = if left { (x - 5.0, "end", x - 6.0 - width) } else { (x + 5.0, "start", x + 4.0) };
    html! {
        (rectangle([x - 0.5, lane - 6.0], [1.0, (y - lane + 6.0 - RADIUS).max(0.0)], Ink::Muted))
        (rectangle([edge, lane - 7.0], [width + 2.0, 14.0], Ink::Paper))
        (letters(&said, [start, lane], anchor, SMALL, Ink::Text))
    }
}

/// Returns the color of dots with this verdict.
const fn color(verdict: Verdict) -> Ink {
    match verdict {
        Verdict::Ahead => Ink::Ahead,
        Verdict::Tie => Ink::Muted,
        Verdict::Behind => Ink::Behind,
    }
}

const fn meaning(size: Size) -> &'static str {
    match size {
        Size::Narrow => "← our time / best other's →",
        Size::Wide => "← our time over that of the best other library →",
    }
}

/// Draws a text. What is larger than the small letters is bold.
fn letters(text: &str, [x, y]: [f64; 2], anchor: &str, size: f64, color: Ink) -> Markup {
    let (color, style) = ink(color);
    let weight = (size > SMALL).then_some("bold");
    html! {
        text x=(short(x)) y=(short(y)) dy="0.35em" text-anchor=(anchor) font-family="system-ui, sans-serif"
            font-size=(size) font-weight=[weight] fill=(color) style=(style) { (legible(text)) }
    }
}

fn rectangle([x, y]: [f64; 2], [width, height]: [f64; 2], color: Ink) -> Markup {
    let (color, style) = ink(color);
    html! {
        rect x=(short(x)) y=(short(y)) width=(short(width)) height=(short(height)) fill=(color) style=(style) {}
    }
}

fn ink(ink: Ink) -> (&'static str, String) {
    (palette::written(ink), palette::fill(ink))
}

/// Formats a position with one decimal.
fn short(position: f64) -> String {
    let position = format!("{position:.1}");
    position.strip_suffix(".0").map_or(position.clone(), str::to_owned)
}

/// Formats a ratio.
fn number(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}
