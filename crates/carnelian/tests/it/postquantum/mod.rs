//! Algorithms that withstand quantum computers.

mod mlkem;
