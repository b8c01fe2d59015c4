//! The C interface of Carnelian.
