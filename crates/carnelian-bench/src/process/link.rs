//! The line to a process that this one has started.

use super::protocol::{Reply, Request};
use super::serve::SUBCOMMAND;
use crate::measure::Gone;
use crate::peer;
use carnelian::cpu::Tier;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A process and the two ends of the line to it. It ends when the line is closed, so dropping this ends it.
pub(super) struct Link {
    child: Child,
    requests: Option<ChildStdin>,
    replies: BufReader<ChildStdout>,
    ended: bool,
}

impl Link {
    /// Starts `program` as a process of a run, held to the tier if there is one. Its standard error is ours.
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

    /// Asks, and waits for the answer.
    pub(super) fn ask(&mut self, request: &Request) -> Result<Reply, Gone> {
        self.send(request)?;
        self.receive()
    }

    /// Asks without waiting, so that several processes can get ready side by side.
    pub(super) fn send(&mut self, request: &Request) -> Result<(), Gone> {
        let line = serde_json::to_string(request).expect("requests always serialise") + "\n";
        let Some(requests) = self.requests.as_mut() else { return Err(self.how_it_ended()) };
        requests.write_all(line.as_bytes()).and_then(|()| requests.flush()).map_err(|_| self.how_it_ended())
    }

    /// The answer to the oldest question that has none.
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

    /// Whether the process has been found to have ended.
    pub(super) const fn has_ended(&self) -> bool {
        self.ended
    }

    /// It gave an answer to another question.
    pub(super) fn nonsense(&self) -> Gone {
        Gone("its process gave an answer to another question".to_owned())
    }

    /// Why nothing more comes from it.
    fn how_it_ended(&mut self) -> Gone {
        (self.requests, self.ended) = (None, true);
        let ended = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        Gone(format!("its process ended ({ended})"))
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.requests = None;
        // It has nobody left to answer; that it has ended is all that matters.
        let _ = self.child.wait();
    }
}
