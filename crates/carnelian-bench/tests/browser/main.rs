//! A page in a real, headless browser: sorting works, no script fails, nothing is loaded, both themes are rendered, and
//! a narrow screen does not overflow.
//!
//! The browser is the one that `CHROME` names, otherwise a Chromium on `PATH`. Without one the tests report that and
//! pass; under `CI` they fail.

mod chromium;
#[path = "../../../carnelian/tests/skipped/mod.rs"]
mod skipped;

use carnelian_bench::report::pages::render;
use carnelian_bench::{PageFormat, View, document};
use chromium::{SCREEN, Theme, Visit};
use scraper::Selector;
use serde_json::{Value, json};

/// Returns the page of three machines.
fn page() -> String {
    let documents = [
        include_str!("../bench/report/pages/data/amber-new.json"),
        include_str!("../bench/report/pages/data/basalt.json"),
        include_str!("../bench/report/pages/data/unknown.json"),
    ]
    .map(|text| document::read(text).unwrap());
    render(&documents, View::Machines, PageFormat::Html, "carnelian").unwrap()
}

#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn sorting_reorders_rows() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    let found = visit.ask(
        Theme::Light,
        1280,
        "const table = page.querySelector('main table');
        const states = [];
        const note = () => states.push({
            state: table.tHead.rows[0].cells[1].ariaSort,
            names: [...table.tBodies[0].rows].map((row) => row.cells[0].textContent),
            keys: [...table.tBodies[0].rows].map((row) => Number(row.cells[1].dataset.key)),
        });
        const [words, numbers] = table.querySelectorAll('thead button');
        note();
        for (let click = 0; click < 3; click++) { numbers.click(); note(); }
        words.focus();
        const reached = page.activeElement === words && words.tabIndex === 0;
        words.click();
        note();
        return { states, reached };",
    );
    let [original, up, down, back, words] = &found["states"].as_array().unwrap()[..] else { panic!("{found}") };
    let keys = |state: &Value| -> Vec<f64> {
        state["keys"].as_array().unwrap().iter().map(|key| key.as_f64().unwrap()).collect()
    };
    assert_eq!(original["names"][2], "hash/1MiB");
    assert_eq!(up["state"], "ascending");
    assert!(keys(up).is_sorted() && up["names"] != original["names"], "{up}");
    assert_eq!(up["names"][3], "hash/1MiB");
    assert_eq!(down["state"], "descending");
    assert!(keys(down).iter().rev().is_sorted(), "{down}");
    assert_eq!(back, original);
    assert_eq!(words["names"], json!(["hash/1KiB", "hash/1MiB", "hash/64B", "hash/batch8-1KiB"]));
    assert_eq!(found["reached"], true, "a keyboard does not reach the buttons");
    assert_eq!(visit.complaints(), [] as [&str; 0]);
}

/// Cells without a number come last in either direction.
#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn a_library_that_was_not_measured_comes_last() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    let found = visit.ask(
        Theme::Light,
        1280,
        "const gap = page.querySelector('main td.number:not([data-key])');
        const [column, table] = [gap.cellIndex, gap.closest('table')];
        const button = table.tHead.rows[0].cells[column].firstElementChild;
        const last = () => [...table.tBodies[0].rows].at(-1).cells[column].textContent;
        return [0, 1].map(() => { button.click(); return last(); });",
    );
    assert_eq!(found, json!(["–", "–"]));
}

#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn nothing_is_loaded_and_nothing_complained_of() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    let seen = visit.open();
    // A script creates the buttons.
    assert!(seen.select(&Selector::parse("thead button").unwrap()).next().is_some());
    visit.ask(Theme::Light, 1280, "for (const button of page.querySelectorAll('button')) button.click();");
    assert_eq!(visit.complaints(), [] as [&str; 0]);
    assert_eq!(visit.requests(), [] as [&str; 0]);
}

/// The absence of findings is meaningful only if findings would be detected.
#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn a_page_that_loads_or_fails_would_be_found_out() {
    let bad = "<!doctype html><img src=http://elsewhere.test/pixel><script>nowhere()</script>";
    let Some(mut visit) = Visit::to(bad) else { return };
    visit.ask(Theme::Light, 1280, "");
    assert!(visit.complaints().iter().any(|complaint| complaint.contains("nowhere is not defined")));
    assert_eq!(visit.requests(), ["http://elsewhere.test/pixel"]);
}

#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn both_themes_are_drawn_and_can_be_chosen() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    let looks = "const look = () => [
            view.getComputedStyle(page.documentElement).backgroundColor,
            view.getComputedStyle(page.querySelector('figure svg [style*=\"--c0\"]')).fill,
        ];
        return [0, 1, 2].map(() => { const now = look(); page.querySelector('#theme').click(); return now; });";
    let mut found =
        |theme| (visit.ask(theme, 1280, looks), visit.draw(theme, ["dark.png", "light.png"][theme as usize]));
    let ((light, light_colors), (dark, dark_colors)) = (found(Theme::Light), found(Theme::Dark));
    assert!(light_colors > 50 && dark_colors > 50, "{light_colors} and {dark_colors} colours");
    assert_eq!((&light[0][0], &dark[0][0]), (&json!("rgb(255, 255, 255)"), &json!("rgb(22, 24, 29)")));
    // A click overrides the system's preference, in charts too, and the next one reverts it.
    assert_ne!(light[0][1], dark[0][1]);
    assert_eq!(light, json!([light[0], dark[0], light[0]]));
    assert_eq!(dark, json!([dark[0], light[0], dark[0]]));
}

#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn a_narrow_screen_is_not_overrun() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    for width in [360, 800, 1280] {
        // Nothing overflows except content that scrolls in its own box.
        let found = visit.ask(
            Theme::Light,
            width,
            "const root = page.documentElement;
            const outside = [...page.querySelectorAll('body *')]
                .filter((element) => !element.closest('.scroll, svg, .skip'))
                .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
                .map((element) => element.outerHTML.slice(0, 80));
            return [view.innerWidth, root.scrollWidth - root.clientWidth, outside];",
        );
        assert_eq!(found, json!([width, 0, []]));
    }
}

/// The first screen holds the counts and the strip of every class; nothing in it is cut off, and its text is legible.
/// Pictures of it are stored for inspection.
#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn the_first_screen_answers() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    for theme in [Theme::Light, Theme::Dark] {
        for width in [360, 768, 1280] {
            let found = visit.ask(theme, width, FIRST_SCREEN);
            let name = format!("first-screen-{}-{width}.png", ["dark", "light"][theme as usize]);
            assert_eq!(found["strips"], 3, "{name}: {found}");
            assert!(found["bottom"].as_f64().unwrap() <= f64::from(SCREEN), "{name}: {found}");
            assert_eq!(found["counts"], json!(["0", "3", "6", "0", "4", "5", "0", "9", "0"]), "{name}");
            assert_eq!((&found["outside"], &found["faint"]), (&json!([]), &json!([])), "{name}");
            assert!(found["texts"].as_u64().unwrap() > 100, "{name}: {found}");
            assert!(std::fs::metadata(visit.picture(theme, width, &name)).unwrap().len() > 5000, "{name}");
        }
    }
}

/// Every bar, curve and radar of the page is within its figure, at the width of a phone.
#[test]
#[ignore = "starts a browser; .ci/deep runs it"]
fn no_chart_is_cut_off() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    let found = visit.ask(
        Theme::Light,
        360,
        "const figures = [...page.querySelectorAll('figure')];
        const parts = (figure) => [...figure.querySelectorAll('text, circle, polygon, li b, li i, li span')];
        const seen = (part) => part.getBoundingClientRect().width > 0;
        const outside = (figure) => parts(figure).filter(seen).some((part) => {
            const [inner, outer] = [part, figure].map((element) => element.getBoundingClientRect());
            return inner.left < outer.left - 1 || inner.right > outer.right + 1;
        });
        const small = (text) => seen(text) && text.getBoundingClientRect().height < 9;
        return [
            figures.length > 10,
            figures.filter(outside).map((figure) => figure.outerHTML.slice(0, 200)),
            [...page.querySelectorAll('figure text')].filter(small).map((text) => text.textContent),
        ];",
    );
    assert_eq!(found, json!([true, [], []]));
}

/// On a phone the contents below the verdict take a few lines, and no caption is cut off, however wide its table is.
#[test]
fn contents_are_short_and_captions_whole_on_a_phone() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    let found = visit.ask(
        Theme::Light,
        360,
        "const box = (element) => element.getBoundingClientRect();
        const width = page.documentElement.clientWidth;
        const [nav, glance, main] = ['nav', '.glance', 'main'].map((name) => box(page.querySelector(name)));
        const captions = [...page.querySelectorAll('caption span')];
        const wide = captions.filter((caption) => box(caption.closest('table')).width > width);
        const cut = captions.filter((caption) => box(caption).right > width + 1 || box(caption).left < 0);
        return [
            glance.bottom <= nav.top && nav.bottom <= main.top,
            nav.height < 200,
            captions.length > 10 && wide.length > 5,
            cut.map((caption) => caption.textContent),
        ];",
    );
    assert_eq!(found, json!([true, true, true, []]));
}

/// A chart is in the page once, and is as legible on a wide screen as on a phone.
#[test]
fn a_chart_is_drawn_once_for_every_screen() {
    let Some(mut visit) = Visit::to(&page()) else { return };
    for width in [360, 1280] {
        let found = visit.ask(
            Theme::Light,
            width,
            "const box = (element) => element.getBoundingClientRect();
            const charts = [...page.querySelectorAll('figure svg')];
            const titles = charts.map((chart) => chart.querySelector('title').textContent);
            return [
                charts.length === new Set(titles).size,
                charts.filter((chart) => box(chart).width < 300 || box(chart).width > 620).map((chart) => box(chart).width),
            ];",
        );
        assert_eq!(found, json!([true, []]), "{width}");
    }
}

/// Looks at the first screen: the strips that are shown and the lowest end of one, the counts in the table, what is
/// outside the screen or its chart, and texts with less contrast to the paper than WCAG 2 asks for.
const FIRST_SCREEN: &str = "
    const box = (element) => element.getBoundingClientRect();
    const shown = (element) => box(element).width > 0;
    const strips = [...page.querySelectorAll('.glance svg')].filter(shown);
    const counts = [...page.querySelectorAll('.glance tbody tr')]
        .flatMap((row) => [...row.cells].slice(3, 6).map((cell) => cell.textContent.trim()));
    const width = page.documentElement.clientWidth;
    const outside = [...page.querySelectorAll('header > *, .glance figure, .glance svg, .glance text')].filter(shown)
        .filter((element) => box(element).right > width + 1 || box(element).left < 0)
        .map((element) => element.outerHTML.slice(0, 80));
    const light = (color) => color.match(/[0-9.]+/g).slice(0, 3).map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0.05);
    const paper = light(view.getComputedStyle(page.documentElement).backgroundColor);
    const contrast = (color) => Math.max(light(color), paper) / Math.min(light(color), paper);
    const color = (element) => view.getComputedStyle(element)[element.closest('svg') ? 'fill' : 'color'];
    const texts = [...page.querySelectorAll('h1, h2, h3, h4, p, th, td, caption, figcaption, li span, li b, text')]
        .filter(shown);
    const faint = texts.filter((text) => contrast(color(text)) < 4.5).map((text) => text.outerHTML.slice(0, 80));
    return { strips: strips.length, bottom: Math.max(...strips.map((strip) => box(strip).bottom)), counts, outside,
        texts: texts.length, faint: faint.slice(0, 5) };";
