//! GMP. It has only large integers, so it offers no measured operation yet.

use super::file::{File, Text, functions};
use super::kind::{Found, Kind, Names};
use crate::offers::Offers;
use crate::peer::reach::{Isa, Reach};

pub(super) const KIND: Kind = Kind {
    name: "gmp",
    reach: Reach::UpTo(Isa::Avx512, "takes all that it finds of the CPU"),
    names: Names { elf: &["libgmp.so.10"], macos: &["libgmp.10.dylib"], windows: &["libgmp-10.dll"] },
    open,
};

functions! {
    /// The used part of GMP: its version, which is a constant.
    struct Constants of "GMP 4 or later" {
        __gmp_version: &'static Text;
    }
}

fn open(file: &File) -> Found {
    let version = Constants::load(file)?.__gmp_version.version();
    Ok((version.unwrap_or_else(|| file.version_in_name()), Offers::none()))
}
