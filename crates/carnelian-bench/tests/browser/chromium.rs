//! A headless browser, started anew for each query.

use crate::skipped::skipped;
use scraper::{Html, Selector};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The height of the first screen, in pixels.
pub(crate) const SCREEN: u32 = 800;

const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The system's preferred theme, with the values of the browser's setting for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    Dark = 0,
    Light = 1,
}

/// Finds the browser's program. If it is missing, reports that the test is skipped.
fn program() -> Option<PathBuf> {
    let found = std::env::var_os("CHROME").map(PathBuf::from).or_else(|| {
        let path = std::env::var_os("PATH")?;
        let programs = std::env::split_paths(&path).flat_map(|folder| PROGRAMS.map(|name| folder.join(name)));
        programs.into_iter().find(|program| program.is_file())
    });
    if found.is_none() {
        skipped(&format!("there is no browser, none of {}", PROGRAMS.join(", ")));
    }
    found
}

/// A page in a browser without history, with the resulting errors and requests.
pub(crate) struct Visit {
    program: PathBuf,
    folder: tempfile::TempDir,
    complaints: Vec<String>,
    requests: Vec<String>,
}

impl Visit {
    /// Prepares a visit to this page; `None` if there is no browser.
    pub(crate) fn to(page: &str) -> Option<Self> {
        let (program, folder) = (program()?, tempfile::tempdir().unwrap());
        let visit = Self { program, folder, complaints: Vec::new(), requests: Vec::new() };
        std::fs::write(visit.path("page.html"), page).unwrap();
        Some(visit)
    }

    /// Opens the page by itself, like a reader, and returns the resulting document.
    pub(crate) fn open(&mut self) -> Html {
        self.run(Theme::Light, &["--dump-dom"], "page.html")
    }

    /// Evaluates a script's body in which `page` is the page's document and `view` its window, `width` pixels wide.
    pub(crate) fn ask(&mut self, theme: Theme, width: u32, script: &str) -> Value {
        let ask = ASK.replace("{width}", &width.to_string()).replace("{script}", script);
        std::fs::write(self.path("ask.html"), ask).unwrap();
        let dom = self.run(theme, &["--dump-dom"], "ask.html");
        let answer = dom.select(&Selector::parse("#answer").unwrap()).next();
        let answer = answer.unwrap_or_else(|| panic!("no answer: {}", dom.html())).text().collect::<String>();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    /// Renders the page, saves the screenshot for inspection, and returns the number of colors in it.
    pub(crate) fn draw(&mut self, theme: Theme, name: &str) -> u64 {
        let picture = self.path("picture.png");
        let screenshot = format!("--screenshot={}", picture.display());
        self.run(theme, &[&screenshot, "--window-size=1280,3000"], "page.html");
        std::fs::copy(&picture, Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)).unwrap();
        let colors = self.ask(
            theme,
            1280,
            "const picture = document.querySelector('img');
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [picture.width, picture.height];
            const context = canvas.getContext('2d');
            context.drawImage(picture, 0, 0);
            const pixels = context.getImageData(0, 0, picture.width, picture.height);
            return new Set(new Uint32Array(pixels.data.buffer)).size;",
        );
        std::fs::remove_file(picture).unwrap();
        colors.as_u64().unwrap()
    }

    /// Takes a picture of the first screen, `width` pixels wide, for inspection, and returns its path.
    pub(crate) fn picture(&mut self, theme: Theme, width: u32, name: &str) -> PathBuf {
        // A window cannot be as narrow as a phone's screen; a frame can.
        let frame =
            ASK.replace("{width}", &width.to_string()).replace("{script}", "").replace("<img src=\"picture.png\">", "");
        let frame = frame.replace("<pre id=\"answer\">", "<style>body { margin: 0 }</style><pre id=\"answer\" hidden>");
        std::fs::write(self.path("frame.html"), frame).unwrap();
        let picture = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let screenshot = format!("--screenshot={}", picture.display());
        self.run(theme, &[&screenshot, &format!("--window-size={width},{SCREEN}")], "frame.html");
        picture
    }

    /// Returns the messages of scripts and of the page's content security policy so far.
    pub(crate) fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Returns the addresses that a page has requested from the network so far.
    pub(crate) fn requests(&self) -> &[String] {
        &self.requests
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs the browser on a file of the folder, and returns its output parsed as a page.
    fn run(&mut self, theme: Theme, what: &[&str], name: &str) -> Html {
        let log = self.path("requests.json");
        let mut command = Command::new(&self.program);
        // Tests also run as root and in containers, where the browser's sandbox does not work.
        command.args(["--headless", "--no-sandbox", "--no-first-run", "--hide-scrollbars"]);
        command.arg(format!("--user-data-dir={}", self.path("profile").display()));
        command.arg(format!("--blink-settings=preferredColorScheme={}", theme as u8));
        command.args(["--enable-logging=stderr", &format!("--log-net-log={}", log.display())]);
        // A file may access another file of its folder; no host name can be resolved.
        command.args(["--allow-file-access-from-files", "--host-resolver-rules=MAP * ~NOTFOUND"]);
        command.args(what).arg(format!("file://{}", self.path(name).display())).stdin(Stdio::null());
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        self.complaints.extend(said.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned));
        self.requests.extend(requests(&log));
        Html::parse_document(&String::from_utf8(output.stdout).unwrap())
    }
}

/// Returns the addresses in the browser's log of its requests, except those of the browser itself: the log records that
/// they do not originate from a page.
fn requests(log: &Path) -> Vec<String> {
    let log: Value = serde_json::from_slice(&std::fs::read(log).unwrap()).unwrap();
    let begun = log["events"].as_array().unwrap().iter().map(|event| &event["params"]);
    let begun = begun.filter(|params| params["initiator"].as_str().is_some_and(|from| from != "not an origin"));
    begun.map(|params| params["url"].as_str().unwrap().to_owned()).collect()
}

/// A page in a frame, and an element for the results. The screenshot is present if one has been taken.
const ASK: &str = r#"<!doctype html><link rel="icon" href="data:,"><pre id="answer"></pre>
<img src="picture.png"><iframe src="page.html" width="{width}" height="800" style="border: 0"></iframe>
<script>
addEventListener("load", () => {
    const frame = document.querySelector("iframe");
    const ask = (page, view) => { {script} };
    let answer;
    try {
        answer = ask(frame.contentDocument, frame.contentWindow);
    } catch (error) {
        answer = `${error}`;
    }
    document.getElementById("answer").textContent = JSON.stringify(answer ?? null);
});
</script>"#;
