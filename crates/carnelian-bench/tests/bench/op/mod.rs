//! Operations: their names, the libraries that have them, and the agreement of all answers.

mod by_name;
mod growing;
mod lying;
mod oracle;
mod postquantum;
mod registries;
mod threads;
