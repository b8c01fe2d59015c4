//! Schemes over several families.

mod dhkem;
mod nacl_box;
mod sealed_file;
