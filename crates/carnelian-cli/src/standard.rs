//! Standard input and output as the user gave them, or did not: one that is closed is an error to use.
//!
//! Rust's runtime opens `/dev/null` where a standard stream is closed, so that no file takes its number by accident; what
//! is written there would be lost, and what is read there would be taken for an empty input, without a word. So the
//! streams are looked at before the runtime does that. What is at them later does not tell: other programs give theirs
//! `/dev/null` opened for both directions too, where an empty input is what they mean.
//!
//! On Unix the streams are used without the standard library's buffers, which are not wiped, and which take a descriptor
//! that cannot be written for one that takes everything.

#[cfg(unix)]
use std::fs::File;
use std::io;
#[cfg(unix)]
use std::os::fd::AsFd;

/// Standard input.
#[cfg(unix)]
pub type Input = File;
/// Standard input.
#[cfg(not(unix))]
pub type Input = io::StdinLock<'static>;

/// Standard output.
#[cfg(unix)]
pub type Output = File;
/// Standard output.
#[cfg(not(unix))]
pub type Output = io::Stdout;

/// Standard input, read from where it stands.
///
/// # Errors
/// If it is closed.
#[cfg(unix)]
pub fn input() -> io::Result<Input> {
    if is_closed(0) {
        return Err(io::Error::other("it is closed"));
    }
    io::stdin().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard input.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn input() -> io::Result<Input> {
    Ok(io::stdin().lock())
}

/// Standard output, unbuffered.
///
/// # Errors
/// If it is closed.
#[cfg(unix)]
pub fn output() -> io::Result<Output> {
    if is_closed(1) {
        return Err(io::Error::other("standard output is closed"));
    }
    io::stdout().as_fd().try_clone_to_owned().map(File::from)
}

/// Standard output.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn output() -> io::Result<Output> {
    Ok(io::stdout())
}

/// Standard output for text, which is written line by line. A stream that is closed is an error when something is
/// written, and not where there is nothing to write.
#[derive(Debug)]
pub struct Lines(Option<io::LineWriter<Output>>);

impl Lines {
    /// Nothing is written yet.
    #[must_use]
    pub fn new() -> Self {
        Self(output().ok().map(io::LineWriter::new))
    }

    fn writer(&mut self) -> io::Result<&mut io::LineWriter<Output>> {
        match &mut self.0 {
            Some(writer) => Ok(writer),
            None => Err(output().err().unwrap_or_else(|| io::ErrorKind::Other.into())),
        }
    }
}

impl Default for Lines {
    fn default() -> Self {
        Self::new()
    }
}

impl io::Write for Lines {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.writer()?.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.0.is_none() { Ok(()) } else { self.writer()?.flush() }
    }
}

/// Whether the command was started without the standard stream of this number.
#[must_use]
#[cfg(unix)]
pub fn is_closed(number: i32) -> bool {
    (0..3).contains(&number) && at_the_start::CLOSED.load(std::sync::atomic::Ordering::Relaxed) >> number & 1 == 1
}

#[cfg(unix)]
mod at_the_start {
    use rustix::{io, stdio};
    use std::sync::atomic::{AtomicU8, Ordering};

    /// A bit for each standard stream.
    pub(super) static CLOSED: AtomicU8 = AtomicU8::new(0);

    // The word is the attribute's, which wants to be told that this runs before `main`: only system calls are made here,
    // and nothing of the standard library that the runtime has to prepare is used.
    ctor::declarative::ctor! {
        #[ctor(unsafe)]
        fn look() {
            for (bit, stream) in [(1, stdio::stdin()), (2, stdio::stdout()), (4, stdio::stderr())] {
                if io::fcntl_getfd(stream) == Err(io::Errno::BADF) {
                    CLOSED.fetch_or(bit, Ordering::Relaxed);
                }
            }
        }
    }
}
