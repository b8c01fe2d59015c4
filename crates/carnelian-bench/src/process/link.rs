//! The connection to a child process.

use super::protocol::{Reply, Request};
use super::serve::SUBCOMMAND;
use crate::measure::Gone;
use crate::peer;
use carnelian::cpu::Tier;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process and the two ends of the connection to it. It ends when the connection is closed, so dropping this value
/// ends it.
pub(super) struct Link {
    child: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
    ended: bool,
}

impl Link {
    /// Starts `program` as a process of a run, restricted to the tier if there is one. It inherits our standard error.
    pub(super) fn start(program: &Path, tier: Option<Tier>) -> Result<Self, Gone> {
        let mut command = Command::new(program);
        command.envs(tier.into_iter().flat_map(peer::environment));
        command.arg(SUBCOMMAND).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().map_err(|error| Gone(format!("{} cannot be started: {error}", program.display())))?;
        let requests = child.stdin.take();
        let replies = BufReader::new(child.stdout.take().expect("it is piped"));
        Ok(Self { child, requests, replies, ended: false })
    }

    /// Sends a request and waits for the reply.
    pub(super) fn ask(&mut self, request: &Request) -> Result<Reply, Gone> {
        self.send(request)?;
        self.receive()
    }

    /// Sends a request without waiting, so that several processes can prepare in parallel.
    pub(super) fn send(&mut self, request: &Request) -> Result<(), Gone> {
        let line = serde_json::to_string(request).expect("requests always serialise") + "\n";
        let Some(requests) = self.requests.as_mut() else { return Err(self.how_it_ended()) };
        requests.write_all(line.as_bytes()).and_then(|()| requests.flush()).map_err(|_| self.how_it_ended())
    }

    /// Receives the reply to the oldest pending request.
    pub(super) fn receive(&mut self) -> Result<Reply, Gone> {
        let mut line = String::new();
        match self.replies.read_line(&mut line) {
            Ok(0) | Err(_) => Err(self.how_it_ended()),
            Ok(_) => match serde_json::from_str(&line) {
                Ok(Reply::Refused(reason)) => Err(Gone(reason)),
                Ok(reply) => Ok(reply),
                Err(_) => Err(Gone(format!("its process said `{}`, which is no answer", line.trim_end()))),
            },
        }
    }

    /// Returns whether the process is known to have ended.
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns the error for a reply of the wrong kind.
    pub(super) fn nonsense(&self) -> Gone {
        Gone("its process returned an answer to another question".to_owned())
    }

    /// Returns the reason why the process no longer answers.
    fn how_it_ended(&mut self) -> Gone {
        (self.requests, self.ended) = (None, true);
        let ended = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        Gone(format!("its process ended ({ended})"))
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.requests = None;
        // No one is left to read an error; only the end of the process matters.
        let _ = self.child.wait();
    }
}
