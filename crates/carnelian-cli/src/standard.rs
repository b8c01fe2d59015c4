//! Standard input and output as inherited from the parent. Using a stream that is closed is an error.
//!
//! Rust's runtime opens `/dev/null` where a standard stream is closed, so that no file gets its number by accident.
//! Output written there would silently be lost, and input read from there would silently be empty. So the streams are
//! checked before the runtime does that. A later check cannot tell the difference: other programs also pass
//! `/dev/null`, opened for reading and writing, where they mean an empty input.
//!
//! On Unix the streams are used without the standard library's buffers, which are not wiped, and which treat a
//! descriptor that cannot be written to as one that accepts everything.

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

/// Returns standard input, to be read from its current position.
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

/// Returns standard input.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn input() -> io::Result<Input> {
    Ok(io::stdin().lock())
}

/// Returns standard output, unbuffered.
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

/// Returns standard output.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn output() -> io::Result<Output> {
    Ok(io::stdout())
}

/// Standard output for text, with line buffering. A closed stream is an error when something is written, and not where
/// there is nothing to write.
#[derive(Debug)]
pub struct Lines(Option<io::LineWriter<Output>>);

impl Lines {
    /// Opens standard output for text.
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

/// Returns whether the standard stream with this number was closed when the command was started.
#[must_use]
#[cfg(unix)]
pub fn is_closed(number: i32) -> bool {
    (0..3).contains(&number) && at_the_start::CLOSED.load(std::sync::atomic::Ordering::Relaxed) >> number & 1 == 1
}

#[cfg(unix)]
mod at_the_start {
    use rustix::{io, stdio};
    use std::sync::atomic::{AtomicU8, Ordering};

    /// One bit for each standard stream.
    pub(super) static CLOSED: AtomicU8 = AtomicU8::new(0);

    // `unsafe` is required by the attribute, as an acknowledgement that this runs before `main`: it makes only system
    // calls and uses nothing of the standard library that the runtime has to initialize.
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
