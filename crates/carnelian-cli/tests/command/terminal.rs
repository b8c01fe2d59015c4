//! The command on a terminal: its prompts, its output, and the state in which it leaves the terminal.

use crate::room::{CARNELIAN, Room, bytes};
use pty_process::Size;
use pty_process::blocking::{self, Command, Pty};
use rustix::termios::{self, LocalModes, SpecialCodeIndex, Termios};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

const INTERRUPT: i32 = 2;

/// A program on a terminal of its own, which a test reads and types on as a user would.
pub(crate) struct Terminal {
    pty: Pty,
    /// The terminal's settings at the start.
    settings: Termios,
    program: Child,
    /// The output on the terminal so far.
    shown: String,
}

impl Terminal {
    /// Starts the command with `arguments`, as a shell reads them.
    pub(crate) fn start(room: &Room, arguments: &str) -> Self {
        Self::of_script(room, &format!("exec {CARNELIAN} {arguments}"))
    }

    /// Like [`start`](Self::start), with kernels that use nothing of the CPU, and so are slow.
    pub(crate) fn start_slowly(room: &Room, arguments: &str) -> Self {
        Self::of_script(room, &format!("CARNELIAN_CPU=portable32 exec {CARNELIAN} {arguments}"))
    }

    fn of_script(room: &Room, script: &str) -> Self {
        Self::of_program(room, "sh", 80, |command| command.args(["-c", script]))
    }

    fn with(room: &Room, columns: u16, prepare: impl FnOnce(Command) -> Command) -> Self {
        Self::of_program(room, CARNELIAN, columns, prepare)
    }

    fn of_program(room: &Room, program: &str, columns: u16, prepare: impl FnOnce(Command) -> Command) -> Self {
        let (pty, pts) = blocking::open().unwrap();
        pty.resize(Size::new(24, columns)).unwrap();
        let settings = termios::tcgetattr(&pty).unwrap();
        let command = Command::new(program).current_dir(room.path()).env("LC_ALL", "C.UTF-8").env("TERM", "xterm");
        let command = command.env_remove("CARNELIAN_CPU").env_remove("COLUMNS").env_remove("NO_COLOR");
        let program = prepare(command).spawn(pts).unwrap();
        Self { pty, settings, program, shown: String::new() }
    }

    /// Waits until the terminal has shown `text` once more.
    pub(crate) fn wait_for(&mut self, text: &str) {
        let before = self.shown.matches(text).count();
        while self.shown.matches(text).count() == before {
            let mut byte = [0];
            let read = self.pty.read(&mut byte).unwrap_or(0);
            assert_eq!(read, 1, "no {text:?} in {:?}", self.shown);
            self.shown.push(char::from(byte[0]));
        }
    }

    /// Types `text` after the prompt `prompt`, where echo must be off.
    pub(crate) fn answer(&mut self, prompt: &str, text: &str) {
        self.wait_for(prompt);
        assert!(!self.now().local_modes.contains(LocalModes::ECHO), "the terminal shows what is typed");
        self.pty.write_all(text.as_bytes()).unwrap();
    }

    /// Returns the complete output on the terminal, and the exit code.
    pub(crate) fn end(self) -> (String, Option<i32>) {
        let (shown, status) = self.ended();
        (shown, status.code())
    }

    fn now(&self) -> Termios {
        termios::tcgetattr(&self.pty).unwrap()
    }

    fn send(&self, signal: i32) {
        let (signal, process) = (format!("-{signal}"), self.program.id().to_string());
        assert!(std::process::Command::new("kill").args([signal, process]).status().unwrap().success());
    }

    /// Returns the complete output on the terminal and the exit status of the program, which must have restored the
    /// terminal.
    fn ended(mut self) -> (String, ExitStatus) {
        // Reading from a terminal that no process has open any longer is an error.
        let mut rest = Vec::new();
        let _ = self.pty.read_to_end(&mut rest);
        self.shown.push_str(&String::from_utf8_lossy(&rest));
        let status = self.program.wait().unwrap();
        let [before, after] = [&self.settings, &self.now()].map(|settings| {
            let modes = (settings.local_modes, settings.input_modes, settings.output_modes, settings.control_modes);
            let codes = [SpecialCodeIndex::VINTR, SpecialCodeIndex::VSUSP, SpecialCodeIndex::VQUIT];
            (modes, codes.map(|code| settings.special_codes[code]))
        });
        assert_eq!(before, after, "the terminal is not as it was");
        (self.shown, status)
    }
}

/// Returns a test directory with the encrypted key `locked`, the sealed file `sealed`, and a `file`.
fn room_with_locked_files() -> Room {
    let room = Room::new();
    room.write("file", "content");
    assert_eq!(room.with_passphrase("word", "keygen ed25519 -o locked").code, Some(0));
    assert_eq!(room.with_passphrase("word", "seal -o sealed file").code, Some(0));
    room
}

/// Commands that ask for a passphrase, and their prompts.
const PROMPTS: [(&str, &str); 4] = [
    ("keygen ed25519 --encrypt -o new --public new.pub", "New passphrase: "),
    ("sign --key locked --signature new file", "Passphrase of locked: "),
    ("seal -o new file", "New passphrase: "),
    ("open -o new sealed", "Passphrase of sealed: "),
];

#[test]
fn a_signal_at_the_prompt_ends_the_command_and_leaves_the_terminal_as_it_was() {
    let room = room_with_locked_files();
    let before = room.names();
    for (arguments, prompt) in PROMPTS {
        // SIGHUP, SIGINT, SIGQUIT, SIGTERM.
        for signal in [1, 2, 3, 15] {
            let mut terminal = Terminal::start(&room, arguments);
            terminal.answer(prompt, "half a w");
            terminal.send(signal);
            let (shown, status) = terminal.ended();
            assert_eq!(status.signal(), Some(signal), "{arguments}: {shown}");
            assert!(!shown.contains("half"), "{shown}");
            assert_eq!(room.names(), before, "{arguments}");
        }
    }
}

/// The terminal sends the signal to the script too. A script that does not receive it would continue.
#[test]
fn ctrl_c_at_the_prompt_ends_the_script() {
    let room = room_with_locked_files();
    let before = room.names();
    for (arguments, prompt) in PROMPTS {
        let script = format!("{CARNELIAN} {arguments}; echo went on");
        let mut terminal = Terminal::of_program(&room, "sh", 80, |command| command.args(["-c", &script]));
        terminal.answer(prompt, "half a w\x03");
        let (shown, status) = terminal.ended();
        assert_eq!(status.signal(), Some(INTERRUPT), "{shown}");
        assert!(!shown.contains("went on"), "{shown}");
        assert_eq!(room.names(), before, "{arguments}");
    }
}

/// A suspended job would leave the shell a terminal without echo.
#[test]
fn signals_are_on_at_the_prompt_and_the_job_cannot_be_stopped() {
    let room = room_with_locked_files();
    let mut terminal = Terminal::start(&room, "open sealed");
    terminal.wait_for("Passphrase of sealed: ");
    let asking = terminal.now();
    assert!(asking.local_modes.contains(LocalModes::ISIG | LocalModes::ICANON));
    assert!(!asking.local_modes.intersects(LocalModes::ECHO | LocalModes::ECHONL));
    assert_eq!(asking.special_codes[SpecialCodeIndex::VINTR], 3);
    assert_ne!(asking.special_codes[SpecialCodeIndex::VSUSP], 0x1a);
    terminal.pty.write_all(b"word\n").unwrap();
    assert_eq!(terminal.ended().1.code(), Some(0));
}

/// Ctrl-C where the script has set it to be ignored.
#[cfg(target_os = "linux")]
#[test]
fn an_ignored_interrupt_stays_ignored_at_the_prompt() {
    let room = room_with_locked_files();
    let script = format!("trap '' INT; exec {CARNELIAN} open sealed");
    let mut terminal = Terminal::of_program(&room, "sh", 80, |command| command.args(["-c", &script]));
    terminal.answer("Passphrase of sealed: ", "\x03word\n");
    let (shown, status) = terminal.ended();
    // Input typed before the signal's character is discarded, and input after it is used.
    assert_eq!(status.code(), Some(0), "{shown}");
    assert!(shown.ends_with("content"), "{shown}");
}

#[test]
fn the_terminal_is_as_it_was_after_a_passphrase_and_after_none() {
    let room = room_with_locked_files();
    for (typed, code) in [("word\n", 0), ("another\n", 1), ("\x04", 4)] {
        let mut terminal = Terminal::start(&room, "open -o new --force sealed");
        terminal.answer("Passphrase of sealed: ", typed);
        let (shown, status) = terminal.ended();
        assert_eq!(status.code(), Some(code), "{shown}");
    }
}

#[test]
fn a_terminal_that_goes_away_ends_the_command() {
    let room = room_with_locked_files();
    let before = room.names();
    let mut terminal = Terminal::start(&room, "open -o new sealed");
    terminal.answer("Passphrase of sealed: ", "wo");
    let Terminal { pty, mut program, .. } = terminal;
    drop(pty);
    // The process ends by SIGHUP or because of end of file, whichever it notices first.
    let status = program.wait().unwrap();
    assert!(status.signal() == Some(1) || status.code() == Some(4), "{status}");
    assert_eq!(room.names(), before);
}

/// All commands that write binary output follow the same rule.
#[test]
fn bytes_that_are_no_text_go_to_a_terminal_by_force_alone() {
    let room = Room::with_keys();
    room.succeeds("random 32 -o secret");
    let before = room.names();
    for arguments in [
        "sign --key key --signature - file",
        "exchange --key xkey --peer xpub -o -",
        "encapsulate --key kpub --ciphertext - --secret new",
        "encapsulate --key kpub --ciphertext new --secret -",
        "decapsulate --key kkey --ciphertext kc --secret -",
        "convert --key key --format raw -o -",
        "keygen ed25519 --format raw -o -",
        "keygen ed25519 --format der -o -",
        "keygen ed25519 --format raw -o new --public -",
        "public --key key --format raw",
        "public --key key --format der",
        "public --key key --format raw -o /dev/tty",
        "random 32",
        "seal --key secret file",
    ] {
        let (shown, code) = Terminal::start(&room, arguments).end();
        assert_eq!(code, Some(2), "{arguments}: {shown}");
        assert!(shown.starts_with("carnelian: this would write binary data to a terminal: "), "{shown}");
        assert!(shown.contains("or force it with --force"), "{shown}");
        assert_eq!(room.names(), before, "{arguments}");
        if !arguments.contains("new") {
            let (shown, code) = Terminal::start(&room, &format!("{arguments} --force")).end();
            assert_eq!(code, Some(0), "{arguments}: {shown}");
            assert!(!shown.contains("carnelian: ") && !shown.is_empty(), "{arguments}: {shown}");
        }
    }
    for text in ["keygen ed25519 -o -", "public --key key", "keygen x25519 --format hex -o -", "random --hex 32"] {
        let (shown, code) = Terminal::start(&room, text).end();
        assert_eq!(code, Some(0), "{text}: {shown}");
    }
}

/// Returns the lines of a terminal that never wrapped one: the texts between movements of the cursor.
fn pictures(shown: &str) -> Vec<String> {
    let mut pictures = vec![String::new()];
    let mut chars = shown.chars();
    while let Some(char) = chars.next() {
        match char {
            '\u{1b}' => {
                // An escape sequence ends at its first letter.
                let _ = chars.find(char::is_ascii_alphabetic);
                pictures.push(String::new());
            }
            '\r' | '\n' => pictures.push(String::new()),
            _ => pictures.last_mut().unwrap().push(char),
        }
    }
    pictures
}

#[test]
fn progress_fits_the_terminal() {
    let room = Room::new();
    let name = "a big file with a long name of its own that no terminal has room for, and some more";
    for name in ["big", name] {
        File::create(room.path().join(name)).unwrap().set_len(300 << 20).unwrap();
        for columns in [80, 40, 20, 5] {
            let hash = |command: Command| command.args(["hash", "sha256", name]).stdout(Stdio::null());
            let (shown, status) = Terminal::with(&room, columns, hash).ended();
            assert_eq!(status.code(), Some(0), "{shown}");
            let pictures = pictures(&shown);
            for picture in &pictures {
                assert!(picture.chars().count() <= usize::from(columns), "{columns}: {picture:?}");
            }
            let has = |parts: &[&str]| pictures.iter().any(|line| parts.iter().all(|part| line.contains(part)));
            match columns {
                80 => assert!(has(&["[", "] ", " of 300.00 MiB, ", "/s, ", " left"]), "{shown:?}"),
                40 | 20 => assert!(has(&["%", if name.len() > 20 { "..." } else { "big" }]), "{shown:?}"),
                _ => assert!(has(&["%"]), "{shown:?}"),
            }
        }
    }
}

/// Where standard input is a file, its length is known; the part before the current position does not count.
#[test]
fn the_length_of_standard_input_is_known() {
    let room = Room::new();
    File::create(room.path().join("big")).unwrap().set_len(300 << 20).unwrap();
    let script = format!("(head -c 104857600 > /dev/null; exec {CARNELIAN} hash sha256) < big > digest");
    let (shown, status) = Terminal::of_program(&room, "sh", 80, |command| command.args(["-c", &script])).ended();
    assert_eq!(status.code(), Some(0), "{shown}");
    assert!(shown.contains(" of 200.00 MiB, "), "{shown:?}");
}

#[test]
fn help_fits_the_terminal_and_is_not_wider_than_can_be_read() {
    let room = Room::new();
    for columns in [50, 80, 250] {
        for arguments in ["--help", "hash --help", "keygen --help", "open --help"] {
            let help = |command: Command| command.args(arguments.split(' '));
            let (shown, status) = Terminal::with(&room, columns, help).ended();
            assert_eq!(status.code(), Some(0), "{shown}");
            let widest =
                pictures(&shown.replace("\u{1b}[", "\u{1b}")).into_iter().map(|line| line.chars().count()).max();
            assert!(widest.unwrap() <= usize::from(columns.min(100)), "{columns}: {shown}");
            assert!(widest.unwrap() > 40, "{columns}: {shown}");
        }
    }
}

/// Waits until `condition` holds, which another process brings about.
pub(crate) fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let soon = (0..20_000).any(|_| {
        condition() || {
            thread::sleep(Duration::from_millis(1));
            false
        }
    });
    assert!(soon, "{what}");
}

/// A signal in the middle of a file: nothing is left, and no file has its name before the end.
#[cfg(target_os = "linux")]
#[test]
fn who_ends_it_leaves_no_file_behind() {
    let room = Room::new();
    room.succeeds("random 32 -o key");
    room.write("file", bytes(300_000));
    room.succeeds("seal --key key -o sealed file");
    let before = room.names();
    let sealed = room.read("sealed");
    for (arguments, input) in [("seal --key key -o new", bytes(300_000)), ("open --key key -o new", sealed)] {
        // SIGHUP, SIGINT, SIGKILL, SIGTERM.
        for signal in [1, 2, 9, 15] {
            let mut command = room.command(CARNELIAN);
            let mut child = command.args(arguments.split(' ')).stdin(Stdio::piped()).spawn().unwrap();
            let mut pipe = child.stdin.take().unwrap();
            pipe.write_all(&input[..200_000]).unwrap();
            wait_until("the command has its file", || has_unnamed_file(child.id(), &room));
            assert_eq!(room.names(), before, "{arguments}");
            assert_eq!(room.run("kill", &[format!("-{signal}"), child.id().to_string()]).code, Some(0));
            assert_eq!(child.wait().unwrap().signal(), Some(signal), "{arguments}");
            assert_eq!(room.names(), before, "{arguments}");
        }
    }
}

/// Returns whether a process has an unnamed file open in the test directory.
#[cfg(target_os = "linux")]
fn has_unnamed_file(process: u32, room: &Room) -> bool {
    let open = std::fs::read_dir(format!("/proc/{process}/fd")).unwrap();
    let leads = |entry: std::fs::DirEntry| std::fs::read_link(entry.path()).ok();
    let mut files = open.filter_map(|entry| leads(entry.ok()?));
    files.any(|file| file.starts_with(room.path()) && file.to_string_lossy().ends_with(" (deleted)"))
}

/// As `nohup` and a script's background jobs start it.
#[cfg(target_os = "linux")]
#[test]
fn ignored_signals_stay_ignored_in_the_middle_of_a_file() {
    let room = Room::new();
    room.succeeds("random 32 -o key");
    let script = format!("trap '' INT HUP; exec {CARNELIAN} seal --key key -o new");
    let mut child = room.command("sh").args(["-c", &script]).stdin(Stdio::piped()).spawn().unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(&bytes(200_000)).unwrap();
    wait_until("the command has its file", || has_unnamed_file(child.id(), &room));
    for signal in ["-INT", "-HUP"] {
        assert_eq!(room.run("kill", &[signal, &child.id().to_string()]).code, Some(0));
    }
    pipe.write_all(&bytes(100)).unwrap();
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    room.succeeds("open --key key -o opened new");
    assert_eq!(room.read("opened"), [bytes(200_000), bytes(100)].concat());
}
