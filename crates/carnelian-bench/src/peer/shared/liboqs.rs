//! liboqs. It has only post-quantum schemes, so it offers no measured operation yet.

use super::file::{File, Text, functions};
use super::{Found, Kind, Names};
use crate::op::Offers;
use crate::peer::reach::Reach;
use carnelian::cpu::Tier;

pub(super) const KIND: Kind = Kind {
    name: "liboqs",
    reach: Reach::UpTo(Tier::Avx512, "takes all that it finds of the CPU"),
    names: Names {
        elf: &["liboqs.so.9", "liboqs.so.8", "liboqs.so.7", "liboqs.so.6", "liboqs.so.5", "liboqs.so"],
        macos: &["liboqs.9.dylib", "liboqs.8.dylib", "liboqs.7.dylib", "liboqs.dylib"],
        windows: &["oqs.dll", "liboqs.dll"],
    },
    open,
};

functions! {
    /// The used functions of liboqs.
    struct Functions of "liboqs 0.8 or later" {
        OQS_init: extern "C" fn();
        OQS_version: extern "C" fn() -> Text;
    }
}

fn open(file: &File) -> Found {
    let oqs = Functions::load(file)?;
    // This selects the implementations.
    (oqs.OQS_init)();
    Ok(((oqs.OQS_version)().version().unwrap_or_else(|| file.version_in_name()), Offers::none()))
}
