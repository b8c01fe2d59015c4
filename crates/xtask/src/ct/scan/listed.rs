//! What the scan is told: which files have assembly in them, and which kernels are checked by it.

/// A kernel that is written in assembly, or whose order of computation assembly fixes: MemorySanitizer does not see it
/// as it ships.
pub(super) struct Kernel {
    /// The operation that the row names.
    pub(super) operation: &'static str,
    pub(super) backend: &'static str,
    /// The demangled symbol.
    pub(super) symbol: &'static str,
    /// How many conditional jumps count its loops, for a kernel in assembly. In others the compiler decides on that, and
    /// it is enough that none of its jumps depends on loaded data.
    pub(super) loop_counters: Option<usize>,
}

/// A file of the library that has `asm!` in it.
pub(super) struct Source {
    /// As seen from `crates/carnelian/src`.
    pub(super) file: &'static str,
    /// Its kernels, or none where the assembly computes nothing.
    pub(super) kernels: &'static [Kernel],
}

/// Every one of them.
pub(super) const SOURCES: &[Source] = &[
    // The barrier: no instruction.
    Source { file: "base/ct.rs", kernels: &[] },
    // Sets how floating-point numbers are rounded.
    Source { file: "base/lanes/x86_avx2_fma.rs", kernels: &[] },
    // Fixes an order, and exchanges the halves of a register.
    Source {
        file: "base/lanes/x86_avx2_fma_x4.rs",
        kernels: &[Kernel {
            operation: "x25519/ladder",
            backend: "avx2",
            symbol: "carnelian::curve::curve25519::x86_avx2::ladder::kernel",
            loop_counters: None,
        }],
    },
    // Aligns a frame and hides what a pointer is: no instruction.
    Source { file: "base/memory.rs", kernels: &[] },
    // Requests to valgrind, in its builds alone.
    Source { file: "base/taint.rs", kernels: &[] },
    // Moves the stack in unit tests.
    Source { file: "base/testing.rs", kernels: &[] },
    Source {
        file: "curve/curve25519/fe_5x51_avx2.rs",
        kernels: &[
            over_lanes("edwards25519/product-x8", "carnelian::curve::curve25519::fe_5x51_avx2::write_product"),
            over_lanes("edwards25519/square-x8", "carnelian::curve::curve25519::fe_5x51_avx2::write_square"),
        ],
    },
    Source {
        file: "curve/curve25519/x86_bmi2.rs",
        kernels: &[Kernel {
            operation: "edwards25519/double",
            backend: "avx2",
            symbol: "carnelian::curve::curve25519::x86_bmi2_point::double_times",
            loop_counters: None,
        }],
    },
    // In its tests: sets how floating-point numbers are rounded.
    Source { file: "curve/curve25519/x86_avx2.rs", kernels: &[] },
    Source {
        file: "curve/curve25519/x86_divsteps.rs",
        kernels: &[Kernel {
            operation: "edwards25519/inverse",
            backend: "portable64",
            symbol: "carnelian::curve::curve25519::x86_divsteps::divsteps_60",
            loop_counters: Some(0),
        }],
    },
    // Hides from the compiler what masks and an address are: no instruction.
    Source { file: "hash/blake2/x86_avx512.rs", kernels: &[] },
    Source { file: "hash/blake2/x86_rows.rs", kernels: &[] },
    // Clears the upper halves of vector registers.
    Source { file: "hash/sha256/x86_sha_ni.rs", kernels: &[] },
    // Fixes an order: no instruction.
    Source {
        file: "hash/sha512/x86_stream.rs",
        kernels: &[
            ordered("avx2", "carnelian::hash::sha512::x86_avx2::compress::kernel"),
            ordered("avx512", "carnelian::hash::sha512::x86_avx512::compress::kernel"),
        ],
    },
];

const fn over_lanes(operation: &'static str, symbol: &'static str) -> Kernel {
    Kernel { operation, backend: "avx2", symbol, loop_counters: Some(0) }
}

const fn ordered(backend: &'static str, symbol: &'static str) -> Kernel {
    Kernel { operation: "sha512/compress", backend, symbol, loop_counters: None }
}

/// The planted leaks, scanned as if they were kernels.
pub(super) const PLANTED: &[Kernel] = &[
    planted("planted/control", "carnelian_ctcheck::op::planted::control"),
    planted("planted/branch", "carnelian_ctcheck::op::planted::branch"),
    planted("planted/index", "carnelian_ctcheck::op::planted::index"),
    planted("planted/division", "carnelian_ctcheck::op::planted::division"),
];

const fn planted(operation: &'static str, symbol: &'static str) -> Kernel {
    Kernel { operation, backend: "portable64", symbol, loop_counters: Some(0) }
}
