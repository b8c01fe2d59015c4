//! The tables that generate a primitive's choice of backend and the entries of its kernels.
//!
//! The operations of a primitive's backends are a trait, `Kernel`, which the token of each backend implements. The
//! table names the backends, best first; a backend that lacks a method of the trait, or a row that lacks a backend,
//! does not compile.

/// Generates, from a table of backends, best first, the enum of the backends that a CPU can run, with `choose`, `name`
/// and, for tests, `with_every`, and the macro `dispatch!`. A row consists of a variant, its token, which implements
/// the primitive's `Kernel` and [`Proof`](crate::base::cpu::Proof), and the backend's name in tests and benchmarks.
///
/// `dispatch!("label", backend, |kernel| kernel.method(arguments))` calls the method of the backend's token, and
/// records for the unit tests that the kernel `label` was entered; without a label it records nothing. With
/// `|kernel: K|`, `K` is the type of the token. `dispatch!(backend, Kernel::CONSTANT)` evaluates to that constant of
/// the backend's token.
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
            #[allow(dead_code, reason = "of some tables only the unit tests tell the name")]
            $vis const fn name(self) -> &'static str {
                match self {
                    $(#[cfg(target_arch = "x86_64")] Self::$X86(_) => $x86_name,)*
                    $(Self::$Any(_) => $any_name,)+
                }
            }

            /// Runs `body` with the best backend of every tier that is tested.
            #[cfg(test)]
            $vis fn with_every(mut body: impl FnMut(Self)) {
                use $crate::base::cpu::forced;
                for tier in forced::tiers() {
                    forced::at_most(tier, || body(Self::choose()));
                }
            }
        }

        /// Calls a method of a backend's token, and records for the unit tests that the kernel was entered.
        macro_rules! dispatch {
            ($d label:literal, $d backend:expr, |$d kernel:ident $d(: $d K:ident)?| $d call:expr) => {{
                #[cfg(test)]
                $crate::base::testing::ran($d label, $Backend::name($d backend));
                dispatch!($d backend, |$d kernel $d(: $d K)?| $d call)
            }};
            ($d backend:expr, $d Kernel:ident::$d CONSTANT:ident) => {
                match $d backend {
                    $(#[cfg(target_arch = "x86_64")] $Backend::$X86(_) => <$X86Token as $d Kernel>::$d CONSTANT,)*
                    $($Backend::$Any(_) => <$AnyToken as $d Kernel>::$d CONSTANT,)+
                }
            };
            ($d backend:expr, |$d kernel:ident $d(: $d K:ident)?| $d call:expr) => {
                match $d backend {
                    $(#[cfg(target_arch = "x86_64")] $Backend::$X86($d kernel) => {
                        $d(type $d K = $X86Token;)?
                        $d call
                    })*
                    $($Backend::$Any($d kernel) => {
                        $d(type $d K = $AnyToken;)?
                        $d call
                    })+
                }
            };
        }
    };
}

/// Generates the functions that enter the kernels of a backend: `kernels! { proof: Token; fn ... }`.
///
/// Each body is compiled for the features that the token proves, and never inlined into callers, which lack them. The
/// first parameter is the token: `self` in an `impl` of `Kernel`, or `proof`, and the body calls it `proof` in both. A
/// kernel that needs two tokens has a pair of them. `wipes N;` after a body overwrites N bytes of the stack after the
/// body has returned. Generic parameters are in brackets, and those that a call must name in another pair:
/// `fn sum[F: Field][F](proof, ...)`.
#[cfg(target_arch = "x86_64")]
macro_rules! kernels {
    ($proof:ident: $Token:tt;) => {};
    ($proof:ident: $Token:tt;
        $(#[$meta:meta])*
        $vis:vis fn $name:ident $([$($generics:tt)*][$($generic:tt)*])? ($($parameters:tt)*) $(-> $Return:ty)?
        $body:block
        $($more:tt)*
    ) => {
        $crate::base::dispatch::kernels! {
            @wipes ($proof: $Token) {
                [$(#[$meta])* $vis fn $name] [$($($generics)*)?] [$($($generic)*)?]
                ($($parameters)*) [$(-> $Return)?] $body
            }
            $($more)*
        }
    };
    (@wipes ($($proof:tt)*) { $($function:tt)* } wipes $bytes:expr; $($more:tt)*) => {
        $crate::base::dispatch::kernels! {
            @receives ($($proof)*) [$crate::base::memory::wipe_stack::<{ $bytes }>();] $($function)*
        }
        $crate::base::dispatch::kernels! { $($proof)*; $($more)* }
    };
    (@wipes ($($proof:tt)*) { $($function:tt)* } $($more:tt)*) => {
        $crate::base::dispatch::kernels! { @receives ($($proof)*) [] $($function)* }
        $crate::base::dispatch::kernels! { $($proof)*; $($more)* }
    };
    (@receives $proof:tt $wipe:tt $head:tt $generics:tt $generic:tt (self $($parameters:tt)*) $($body:tt)*) => {
        $crate::base::dispatch::kernels! {
            @writes $proof $wipe $head $generics $generic [self] self ($($parameters)*) $($body)*
        }
    };
    (@receives ($proof:ident: $Token:tt) $wipe:tt $head:tt $generics:tt $generic:tt ($given:ident $($parameters:tt)*)
        $($body:tt)*
    ) => {
        $crate::base::dispatch::kernels! {
            @writes ($proof: $Token) $wipe $head $generics $generic [proof: $Token] proof ($($parameters)*) $($body)*
        }
    };
    (@writes ($proof:ident: $Token:tt) [$($wipe:tt)*] [$($head:tt)*] [$($generics:tt)*] [$($generic:tt)*]
        [$($receiver:tt)*] $given:ident ($(, $argument:ident: $Type:ty)* $(,)?) [$($Return:tt)*] $body:block
    ) => {
        $($head)*<$($generics)*>($($receiver)* $(, $argument: $Type)*) $($Return)* {
            $crate::base::cpu::with_features_of! { $Token,
                #[inline(never)]
                #[allow(unused_variables, reason = "not every body needs the token itself")]
                fn kernel<$($generics)*>($proof: $Token $(, $argument: $Type)*) $($Return)* $body
            }
            // SAFETY: the tokens prove that the CPU has the features that the kernel is compiled for.
            let result = unsafe { kernel::<$($generic)*>($given $(, $argument)*) };
            $($wipe)*
            result
        }
    };
}

/// Writes the methods of `Backend` that enter the kernels of a token, with the names that they have there:
/// `entries! { |kernel| kernel; "label": fn ...; fn ...; }`. The unit tests see which labels were entered.
#[cfg(feature = "postquantum")]
macro_rules! entries {
    (|$kernel:ident| $token:expr;
        $($label:literal: $(fn $name:ident($($argument:ident: $Type:ty),*) $(-> $Return:ty)?;)+)+
    ) => {
        impl Backend {$($(
            #[doc = concat!("Enters the kernel `", stringify!($name), "`.")]
            #[inline]
            pub(crate) fn $name(self $(, $argument: $Type)*) $(-> $Return)? {
                dispatch!($label, self, |$kernel| $token.$name($($argument),*))
            }
        )+)+}
    };
}

pub(crate) use backends;
#[cfg(feature = "postquantum")]
pub(crate) use entries;
#[cfg(target_arch = "x86_64")]
pub(crate) use kernels;
