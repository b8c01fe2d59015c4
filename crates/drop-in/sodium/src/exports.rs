//! How a function of ours becomes one that C calls.
#![allow(unsafe_code)] // Functions that C calls.

use core::ffi::c_int;

/// A result, as C gets it.
pub(crate) trait Answer<C> {
    /// Returns the value in C.
    fn answer(self) -> C;
}

/// Success or failure: 0 or −1.
impl Answer<c_int> for Option<()> {
    fn answer(self) -> c_int {
        if self.is_some() { 0 } else { -1 }
    }
}

/// Where C learns nothing of a failure, which leaves zeros.
impl Answer<()> for Option<()> {
    fn answer(self) {}
}

/// A predicate: 1 or 0.
impl Answer<c_int> for bool {
    fn answer(self) -> c_int {
        c_int::from(self)
    }
}

/// Values that C gets as they are.
impl<T> Answer<T> for AsItIs<T> {
    fn answer(self) -> T {
        self.0
    }
}

/// A value for C.
pub(crate) struct AsItIs<T>(pub(crate) T);

/// Writes the table of a module: names in C, arguments, the type of the result, and the function that computes it.
macro_rules! exports {
    ($($($name:ident)+ ($($args:tt)*) $(-> $ret:ty)? = $function:path;)*) => {
        $(exports! { @names [$($name)+] ($($args)*) [$($ret)?] $function })*
    };
    (@names [$($name:ident)+] $args:tt $ret:tt $function:path) => {
        $(exports! { @one $name $args $ret $function })+
    };
    (@one $name:ident ($($arg:ident: $kind:ty),*) [$($ret:ty)?] $function:path) => {
        /// Calls the function of this row.
        ///
        /// # Safety
        /// The pointers must be as the header states.
        #[allow(unsafe_code)] // A function that C calls.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name($($arg: $kind),*) $(-> $ret)? {
            // SAFETY: the header states the promise to callers.
            let caller = unsafe { ::carnelian_ffi::Caller::promises() };
            $crate::exports::Answer::answer($function(&caller, $($arg),*))
        }
    };
}
