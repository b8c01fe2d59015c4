//! What the scan is told: which assembly computes nothing, and which kernels are looked at as a whole.

use iced_x86::Register;

/// A file of the library whose `asm!` computes nothing. The instructions in all others' are looked at wherever they stand in
/// the program.
pub(super) struct Inert {
    /// As seen from `crates/carnelian/src`.
    pub(super) file: &'static str,
    /// The instructions that it has, if any; it may have comments besides.
    pub(super) instructions: &'static [&'static str],
}

pub(super) const INERT: &[Inert] = &[
    // The barrier.
    Inert { file: "base/ct.rs", instructions: &[] },
    // Hides from the compiler what a vector is made of.
    Inert { file: "base/lanes/x86_avx2.rs", instructions: &[] },
    // Sets how floating-point numbers are rounded.
    Inert { file: "base/lanes/x86_avx2_fma.rs", instructions: &["stmxcsr", "ldmxcsr"] },
    // Hides vectors from the compiler; exchanges the halves of one, in registers alone.
    Inert { file: "base/lanes/x86_avx2_fma_x4.rs", instructions: &["vperm2f128"] },
    // Aligns a frame and hides what a pointer is.
    Inert { file: "base/memory.rs", instructions: &[] },
    // Moves the stack in tests.
    Inert { file: "base/own_stack.rs", instructions: &["call", "push", "mov", "xor", "pop"] },
    // Requests to valgrind, in its builds alone.
    Inert { file: "base/taint.rs", instructions: &["rol", "xchg"] },
    // Moves the stack in unit tests.
    Inert { file: "base/testing.rs", instructions: &["sub", "call", "add", "vpternlogd"] },
    // Hides from the compiler where keys are.
    Inert { file: "cipher/aes/x86_runs.rs", instructions: &[] },
    // In its tests: sets how floating-point numbers are rounded.
    Inert { file: "curve/curve25519/x86_avx2.rs", instructions: &["stmxcsr", "ldmxcsr"] },
    // Hide from the compiler what masks are.
    Inert { file: "hash/blake2/x86_avx2.rs", instructions: &[] },
    Inert { file: "hash/blake2/x86_avx512.rs", instructions: &[] },
    // Clears the upper halves of vector registers.
    Inert { file: "hash/sha256/x86_sha_ni.rs", instructions: &["vzeroupper"] },
    // Fixes an order.
    Inert { file: "hash/sha512/x86_stream.rs", instructions: &[] },
];

/// Which functions of the program a kernel is: every one of them is looked at, and there must be one.
#[derive(Clone, Copy)]
pub(super) enum Functions {
    /// Those of this name, demangled.
    Called(&'static str),
    /// Those of this module with instructions of the SHA extensions.
    WithSha(&'static str),
    /// Those with code of this file, as seen from `crates/carnelian/src`, in a module of this backend.
    WithCodeOf(&'static str, &'static str),
}

/// A kernel that no tool but the scan sees as it ships, or not every one.
pub(super) struct Kernel {
    /// The operation that the row names.
    pub(super) operation: &'static str,
    /// The backend that the row names, and vouches for where a tool cannot run it.
    pub(super) backend: &'static str,
    pub(super) functions: Functions,
    /// How many conditional jumps count its loops, for a kernel in assembly. In others the compiler decides on that, and
    /// it is enough that none of its jumps depends on loaded data.
    pub(super) loop_counters: Option<usize>,
    /// The arguments that point to pointers and lengths, which are public: in arrays that hold more than one message.
    pub(super) public: &'static [Register],
}

/// Every one of them.
pub(super) const KERNELS: &[Kernel] = &[
    assembly("edwards25519/product-x8", "avx2-fma", "carnelian::curve::curve25519::fe_5x51_avx2::write_product"),
    assembly("edwards25519/square-x8", "avx2-fma", "carnelian::curve::curve25519::fe_5x51_avx2::write_square"),
    assembly("edwards25519/inverse", "portable64", "carnelian::curve::curve25519::x86_divsteps::divsteps_60"),
    Kernel {
        loop_counters: None,
        ..assembly("edwards25519/double", "avx2-fma", "carnelian::curve::curve25519::x86_bmi2_point::double_times")
    },
    with_sha("sha256/compress", "carnelian::hash::sha256::x86_sha_ni::compress::", &[]),
    with_sha(
        "sha256/compress-x2",
        "carnelian::hash::sha256::x86_sha_ni::compress_x2::",
        &[Register::RDI, Register::RSI],
    ),
    ordered("avx2", "carnelian::hash::sha512::x86_avx2::"),
    ordered("avx512", "carnelian::hash::sha512::x86_avx512::"),
];

const fn assembly(operation: &'static str, backend: &'static str, name: &'static str) -> Kernel {
    Kernel { operation, backend, functions: Functions::Called(name), loop_counters: Some(0), public: &[] }
}

/// Neither valgrind nor MemorySanitizer knows the SHA extensions.
const fn with_sha(operation: &'static str, module: &'static str, public: &'static [Register]) -> Kernel {
    Kernel { operation, backend: "sha-ni", functions: Functions::WithSha(module), loop_counters: None, public }
}

/// Assembly without instructions fixes the order of these; MemorySanitizer's build leaves it out.
const fn ordered(backend: &'static str, module: &'static str) -> Kernel {
    let functions = Functions::WithCodeOf("hash/sha512/x86_stream.rs", module);
    Kernel { operation: "sha512/compress", backend, functions, loop_counters: None, public: &[] }
}
