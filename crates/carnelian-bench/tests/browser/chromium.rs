//! A browser without a window, started anew for each question.

use scraper::{Html, Selector};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// What the system prefers, as the browser's setting for it has it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Theme {
    Dark = 0,
    Light = 1,
}

/// The browser's program. A line that says it is missing passes by the test harness, which keeps what a test that
/// passes prints to itself.
fn program() -> Option<PathBuf> {
    let found = std::env::var_os("CHROME").map(PathBuf::from).or_else(|| {
        let path = std::env::var_os("PATH")?;
        let programs = std::env::split_paths(&path).flat_map(|folder| PROGRAMS.map(|name| folder.join(name)));
        programs.into_iter().find(|program| program.is_file())
    });
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "there is no browser, and this is CI; {} will do", PROGRAMS[0]);
        let _ = writeln!(std::io::stderr(), "SKIPPED: there is no browser: none of {}", PROGRAMS.join(", "));
    }
    found
}

/// A page, a browser that has never seen it, and what came of their meeting.
pub(crate) struct Visit {
    program: PathBuf,
    folder: tempfile::TempDir,
    complaints: Vec<String>,
    requests: Vec<String>,
}

impl Visit {
    /// A visit to this page; nothing where there is no browser.
    pub(crate) fn to(page: &str) -> Option<Self> {
        let (program, folder) = (program()?, tempfile::tempdir().unwrap());
        let visit = Self { program, folder, complaints: Vec::new(), requests: Vec::new() };
        std::fs::write(visit.path("page.html"), page).unwrap();
        Some(visit)
    }

    /// Opens the page by itself, as a reader does, and gives what is then in it.
    pub(crate) fn open(&mut self) -> Html {
        self.run(Theme::Light, &["--dump-dom"], "page.html")
    }

    /// The value of a script's body in which `page` is the page's document and `view` its window, so many pixels wide.
    pub(crate) fn ask(&mut self, theme: Theme, width: u32, script: &str) -> Value {
        let ask = ASK.replace("{width}", &width.to_string()).replace("{script}", script);
        std::fs::write(self.path("ask.html"), ask).unwrap();
        let dom = self.run(theme, &["--dump-dom"], "ask.html");
        let answer = dom.select(&Selector::parse("#answer").unwrap()).next();
        let answer = answer.unwrap_or_else(|| panic!("no answer: {}", dom.html())).text().collect::<String>();
        serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
    }

    /// Draws the page, keeps the picture for people to look at, and gives the number of colours in it.
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

    /// What scripts, or the page's own rules for what it may load, had to say so far.
    pub(crate) fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// The addresses that a page asked the network for so far.
    pub(crate) fn requests(&self) -> &[String] {
        &self.requests
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Has the browser do something with a file of the folder, and gives what it writes out, as far as that is a page.
    fn run(&mut self, theme: Theme, what: &[&str], name: &str) -> Html {
        let log = self.path("requests.json");
        let mut command = Command::new(&self.program);
        // Tests also run as root and in containers, where the browser's sandbox cannot.
        command.args(["--headless", "--no-sandbox", "--no-first-run", "--hide-scrollbars"]);
        command.arg(format!("--user-data-dir={}", self.path("profile").display()));
        command.arg(format!("--blink-settings=preferredColorScheme={}", theme as u8));
        command.args(["--enable-logging=stderr", &format!("--log-net-log={}", log.display())]);
        // A file may look into a file of its folder; nothing is found in the network.
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

/// The addresses in the browser's log of its requests, less those that the browser wants for itself: these come from no
/// page, which the log says.
fn requests(log: &Path) -> Vec<String> {
    let log: Value = serde_json::from_slice(&std::fs::read(log).unwrap()).unwrap();
    let begun = log["events"].as_array().unwrap().iter().map(|event| &event["params"]);
    let begun = begun.filter(|params| params["initiator"].as_str().is_some_and(|from| from != "not an origin"));
    begun.map(|params| params["url"].as_str().unwrap().to_owned()).collect()
}

/// A page in a frame, and a place for what was found out about it. The picture is there if one has been taken.
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
