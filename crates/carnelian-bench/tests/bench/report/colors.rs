//! The colors of charts: sufficient contrast to the paper, and distinguishable with every kind of color vision.

use carnelian_bench::report::chart::palette::{COLORS, CSS, DARK, GRAYS};
use std::collections::BTreeMap;

/// Red, green and blue from 0 to 1, proportional to light.
type Linear = [f64; 3];

/// The transformations of linear light for protanopes, deuteranopes and tritanopes: Machado, Oliveira and Fernandes
/// (2009), severity 1.
const VISIONS: [[[f64; 3]; 3]; 3] = [
    [[0.152_286, 1.052_583, -0.204_868], [0.114_503, 0.786_281, 0.099_216], [-0.003_882, -0.048_116, 1.051_998]],
    [[0.367_322, 0.860_646, -0.227_968], [0.280_085, 0.672_501, 0.047_413], [-0.011_820, 0.042_940, 0.968_881]],
    [[1.255_528, -0.076_749, -0.178_779], [-0.078_411, 0.930_809, 0.147_602], [0.004_733, 0.691_367, 0.303_900]],
];

/// The matrices of Ottosson's OKLab (2020): to cone responses, and from their cube roots.
const CONES: [[f64; 3]; 3] = [
    [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
    [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
    [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
];
const LAB: [[f64; 3]; 3] = [
    [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
    [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
    [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
];

fn times(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
}

fn lab(color: Linear) -> [f64; 3] {
    times(&LAB, times(&CONES, color).map(|cone| cone.max(0.0).cbrt()))
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Computes the contrast as defined in WCAG 2.
fn contrast(a: Linear, b: Linear) -> f64 {
    let [a, b] = [a, b].map(|[r, g, b]| 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
    a.max(b) / a.min(b)
}

fn linear(color: &str) -> Linear {
    let digits = color.strip_prefix('#').unwrap();
    assert_eq!(digits.len(), 6, "{color}");
    [0, 2, 4].map(|i| {
        let value = f64::from(u8::from_str_radix(&digits[i..i + 2], 16).unwrap()) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// Returns the custom properties that are set in the rule for `selector`.
fn properties(selector: &str) -> BTreeMap<&'static str, &'static str> {
    let (_, rule) = CSS.split_once(selector).unwrap_or_else(|| panic!("{selector} is not in {CSS}"));
    let (declarations, _) = rule.split_once('{').and_then(|(_, rule)| rule.split_once('}')).unwrap();
    let declarations = declarations.split(';').filter_map(|declaration| declaration.split_once(':'));
    declarations.filter_map(|(name, value)| Some((name.trim().strip_prefix("--")?, value.trim()))).collect()
}

/// Returns the custom properties for light and for dark mode.
pub(crate) fn themes() -> [BTreeMap<&'static str, &'static str>; 2] {
    [properties(":root"), properties("@media (prefers-color-scheme: dark) {\n  :root")]
}

/// A theme requested by the page's root is the same as that preferred by the reader's system.
#[test]
fn a_page_can_ask_for_either_theme() {
    let [light, dark] = themes();
    assert_eq!(properties(":root[data-theme=\"light\"]"), light);
    assert_eq!(properties(":root[data-theme=\"dark\"]"), dark);
    assert_eq!(properties("@media print {\n  :root"), light);
}

fn series(theme: &BTreeMap<&str, &str>) -> Vec<Linear> {
    (0..COLORS).map(|i| linear(theme[&*format!("c{i}")])).collect()
}

#[test]
fn both_themes_have_every_color() {
    let [light, dark] = themes();
    assert_eq!(light.keys().collect::<Vec<_>>(), dark.keys().collect::<Vec<_>>());
    assert_eq!(light.len(), 4 + COLORS + GRAYS + 3);
    assert_eq!((light["paper"], dark["paper"]), ("#ffffff", "#16181d"));
}

#[test]
fn colors_stand_out_from_the_paper() {
    for theme in themes() {
        let paper = linear(theme["paper"]);
        for (i, color) in series(&theme).into_iter().enumerate() {
            assert!(contrast(color, paper) >= 3.0, "c{i}: {}", contrast(color, paper));
        }
        let grays: Vec<f64> = (1..=GRAYS).map(|i| contrast(linear(theme[&*format!("g{i}")]), paper)).collect();
        // The fastest stands out most.
        assert!(grays.iter().rev().is_sorted() && grays[GRAYS - 1] >= 3.0, "{grays:?}");
        for text in ["ink", "muted", "red", "ahead", "behind"] {
            assert!(contrast(linear(theme[text]), paper) >= 4.5, "{text}");
        }
    }
}

/// A distance of 0.02 is a just noticeable difference.
#[test]
fn colors_differ_for_every_kind_of_vision() {
    for theme in themes() {
        let colors = series(&theme);
        let seen = |matrix: &[[f64; 3]; 3]| -> Vec<_> {
            colors.iter().map(|color| lab(times(matrix, *color).map(|light| light.clamp(0.0, 1.0)))).collect()
        };
        let normal = colors.iter().map(|color| lab(*color)).collect();
        let visions = [("normal", normal, 0.13)].into_iter();
        let least = [("protan", 0.09), ("deutan", 0.09), ("tritan", 0.07)];
        let visions = visions.chain(least.into_iter().zip(&VISIONS).map(|((name, least), m)| (name, seen(m), least)));
        for (name, seen, least) in visions {
            for i in 0..COLORS {
                for j in 0..i {
                    let distance = distance(seen[i], seen[j]);
                    assert!(distance >= least, "{name}: c{i} and c{j} are {distance:.3} apart");
                }
            }
        }
    }
}

/// The color of a row ahead is no red, and those of rows ahead, level and behind differ with every kind of vision.
#[test]
fn verdicts_differ_for_every_kind_of_vision() {
    const NORMAL: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for theme in themes() {
        let [ahead, level, behind] = ["ahead", "muted", "behind"].map(|name| linear(theme[name]));
        assert!(ahead[2] > ahead[0] && behind[0] > behind[2], "{ahead:?} and {behind:?}");
        for vision in [&NORMAL].into_iter().chain(&VISIONS) {
            let seen = |color| lab(times(vision, color).map(|light: f64| light.clamp(0.0, 1.0)));
            for (one, other, least) in [(ahead, behind, 0.2), (ahead, level, 0.09), (behind, level, 0.09)] {
                let distance = distance(seen(one), seen(other));
                assert!(distance >= least, "{one:?} and {other:?} are {distance:.3} apart");
            }
        }
    }
}

/// A chart that is a file has its dark theme's colors with it.
#[test]
fn a_chart_by_itself_has_the_dark_colors() {
    let [_, dark] = themes();
    for (name, color) in dark {
        assert!(DARK.contains(&format!("--{name}: {color};")), "{name}");
    }
}
