//! Documents as stored.

pub(crate) mod contract;
mod reading;
