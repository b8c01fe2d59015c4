//! The table from which a primitive's choice of backend is written.
//!
//! What the backends of a primitive do is a trait, `Kernel`, implemented by the token of each of them. The table names
//! the backends, best first; a backend that lacks a method of the trait, or a row that lacks a backend, does not compile.

/// Writes, from a table of backends, best first, the enum of those that a CPU can run, with `choose`, `name` and
/// `with_every` for tests, and the macro `dispatch!`. A row is a variant, its token, which implements the primitive's
/// `Kernel` and [`Proof`](crate::base::cpu::Proof), and the name that tests and benchmarks know the backend by.
///
/// `dispatch!("label", backend, |kernel| kernel.method(arguments))` calls the method of the backend's token, and tells
/// the unit tests that the kernel `label` was entered; without a label it tells nothing. `dispatch!(backend,
/// Kernel::CONSTANT)` is that constant of the backend's token.
macro_rules! backends {
    ($d:tt $(#[$doc:meta])* $vis:vis enum $Backend:ident {
        x86_64: { $($(#[$x86_doc:meta])* $X86:ident($X86Token:ty) = $x86_name:literal,)* }
        any: { $($(#[$any_doc:meta])* $Any:ident($AnyToken:ty) = $any_name:literal,)+ }
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        $vis enum $Backend {
            $($(#[$x86_doc])* #[cfg(target_arch = "x86_64")] $X86($X86Token),)*
            $($(#[$any_doc])* $Any($AnyToken),)+
        }

        impl $Backend {
            /// Returns the best backend for this CPU and the tier in force.
            #[inline]
            $vis fn choose() -> Self {
                use $crate::base::cpu::Proof;
                $(#[cfg(target_arch = "x86_64")] if let Some(proof) = <$X86Token as Proof>::get() {
                    return Self::$X86(proof);
                })*
                $(if let Some(proof) = <$AnyToken as Proof>::get() {
                    return Self::$Any(proof);
                })+
                unreachable!("the last backend of a table runs on every CPU")
            }

            /// Returns the name of the backend.
            $vis const fn name(self) -> &'static str {
                match self {
                    $(#[cfg(target_arch = "x86_64")] Self::$X86(_) => $x86_name,)*
                    $(Self::$Any(_) => $any_name,)+
                }
            }

            /// Runs `body` with the best backend of every tier that tests run at.
            #[cfg(test)]
            $vis fn with_every(mut body: impl FnMut(Self)) {
                use $crate::base::cpu::forced;
                for tier in forced::tiers() {
                    forced::at_most(tier, || body(Self::choose()));
                }
            }
        }

        /// Calls a method of a backend's token, and tells the unit tests that the kernel was entered.
        macro_rules! dispatch {
            ($d label:literal, $d backend:expr, |$d kernel:ident| $d call:expr) => {{
                #[cfg(test)]
                $crate::base::testing::ran($d label, $Backend::name($d backend));
                dispatch!($d backend, |$d kernel| $d call)
            }};
            ($d backend:expr, $d Kernel:ident::$d CONSTANT:ident) => {
                match $d backend {
                    $(#[cfg(target_arch = "x86_64")] $Backend::$X86(_) => <$X86Token as $d Kernel>::$d CONSTANT,)*
                    $($Backend::$Any(_) => <$AnyToken as $d Kernel>::$d CONSTANT,)+
                }
            };
            ($d backend:expr, |$d kernel:ident| $d call:expr) => {
                match $d backend {
                    $(#[cfg(target_arch = "x86_64")] $Backend::$X86($d kernel) => $d call,)*
                    $($Backend::$Any($d kernel) => $d call,)+
                }
            };
        }
    };
}

pub(crate) use backends;
