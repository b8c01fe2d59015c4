//! Key files: the examples of the standards, and what is left in memory.
