//! The source of OpenSSL 4 and the code that builds it, under the crate name of OpenSSL 3.

pub use openssl_src_4::{Artifacts, Build, version};
