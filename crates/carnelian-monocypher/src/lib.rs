//! The functions of Monocypher 4, under its names.
