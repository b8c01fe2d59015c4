//! A page in a real browser, without a window.

use carnelian_bench::report::pages::render;
use carnelian_bench::{PageFormat, View, document};
use headless_chrome::protocol::cdp::types::Event;
use headless_chrome::protocol::cdp::{Emulation, Network, Page};
use headless_chrome::{Browser, LaunchOptions, Tab};
use serde_json::Value;
use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The browser's program. A line that says it is missing passes by the test harness, which keeps what a test that
/// passes prints to itself.
fn program() -> Option<PathBuf> {
    let found = std::env::var_os("CHROME").map(PathBuf::from).or_else(|| {
        let path = std::env::var_os("PATH")?;
        let programs = std::env::split_paths(&path).flat_map(|folder| BROWSERS.map(|name| folder.join(name)));
        programs.into_iter().find(|program| program.is_file())
    });
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "there is no browser, and this is CI; {} will do", BROWSERS[0]);
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no browser: none of {}", BROWSERS.join(", "));
    }
    found
}

/// An open page and what happens on it that should not.
struct Visit {
    tab: Arc<Tab>,
    complaints: Arc<Mutex<Vec<String>>>,
    requests: Arc<Mutex<Vec<String>>>,
    address: String,
    browser: Browser,
    _folder: tempfile::TempDir,
}

impl Visit {
    /// The page of three machines; nothing where there is no browser.
    fn begin() -> Option<Self> {
        let program = program()?;
        let documents = [
            include_str!("../bench/pages/data/amber-new.json"),
            include_str!("../bench/pages/data/basalt.json"),
            include_str!("../bench/pages/data/unknown.json"),
        ]
        .map(|text| document::read(text).unwrap());
        let page = render(&documents, View::Machines, PageFormat::Html, "carnelian").unwrap();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("page.html");
        std::fs::write(&file, page).unwrap();

        // Tests also run as root and in containers, where the browser's sandbox cannot.
        let options = LaunchOptions::default_builder()
            .path(Some(program))
            .sandbox(false)
            .window_size(Some((1280, 900)))
            .idle_browser_timeout(Duration::from_secs(600))
            .args(vec![OsStr::new("--disable-background-networking")])
            .build()
            .unwrap();
        let browser = Browser::new(options).unwrap();
        let tab = browser.new_tab().unwrap();
        tab.set_default_timeout(Duration::from_secs(300));
        let (complaints, requests) = (Arc::default(), Arc::default());
        listen(&tab, &complaints, &requests);
        let address = format!("file://{}", file.display());
        tab.navigate_to(&address).unwrap().wait_until_navigated().unwrap();
        Some(Self { tab, complaints, requests, address, browser, _folder: folder })
    }

    /// The value of an expression, by way of JSON.
    fn value(&self, expression: &str) -> Value {
        let result = self.tab.evaluate(&format!("JSON.stringify({expression})"), true).unwrap();
        let text = result.value.unwrap_or_else(|| panic!("{expression} has no value: {:?}", result.description));
        serde_json::from_str(text.as_str().unwrap()).unwrap()
    }

    fn prefer(&self, scheme: &str) {
        let feature = Emulation::MediaFeature { name: "prefers-color-scheme".to_owned(), value: scheme.to_owned() };
        self.tab.call_method(Emulation::SetEmulatedMedia { media: None, features: Some(vec![feature]) }).unwrap();
    }

    fn background(&self) -> Value {
        self.value("getComputedStyle(document.documentElement).backgroundColor")
    }

    /// What is seen, as PNG, also kept as a file for people to look at.
    fn picture(&self, name: &str) -> Vec<u8> {
        let png = self.tab.capture_screenshot(Page::CaptureScreenshotFormatOption::Png, None, None, true).unwrap();
        std::fs::write(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), &png).unwrap();
        png
    }
}

/// Notes every request, and everything that the page or the browser complains of.
fn listen(tab: &Tab, complaints: &Arc<Mutex<Vec<String>>>, requests: &Arc<Mutex<Vec<String>>>) {
    let (complaints, requests) = (Arc::clone(complaints), Arc::clone(requests));
    let listener = move |event: &Event| match event {
        Event::NetworkRequestWillBeSent(sent) => requests.lock().unwrap().push(sent.params.request.url.clone()),
        Event::RuntimeConsoleAPICalled(_) | Event::RuntimeExceptionThrown(_) | Event::LogEntryAdded(_) => {
            complaints.lock().unwrap().push(format!("{event:?}"));
        }
        _ => (),
    };
    tab.add_event_listener(Arc::new(listener)).unwrap();
    tab.enable_runtime().unwrap().enable_log().unwrap();
    tab.call_method(Network::Enable {
        max_total_buffer_size: None,
        max_resource_buffer_size: None,
        max_post_data_size: None,
        report_direct_socket_traffic: None,
        enable_durable_messages: None,
    })
    .unwrap();
}

/// The texts of a column of the first table.
const COLUMN: &str =
    "(i) => [...document.querySelectorAll('table')[0].tBodies[0].rows].map((row) => row.cells[i].textContent)";

#[test]
fn sorting_reorders_rows_and_nothing_is_complained_of_or_loaded() {
    let Some(visit) = Visit::begin() else { return };
    let names = || visit.value(&format!("({COLUMN})(0)"));
    let keys = || -> Vec<f64> {
        let keys =
            "[...document.querySelectorAll('table')[0].tBodies[0].rows].map((row) => Number(row.cells[1].dataset.key))";
        visit.value(keys).as_array().unwrap().iter().map(|key| key.as_f64().unwrap()).collect()
    };
    let state = || visit.value("document.querySelectorAll('table')[0].tHead.rows[0].cells[1].ariaSort");
    let original = names();
    assert_eq!(original[2], "hash/1MiB");
    let button = visit.tab.find_element("table thead th:nth-child(2) button").unwrap();

    button.click().unwrap();
    assert_eq!(state(), "ascending");
    assert!(keys().is_sorted() && names() != original, "{:?}", keys());
    assert_eq!(names()[3], "hash/1MiB");
    button.click().unwrap();
    assert_eq!(state(), "descending");
    assert!(keys().iter().rev().is_sorted(), "{:?}", keys());
    button.click().unwrap();
    assert_eq!((state(), names()), (Value::Null, original));

    // By keyboard, words this time.
    visit.value("document.querySelectorAll('table')[0].tHead.rows[0].cells[0].firstElementChild.focus() ?? null");
    visit.tab.press_key("Enter").unwrap();
    assert_eq!(names(), serde_json::json!(["hash/1KiB", "hash/1MiB", "hash/64B", "hash/batch8-1KiB"]));

    assert_eq!(*visit.complaints.lock().unwrap(), [] as [&str; 0]);
    let requests = visit.requests.lock().unwrap();
    assert!(requests.iter().all(|request| *request == visit.address || request == "data:,"), "{requests:?}");
    assert!(requests.contains(&visit.address), "requests were not noted");
}

/// Cells without a number come last in either direction.
#[test]
fn a_library_that_was_not_measured_comes_last() {
    let Some(visit) = Visit::begin() else { return };
    let table =
        "[...document.querySelectorAll('table')].find((table) => table.querySelector('td.number:not([data-key])'))";
    let column = format!("({table}).querySelector('td.number:not([data-key])').cellIndex");
    let click = format!("({table}).tHead.rows[0].cells[{column}].firstElementChild.click() ?? null");
    let last = format!("({table}).tBodies[0].rows[({table}).tBodies[0].rows.length - 1].cells[{column}].textContent");
    for _ in 0..2 {
        visit.value(&click);
        assert_eq!(visit.value(&last), "–");
    }
}

#[test]
fn both_themes_are_drawn_and_can_be_chosen() {
    let Some(visit) = Visit::begin() else { return };
    let viewer = visit.browser.new_tab().unwrap();
    let colors = |picture: &[u8]| {
        let count = format!(
            "(async () => {{
                const png = new Blob([new Uint8Array({picture:?})], {{ type: 'image/png' }});
                const image = await createImageBitmap(png);
                const canvas = document.createElement('canvas');
                [canvas.width, canvas.height] = [image.width, image.height];
                const context = canvas.getContext('2d');
                context.drawImage(image, 0, 0);
                const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
                return new Set(pixels).size;
            }})()"
        );
        viewer.evaluate(&count, true).unwrap().value.and_then(|value| value.as_u64()).unwrap()
    };
    let mut backgrounds = Vec::new();
    for (scheme, name) in [("light", "page-light.png"), ("dark", "page-dark.png")] {
        visit.prefer(scheme);
        let picture = visit.picture(name);
        let colors = colors(&picture);
        assert!(colors > 50, "{scheme}: {colors} colours");
        backgrounds.push(visit.background());
    }
    assert_eq!(backgrounds, ["rgb(255, 255, 255)", "rgb(22, 24, 29)"]);

    // A click goes before what the system prefers, in charts too.
    let bar = "getComputedStyle(document.querySelector('figure svg [style*=\"--c0\"]')).fill";
    let dark = visit.value(bar);
    visit.tab.find_element("#theme").unwrap().click().unwrap();
    assert_eq!(visit.background(), backgrounds[0]);
    assert_ne!(visit.value(bar), dark);
    visit.tab.find_element("#theme").unwrap().click().unwrap();
    assert_eq!((visit.background(), visit.value(bar)), (backgrounds[1].clone(), dark));
}

#[test]
fn a_narrow_screen_is_not_overrun() {
    let Some(visit) = Visit::begin() else { return };
    for width in [360, 800, 1280] {
        visit
            .tab
            .call_method(Emulation::SetDeviceMetricsOverride {
                width,
                height: 800,
                device_scale_factor: 1.0,
                mobile: false,
                scale: None,
                screen_width: None,
                screen_height: None,
                position_x: None,
                position_y: None,
                dont_set_visible_size: None,
                screen_orientation: None,
                viewport: None,
                display_feature: None,
                device_posture: None,
            })
            .unwrap();
        assert_eq!(visit.value("window.innerWidth"), width);
        let overrun = visit.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
        assert_eq!(overrun, 0, "at {width} pixels");
        // Nothing sticks out but what scrolls in its own box.
        let outside = visit.value(
            "[...document.querySelectorAll('body *')]
                .filter((element) => !element.closest('.scroll, svg, .skip'))
                .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
                .map((element) => element.outerHTML.slice(0, 80))",
        );
        assert_eq!(outside, serde_json::json!([]), "at {width} pixels");
        visit.picture(&format!("page-{width}.png"));
    }
}
