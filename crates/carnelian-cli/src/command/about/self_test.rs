//! `carnelian self-test`: known answers of every family, by each kernel of this CPU.

use crate::exit::{Exit, Failure};
use crate::output;
use carnelian::cpu::Tier;
use carnelian::self_test::{Answer, for_each_answer};
use clap::Args;
use std::fmt::Write;

const AFTER_HELP: &str = "\
Every algorithm computes the answer of its standard's example, and longer ones,
with each class of instructions that this CPU has. It takes a second.

Examples:
  carnelian self-test
  CARNELIAN_CPU=portable64 carnelian self-test

Exit codes:
  0  every answer is right
  1  an answer is wrong: do not use this machine, or this copy of the program
  2  the command line is invalid
  3  the output cannot be written";

/// Compute known answers of every family of algorithms on this CPU
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SelfTestArgs {}

/// # Errors
/// If standard output cannot be written.
pub fn run(_: &SelfTestArgs) -> Result<Exit, Failure> {
    let mut answers = Vec::new();
    for_each_answer(|answer| answers.push(answer));
    output::print(table(&answers).as_bytes())?;
    Ok(if answers.iter().all(Answer::is_right) { Exit::Success } else { Exit::Invalid })
}

/// Returns a line for each algorithm with a column for each tier, and the verdict.
fn table(answers: &[Answer]) -> String {
    let is_run = |tier: &Tier| answers.iter().any(|answer| answer.tier() == *tier);
    let tiers: Vec<Tier> = Tier::ALL.into_iter().filter(is_run).collect();
    let mut algorithms: Vec<&str> = Vec::new();
    for answer in answers {
        if !algorithms.contains(&answer.algorithm()) {
            algorithms.push(answer.algorithm());
        }
    }
    let width = algorithms.iter().map(|name| name.len()).max().unwrap_or_default();
    let mut text = format!("{:width$}", "");
    tiers.iter().for_each(|tier| _ = write!(text, "  {:10}", tier.name()));
    let mut lines = vec![text];
    for algorithm in &algorithms {
        let mut line = format!("{algorithm:width$}");
        for tier in &tiers {
            let mut found = answers.iter().filter(|answer| answer.algorithm() == *algorithm && answer.tier() == *tier);
            let verdict = if found.all(Answer::is_right) { "right" } else { "WRONG" };
            _ = write!(line, "  {verdict:10}");
        }
        lines.push(line);
    }
    let wrong = answers.iter().filter(|answer| !answer.is_right()).count();
    let right = answers.len() - wrong;
    lines.push(if wrong == 0 { format!("{right} answers are right") } else { format!("{wrong} answers are WRONG") });
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}
