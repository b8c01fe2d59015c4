//! The progress of an operation that does not tell how far it is: the time that it has taken.

use super::{empty_line, width};
use crate::threads;
use console::truncate_str;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which an operation is long enough for a line to be shown.
const MOMENT: Duration = Duration::from_millis(400);

/// The time between two updates.
const PAUSE: Duration = Duration::from_millis(100);

/// Does `work`, on this thread. If it takes longer than a moment and standard error is a terminal, a line there says
/// `what` is being done and for how long. The line is removed at the end.
pub fn during<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        // The operation has ended when the sender is dropped, which a panic does too.
        let (_running, end) = mpsc::channel();
        // Without a thread there is no line.
        let _ = threads::builder("progress").spawn_scoped(scope, move || show(what, &end));
        work()
    })
}

fn show(what: &str, end: &Receiver<()>) {
    let begun = Instant::now();
    let runs_for = |time| end.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    if !runs_for(MOMENT) {
        return;
    }
    let line = empty_line();
    line.set_message(text(width(), what, 0, begun.elapsed()));
    for update in 1.. {
        if !runs_for(PAUSE) {
            break;
        }
        line.set_message(text(width(), what, update, begun.elapsed()));
    }
    line.finish_and_clear();
}

/// Returns `- what, 2.5 s`, with another first character at each update, in at most `width` columns.
fn text(width: usize, what: &str, update: usize, elapsed: Duration) -> String {
    let mark = ['-', '\\', '|', '/'][update % 4];
    truncate_str(&format!("{mark} {what}, {:.1} s", elapsed.as_secs_f64()), width, "").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_turns_and_is_never_too_wide() {
        let elapsed = Duration::from_millis(2540);
        assert_eq!(text(79, "signing", 0, elapsed), "- signing, 2.5 s");
        assert_eq!(text(79, "signing", 5, elapsed), "\\ signing, 2.5 s");
        assert_eq!(text(5, "signing", 6, elapsed), "| sig");
        assert_eq!(text(0, "signing", 7, elapsed), "");
    }

    #[test]
    fn the_work_is_done_once_and_its_result_returned() {
        let mut times = 0;
        let result = during("counting", || {
            times += 1;
            "done"
        });
        assert_eq!((result, times), ("done", 1));
    }

    #[test]
    fn what_has_ended_is_not_shown() {
        let (running, end) = mpsc::channel();
        drop(running);
        show("nothing", &end);
    }
}
