//! The colors of charts and of the pages around them, for light and for dark mode.
//!
//! The first color of series, that of our library, is carnelian red. Three are from Okabe and Ito's palette for all
//! kinds of color vision (2008): blue, vermilion and bluish green, and in dark mode sky blue, orange and bluish green.
//! The others, and the red, come from a search for the set that maximizes the smallest distance between two colors in Ottosson's OKLab (2020), as seen with normal
//! vision and, by the model of Machado, Oliveira and Fernandes (2009), by protanopes, deuteranopes and tritanopes,
//! among colors with a contrast of at least 3:1 to the paper. A color has about the same hue in both modes. A test
//! computes contrasts and distances.
//!
//! Where libraries are ranked, all but ours are gray: `g1` for the fastest, which stands out most, to `g5`.
//! Beside grays ours is `red`, which is also legible as text.
//!
//! `ahead` and `behind` are verdicts: blue and orange, which mean neither danger nor success and which every kind of
//! color vision distinguishes; both are legible as text. What is level has the color of secondary text.

/// A color by its purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// The background.
    Paper,
    /// Primary text.
    Text,
    /// Secondary text.
    Muted,
    /// Grid lines.
    Grid,
    /// The series with this number.
    Series(usize),
    /// The operations in which our library is ahead.
    Ahead,
    /// Those in which it is behind.
    Behind,
}

/// The number of grays for ranks; the last one has those of all ranks after it.
pub const GRAYS: usize = 5;

/// The number of colors for series.
pub const COLORS: usize = 12;

/// Defines the table of colors: as CSS for pages, and as values for drawing.
macro_rules! palette {
    ($($name:literal $light:literal $dark:literal;)+) => {
        /// The colors as custom properties, to be included once in a page's `<style>`: those for light mode, those for
        /// dark mode if the reader prefers that, and either one if the page's root requests it in `data-theme`. Printed
        /// pages are always light.
        pub const CSS: &str = concat!(
            ":root {\n  color-scheme: light dark;\n", $("  --", $name, ": ", $light, ";\n",)+
            "}\n@media (prefers-color-scheme: dark) {\n  :root {\n", $("    --", $name, ": ", $dark, ";\n",)+ "  }\n}\n",
            ":root[data-theme=\"dark\"] {\n  color-scheme: dark;\n", $("  --", $name, ": ", $dark, ";\n",)+
            "}\n:root[data-theme=\"light\"] {\n  color-scheme: light;\n", $("  --", $name, ": ", $light, ";\n",)+
            "}\n@media print {\n  :root, :root[data-theme] {\n    color-scheme: light;\n",
            $("    --", $name, ": ", $light, ";\n",)+ "  }\n}\n"
        );

        /// The colors for dark mode, for a chart that is a file by itself: without them it has those on white paper.
        pub const DARK: &str = concat!(
            "@media (prefers-color-scheme: dark) { :root {", $(" --", $name, ": ", $dark, ";",)+ " } }"
        );

        /// Each custom property with its color on white paper.
        const LIGHT: &[(&str, &str)] = &[$(($name, $light)),+];
    };
}

palette! {
    "paper" "#ffffff" "#16181d";
    "ink"   "#1b1f24" "#e8eaed";
    "muted" "#57606a" "#9aa4b2";
    "grid"  "#d8dee4" "#343a43";
    "c0"  "#bf000c" "#cf002a";
    "c1"  "#d55e00" "#e69f00";
    "c2"  "#009e73" "#009e73";
    "c3"  "#7d0702" "#e65f00";
    "c4"  "#411dad" "#3172c4";
    "c5"  "#b360fd" "#d000a9";
    "c6"  "#8a8ec4" "#8c81ff";
    "c7"  "#6a0f6e" "#915468";
    "c8"  "#0902fb" "#7930ff";
    "c9"  "#0072b2" "#56b4e9";
    "c10" "#016352" "#8fe098";
    "c11" "#b13084" "#ff6eb3";
    "g1" "#3d444d" "#c9ced6";
    "g2" "#545b64" "#aab0b9";
    "g3" "#687079" "#8f96a0";
    "g4" "#7a818a" "#7c838d";
    "g5" "#898f97" "#6c737d";
    "red" "#bf000c" "#ff6a70";
    "ahead"  "#0066cc" "#3d9ae8";
    "behind" "#b34700" "#f08c00";
}

/// Returns the color on white paper: red, green, blue.
pub(super) fn light(ink: Ink) -> [u8; 3] {
    let [.., red, green, blue] = u32::from_str_radix(&property(ink).1[1..], 16).unwrap_or_default().to_be_bytes();
    [red, green, blue]
}

/// Returns the color's row of the table.
fn property(ink: Ink) -> (&'static str, &'static str) {
    LIGHT[match ink {
        Ink::Paper => 0,
        Ink::Text => 1,
        Ink::Muted => 2,
        Ink::Grid => 3,
        Ink::Series(number) => 4 + number % COLORS,
        Ink::Ahead => 5 + COLORS + GRAYS,
        Ink::Behind => 6 + COLORS + GRAYS,
    }]
}

/// Returns the declaration of a fill that follows the theme.
pub(super) fn fill(ink: Ink) -> String {
    let (name, color) = property(ink);
    format!("fill:var(--{name},{color})")
}

/// Returns the color on white paper as it is written in SVG.
pub(super) fn written(ink: Ink) -> &'static str {
    property(ink).1
}

/// Replaces colors for white paper in a drawing by references to their custom properties.
///
/// The color itself remains as an attribute, for programs that draw SVG without support for custom properties.
pub(super) fn with_properties(drawn: &str) -> String {
    LIGHT.iter().fold(drawn.to_owned(), |drawn, (name, color)| {
        let upper = color.to_uppercase();
        ["fill", "stroke"].iter().fold(drawn, |drawn, attribute| {
            drawn.replace(
                &format!("{attribute}=\"{upper}\""),
                &format!("{attribute}=\"{color}\" style=\"{attribute}:var(--{name},{color})\""),
            )
        })
    })
}
