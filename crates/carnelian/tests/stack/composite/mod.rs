//! Schemes that combine several families.

pub(crate) mod dhkem;
pub(crate) mod hybrid;
pub(crate) mod nacl_box;
pub(crate) mod sealed;
