//! The offers of a library: the operations that it has.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The capabilities of a library: at most one entry per family, identified by the type that the family defines.
#[derive(Default)]
pub struct Offers {
    by_family: HashMap<TypeId, Box<dyn Any>>,
    finder: Option<Finder>,
}

/// Determines a library's offers again, on the calling thread. Offers stay on the thread that determined them, because
/// a library may keep state that must not be shared.
pub type Finder = Arc<dyn Fn() -> Option<Offers> + Send + Sync>;

impl Offers {
    /// Returns an empty set of offers.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Adds `offer`.
    #[must_use]
    pub fn and<T: 'static>(mut self, offer: T) -> Self {
        self.by_family.insert(TypeId::of::<T>(), Box::new(offer));
        self
    }

    /// Adds a function that determines the offers on other threads.
    #[must_use]
    pub fn found_by(mut self, find: impl Fn() -> Option<Self> + Send + Sync + 'static) -> Self {
        self.finder = Some(Arc::new(find));
        self
    }

    /// Returns whether nothing is offered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.by_family.is_empty()
    }

    /// Returns the offer for a family.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.by_family.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// Returns the function that determines the offers on another thread; without it the library is measured on one
    /// thread only.
    #[must_use]
    pub fn finder(&self) -> Option<Finder> {
        self.finder.clone()
    }
}

impl fmt::Debug for Offers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Offers({} families)", self.by_family.len())
    }
}
