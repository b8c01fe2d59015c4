//! The colours of charts and of what stands beside them on a page, for light and for dark.

/// A colour by what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// What everything stands on.
    Paper,
    /// What is read.
    Text,
    /// What is looked up.
    Muted,
    /// Lines that guide the eye.
    Grid,
    /// The series of this number.
    Series(usize),
}

/// How many colours there are for series.
pub const COLORS: usize = 12;

/// Writes the table of colours: as CSS for pages, and as values for drawing.
macro_rules! palette {
    ($($name:literal $light:literal $dark:literal;)+) => {
        /// The colours as custom properties, for a page to hold once in a `<style>`: those for light, those for dark
        /// where the reader prefers that, and either where the page's root says so in `data-theme`. On paper all is
        /// light.
        pub const CSS: &str = concat!(
            ":root {\n  color-scheme: light dark;\n", $("  --", $name, ": ", $light, ";\n",)+
            "}\n@media (prefers-color-scheme: dark) {\n  :root {\n", $("    --", $name, ": ", $dark, ";\n",)+ "  }\n}\n",
            ":root[data-theme=\"dark\"] {\n  color-scheme: dark;\n", $("  --", $name, ": ", $dark, ";\n",)+
            "}\n:root[data-theme=\"light\"] {\n  color-scheme: light;\n", $("  --", $name, ": ", $light, ";\n",)+
            "}\n@media print {\n  :root, :root[data-theme] {\n    color-scheme: light;\n",
            $("    --", $name, ": ", $light, ";\n",)+ "  }\n}\n"
        );

        /// Each custom property with the colour that it has on white paper.
        const LIGHT: &[(&str, &str)] = &[$(($name, $light)),+];
    };
}

palette! {
    "paper" "#ffffff" "#16181d";
    "ink"   "#1b1f24" "#e8eaed";
    "muted" "#57606a" "#9aa4b2";
    "grid"  "#d8dee4" "#343a43";
    "c0"  "#0072b2" "#56b4e9";
    "c1"  "#d55e00" "#e69f00";
    "c2"  "#009e73" "#2bc79a";
    "c3"  "#cc79a7" "#e7a6c8";
    "c4"  "#8400cd" "#b48cff";
    "c5"  "#a40122" "#ff6b6b";
    "c6"  "#5a6b00" "#c3d65b";
    "c7"  "#008df9" "#7ac7ff";
    "c8"  "#7f4f24" "#d2a679";
    "c9"  "#e20134" "#ff8fa3";
    "c10" "#006d77" "#83c5be";
    "c11" "#3d405b" "#b8bcd8";
}

/// The colour on white paper: red, green, blue.
pub(super) fn light(ink: Ink) -> [u8; 3] {
    let [.., red, green, blue] = u32::from_str_radix(&property(ink).1[1..], 16).unwrap_or_default().to_be_bytes();
    [red, green, blue]
}

/// The row of the table.
fn property(ink: Ink) -> (&'static str, &'static str) {
    LIGHT[match ink {
        Ink::Paper => 0,
        Ink::Text => 1,
        Ink::Muted => 2,
        Ink::Grid => 3,
        Ink::Series(number) => 4 + number % COLORS,
    }]
}

/// What was drawn in colours for white paper, with the custom properties that stand for them.
///
/// The colour itself stays as an attribute, for programs that draw SVG without knowing custom properties.
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
