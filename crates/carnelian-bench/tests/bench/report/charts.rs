//! Charts: the positions of their elements, their descriptions, and the absence of overlaps.

use super::colors::themes;
use super::golden::assert_all_golden;
use carnelian_bench::report::chart::{Curve, Dot, Growth, Radar, Series, Size, Strip, strip};
use carnelian_bench::stats::Verdict;
use roxmltree::{Document, Node};

fn series(name: &str, color: usize, values: &[f64]) -> Series {
    Series { name: name.to_owned(), color, values: values.iter().copied().map(Some).collect() }
}

/// Returns a strip with dots on one another, one beyond the end, and a name that looks like markup.
fn ratios() -> Strip {
    let dot = |name: &str, ratio: f64| Dot {
        name: name.to_owned(),
        other: "swift & <co>".to_owned(),
        ratio,
        verdict: match ratio {
            ..0.99 => Verdict::Ahead,
            1.01.. => Verdict::Behind,
            _ => Verdict::Tie,
        },
    };
    let dots = [
        ("sha512/64B", 0.5),
        ("sha512/1KiB", 0.501),
        ("ed25519/sign", 1.0),
        ("<b>&\"quoted\"", 7.25),
        ("x25519/dh", 1.5),
    ];
    Strip { title: "Cove & co".to_owned(), median: 1.0, dots: dots.map(|(name, ratio)| dot(name, ratio)).into() }
}

fn radar() -> Radar {
    Radar {
        title: "Curves on two machines".to_owned(),
        description: "The newer machine is faster everywhere.".to_owned(),
        unit: "operations per second".to_owned(),
        axes: ["ed25519/sign", "ed25519/verify", "x25519/agree", "sha512/1KiB"].map(str::to_owned).into(),
        series: vec![
            series("newer", 0, &[1.0e5, 1.0e4, 1.0e3, 1.0e6]),
            Series { name: "older".to_owned(), color: 1, values: vec![Some(5.0e4), Some(5.0e3), None, Some(5.0e5)] },
        ],
    }
}

fn growth() -> Growth {
    let points = |fixed: f64, each: f64| {
        (6..=20).step_by(2).map(move |power| f64::from(1 << power)).map(move |size| (size, fixed + each * size))
    };
    Growth {
        title: "SHA-512".to_owned(),
        description: "Cost is proportional from 4 KiB on.".to_owned(),
        x: "bytes".to_owned(),
        y: "nanoseconds per call".to_owned(),
        curves: vec![
            Curve {
                name: "carnelian".to_owned(),
                color: 0,
                points: points(120.0, 1.31).collect(),
                marks: vec![4096.0],
            },
            Curve { name: "swift".to_owned(), color: 1, points: points(60.0, 1.6).collect(), marks: vec![] },
        ],
    }
}

/// Returns the largest numbers of categories and series that charts have space for, with names of all lengths.
fn crowd() -> (Vec<String>, Vec<Series>) {
    let categories = [
        "sha512/64B",
        "sha512/batch8-1KiB",
        "x25519/generate",
        "x25519/agree",
        "ed25519/generate",
        "ed25519/verify-batch64",
        "ristretto255/hash-to-group",
        "edwards25519/double-scalar-mul-vartime",
        "aVeryLongNameWithoutAnyPlaceWhereItCouldBeBrokenIntoLines",
        "mlkem768/encapsulate",
        "p256/ecdsa-sign",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    ];
    let value = |i: usize, j: usize| 10f64.powf(3.0 + ((7 * j) % 5) as f64 * 0.6 + i as f64 * 0.05);
    let all = (0..14).map(|i| {
        let name = format!("library-{i}{}", "-with-a-long-name".repeat(i % 3));
        series(&name, i, &(0..12).map(|j| value(i, j)).collect::<Vec<_>>())
    });
    (categories.map(str::to_owned).into(), all.collect())
}

/// Returns every kind of chart, with little data and with much.
fn charts() -> Vec<(&'static str, String)> {
    let (names, series) = crowd();
    let curves = series.iter().map(|series| Curve {
        name: series.name.clone(),
        color: series.color,
        points: (1..=100).step_by(7).map(f64::from).map(|x| (x, x * (1.0 + series.color as f64))).collect(),
        marks: vec![8.0, 10.0],
    });
    let curves = Growth { curves: curves.collect(), ..growth() };
    let full = Radar { axes: names, series, ..radar() };
    let of = |size| {
        [
            ("strip", ratios().svg(size)),
            ("strips", strip::stacked("Two & more", &[ratios(), Strip { dots: vec![], ..ratios() }], size)),
            ("radar", radar().svg(size)),
            ("growth", growth().svg(size)),
            ("full radar", full.svg(size)),
            ("many curves", curves.svg(size)),
        ]
    };
    Size::ALL.into_iter().flat_map(of).collect()
}

fn elements<'a>(svg: &'a Document<'_>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    svg.descendants().filter(move |node| node.has_tag_name(name))
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

/// Returns the elements whose `fill` or `stroke` is this color.
fn colored<'a>(svg: &'a Document<'_>, name: &'static str, color: &str) -> Vec<Node<'a, 'a>> {
    let property = format!("var(--{color},");
    elements(svg, name).filter(|node| node.attribute("style").is_some_and(|style| style.contains(&property))).collect()
}

fn assert_close(found: f64, expected: f64) {
    // Drawing rounds to units, ten of which make a pixel; the difference of two positions is off by at most two units.
    assert!((found - expected).abs() <= 2.0, "{found} is not {expected}");
}

#[test]
fn golden() {
    assert_all_golden(&[
        (&ratios().svg(Size::Wide), "strip.svg", include_str!("golden/strip.svg")),
        (&radar().svg(Size::Narrow), "radar-narrow.svg", include_str!("golden/radar-narrow.svg")),
        (&growth().svg(Size::Narrow), "growth-narrow.svg", include_str!("golden/growth-narrow.svg")),
        (&radar().svg(Size::Wide), "radar.svg", include_str!("golden/radar.svg")),
        (&growth().svg(Size::Wide), "growth.svg", include_str!("golden/growth.svg")),
    ]);
}

#[test]
fn charts_say_what_they_show() {
    for (name, svg) in charts() {
        let svg = Document::parse(&svg).unwrap();
        let root = svg.root_element();
        assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")), "{name}");
        assert!(root.attribute("viewBox").is_some() && root.attribute("width").is_none(), "{name}");
        let said: Vec<_> =
            root.children().filter(Node::is_element).take(2).map(|node| node.tag_name().name()).collect();
        assert_eq!(said, ["title", "desc"], "{name}");
    }
    let svg = ratios().svg(Size::Wide);
    let svg = Document::parse(&svg).unwrap();
    let text = |name| elements(&svg, name).next().unwrap().text().unwrap().to_owned();
    assert_eq!(text("title"), "Cove & co");
    assert_eq!(text("desc"), "2 ahead, 1 level, 2 behind; median 1.00 of the best other library's time");
    let shown: Vec<_> = elements(&svg, "text").filter_map(|node| node.text()).map(str::trim).collect();
    assert!(shown.contains(&"<b>&\"quoted\" 7.25") && shown.contains(&"2 ahead"), "{shown:?}");
}

/// A chart is one document of drawing and text, without references.
#[test]
fn charts_refer_to_nothing() {
    let drawing = ["svg", "title", "desc", "rect", "text", "polyline", "polygon", "circle", "line", "g"];
    for (name, svg) in charts() {
        assert!(!svg.contains("NaN") && !svg.contains("inf\"") && !svg.contains("<!"), "{name}");
        let svg = Document::parse(&svg).unwrap();
        for node in svg.descendants().filter(Node::is_element) {
            assert!(drawing.contains(&node.tag_name().name()), "{name}: {node:?}");
            for attribute in node.attributes() {
                assert!(!attribute.name().contains("href") && !attribute.name().starts_with("on"), "{attribute:?}");
                assert!(!attribute.value().contains("url(") && !attribute.value().contains("//"), "{attribute:?}");
            }
        }
    }
}

/// Everything drawn has a color that follows the theme, with the light theme's as the fallback.
#[test]
fn colors_follow_the_theme() {
    let [light, _] = themes();
    for (name, svg) in charts() {
        let svg = Document::parse(&svg).unwrap();
        for node in svg.descendants() {
            for attribute in ["fill", "stroke"] {
                let Some(color) = node.attribute(attribute).filter(|color| *color != "none") else { continue };
                let style = node.attribute("style").unwrap_or_else(|| panic!("{name}: {node:?} has no style"));
                let (property, fallback) =
                    style.strip_prefix(attribute).unwrap().trim_start_matches(":var(--").split_once(',').unwrap();
                assert_eq!((light[property], fallback), (color, &*format!("{color})")), "{name}");
            }
        }
    }
}

/// Returns a text's left, top, right and bottom, assuming that a letter is 0.58 of its font's size wide, as the average
/// one is.
fn extent(node: Node<'_, '_>) -> [f64; 4] {
    let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
    let width = node.text().unwrap().trim().chars().count() as f64 * 0.58 * size;
    let left = match node.attribute("text-anchor") {
        Some("start") => x,
        Some("middle") => x - width / 2.0,
        _ => x - width,
    };
    [left, y - size / 2.0, left + width, y + size / 2.0]
}

#[test]
fn texts_do_not_overlap_and_stay_inside() {
    for (name, svg) in charts() {
        let svg = Document::parse(&svg).unwrap();
        let view: Vec<f64> =
            svg.root_element().attribute("viewBox").unwrap().split(' ').map(|n| n.parse().unwrap()).collect();
        let texts: Vec<_> = elements(&svg, "text").map(|node| (node.text().unwrap().trim(), extent(node))).collect();
        assert!(texts.len() > 5);
        for (i, (text, [left, top, right, bottom])) in texts.iter().enumerate() {
            assert!(
                *left >= 0.0 && *top >= 0.0 && *right <= view[2] && *bottom <= view[3],
                "{name}: {text} is outside"
            );
            for (other, [l, t, r, b]) in &texts[..i] {
                assert!(left >= r || l >= right || top >= b || t >= bottom, "{name}: {text} lies on {other}");
            }
        }
    }
}

/// Each entry of a legend is next to its mark.
#[test]
fn legends_name_every_series() {
    for (name, svg) in charts() {
        let svg = Document::parse(&svg).unwrap();
        let shown: Vec<_> = elements(&svg, "text").filter_map(|node| node.text()).map(str::trim).collect();
        let many = ["full radar", "many curves"].contains(&name);
        let expected = if many { crowd().1 } else { vec![] };
        for series in expected {
            let cut = |shown: &str| shown.strip_suffix('…').is_some_and(|start| series.name.starts_with(start));
            let narrow = svg.root_element().attribute("class") == Some("narrow");
            let named = shown.iter().any(|shown| *shown == series.name || narrow && cut(shown));
            assert!(named, "{name}: {}", series.name);
        }
    }
}

/// Dots are where their ratios are on a linear axis, piled up where they would hide one another, and at the end where
/// they are beyond it.
#[test]
fn dots_of_a_strip_are_where_their_ratios_are() {
    for size in Size::ALL {
        let svg = ratios().svg(size);
        let svg = Document::parse(&svg).unwrap();
        let dots: Vec<_> =
            elements(&svg, "circle").map(|dot| (number(dot, "cx"), number(dot, "cy"), elements_text(dot))).collect();
        let [half, near, one, beyond, more] = &dots[..] else { panic!("{dots:?}") };
        assert_eq!(half.2, "sha512/64B: 0.50 of the time of swift & <co>, ahead");
        assert!(
            near.2.starts_with("sha512/1KiB") && beyond.2.contains("7.25") && more.2.starts_with("x25519"),
            "{dots:?}"
        );
        assert!((near.0 - half.0) < 1.0 && half.1 - near.1 > 5.0, "{dots:?}");
        assert_close(one.0 - half.0, (size.width() - 24.0) / 4.0);
        assert_close(more.0 - one.0, one.0 - half.0);
        assert_close(beyond.0 - one.0, 2.0 * (one.0 - half.0));
    }
}

fn elements_text(node: Node<'_, '_>) -> String {
    node.children()
        .find(|child| child.has_tag_name(("http://www.w3.org/2000/svg", "title")))
        .unwrap()
        .text()
        .unwrap()
        .to_owned()
}

/// However many operations there are, none is drawn outside the strip.
#[test]
fn a_strip_of_thousands_is_no_higher() {
    let few = ratios();
    let dots: Vec<Dot> =
        (0..5000).map(|i| Dot { name: format!("operation/{i}"), ratio: 0.2, ..few.dots[0].clone() }).collect();
    let many = Strip { dots: [few.dots.clone(), dots].concat(), ..few.clone() }.svg(Size::Narrow);
    let svg = Document::parse(&many).unwrap();
    let height = |svg: &str| svg.split("viewBox=\"0 0 340 ").nth(1).unwrap().split('"').next().unwrap().to_owned();
    assert_eq!(height(&many), height(&few.svg(Size::Narrow)));
    let bottom: f64 = height(&many).parse().unwrap();
    assert!(elements(&svg, "circle").all(|dot| (52.0..bottom - 30.0).contains(&number(dot, "cy"))));
    assert_eq!(elements(&svg, "circle").count(), 5005);
}

#[test]
fn corners_of_a_radar_are_where_their_values_are() {
    let svg = radar().svg(Size::Wide);
    let svg = Document::parse(&svg).unwrap();
    let ring = colored(&svg, "circle", "grid")[0];
    let (x, y) = (number(ring, "cx"), number(ring, "cy"));
    // The first mark is that of the legend.
    let marks = colored(&svg, "circle", "c0");
    let [up, right, down, left] = &marks[1..] else { panic!("four corners") };
    for (corner, direction) in [(up, [0.0, -1.0]), (right, [1.0, 0.0]), (down, [0.0, 1.0]), (left, [-1.0, 0.0])] {
        let [dx, dy] = [number(*corner, "cx") - x, number(*corner, "cy") - y];
        let along = dx * direction[0] + dy * direction[1];
        assert!(along > 0.0);
        assert_close(dx, along * direction[0]);
        assert_close(dy, along * direction[1]);
    }
    // Values of 10^3, 10^4, 10^5 and 10^6 are equally spaced.
    let [down, right, up, left] =
        [number(*down, "cy") - y, number(*right, "cx") - x, y - number(*up, "cy"), x - number(*left, "cx")];
    assert_close(right - down, up - right);
    assert_close(up - right, left - up);
    // A missing corner removes its two sides.
    assert_eq!((colored(&svg, "polyline", "c0").len(), colored(&svg, "polyline", "c1").len()), (4, 2));
}

#[test]
fn curves_go_through_their_points() {
    let points: Vec<(f64, f64)> = (0..8).map(|power| f64::from(1 << power)).map(|x| (x, 10.0 * x)).collect();
    let curve = Curve { name: "even".to_owned(), color: 0, points, marks: vec![4.0, 24.0, 1000.0] };
    let svg = Growth { curves: vec![curve], ..growth() }.svg(Size::Wide);
    let svg = Document::parse(&svg).unwrap();
    let (rings, marks): (Vec<_>, Vec<_>) =
        colored(&svg, "circle", "c0").into_iter().partition(|node| node.attribute("fill") == Some("none"));
    let places: Vec<_> = marks[1..].iter().map(|mark| (number(*mark, "cx"), number(*mark, "cy"))).collect();
    assert_eq!(places.len(), 8);
    for pair in places.windows(2) {
        assert_close(pair[1].0 - pair[0].0, places[1].0 - places[0].0);
        assert_close(pair[1].1 - pair[0].1, places[1].1 - places[0].1);
        assert!(pair[1].0 > pair[0].0 + 10.0 && pair[1].1 < pair[0].1 - 10.0);
    }
    // A ring at a point, one between two, and none outside the curve.
    let rings: Vec<_> = rings.iter().map(|ring| (number(*ring, "cx"), number(*ring, "cy"))).collect();
    let [at, between] = rings[..] else { panic!("two rings: {rings:?}") };
    assert_eq!(at, places[2]);
    let share = 1.5f64.log2();
    assert_close(between.0, places[4].0 + share * (places[5].0 - places[4].0));
    assert_close(between.1, places[4].1 + share * (places[5].1 - places[4].1));
}

/// Empty charts, a single value, and values that no scale can show.
#[test]
fn odd_values_are_drawn_or_left_out() {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -1.0,
        0.0,
        -0.0,
        1e300,
        1e-320,
        f64::MIN_POSITIVE,
        1e-30,
        1e30,
        1.0,
    ];
    let mut sets: Vec<Vec<f64>> = odd.iter().map(|value| vec![*value]).collect();
    sets.extend([vec![], odd.to_vec(), vec![5.0; 3], vec![1.0, 1.0 + 1e-12]]);
    for values in &sets {
        for axes in [0, 1, 2, values.len()] {
            let names: Vec<String> = (0..axes).map(|i| format!("name\u{0} {i}")).collect();
            let series = vec![series("\u{7}", usize::MAX, values), Series { values: vec![None], ..series("", 0, &[]) }];
            let points = values.iter().flat_map(|x| values.iter().map(|y| (*x, *y))).collect();
            let curve = Curve { name: String::new(), color: usize::MAX, points, marks: values.clone() };
            let dot = |value: &f64| Dot { ratio: *value, ..ratios().dots[0].clone() };
            let strip = Strip { dots: values.iter().map(dot).collect(), ..ratios() };
            let radar = Radar { axes: names, series, ..radar() };
            let growth = Growth { curves: vec![curve], ..growth() };
            for svg in Size::ALL.into_iter().flat_map(|size| [strip.svg(size), radar.svg(size), growth.svg(size)]) {
                assert!(!svg.contains("NaN") && !svg.contains("2147483647"), "{values:?}: {svg}");
                Document::parse(&svg).unwrap();
            }
        }
    }
    for svg in [
        strip::stacked("", &[], Size::Wide),
        Radar { axes: vec![], series: vec![], ..radar() }.svg(Size::Wide),
        Growth { curves: vec![], ..growth() }.svg(Size::Wide),
    ] {
        Document::parse(&svg).unwrap();
    }
}
