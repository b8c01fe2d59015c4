//! The lists for the scan: the assembly that computes nothing, and the kernels that are checked as a whole.

use iced_x86::Register;

/// A file of the library whose `asm!` computes nothing. The assembly of all other files is checked wherever it occurs
/// in the program.
pub(super) struct Inert {
    /// The path relative to `crates/carnelian/src`.
    pub(super) file: &'static str,
    /// The instructions that it contains, if any; it may contain comments as well.
    pub(super) instructions: &'static [&'static str],
}

pub(super) const INERT: &[Inert] = &[
    // The optimization barrier.
    Inert { file: "base/ct.rs", instructions: &[] },
    // Fix the order of operations.
    Inert { file: "base/lanes/i64/x86_avx512_ifma.rs", instructions: &[] },
    Inert { file: "base/lanes/u128/x86_avx512.rs", instructions: &[] },
    // Hides the definition of a vector from the compiler.
    Inert { file: "base/lanes/u64/x86_avx2.rs", instructions: &[] },
    // Sets the rounding mode of floating-point numbers.
    Inert { file: "base/lanes/f64/x86_avx2_fma.rs", instructions: &["stmxcsr", "ldmxcsr"] },
    // Hides vectors from the compiler; exchanges the halves of one, using only registers.
    Inert { file: "base/lanes/f64/x86_avx2_fma_x4.rs", instructions: &["vperm2f128"] },
    // Aligns a frame and hides the origin of a pointer.
    Inert { file: "base/memory.rs", instructions: &[] },
    // Moves the stack in tests.
    Inert { file: "base/own_stack.rs", instructions: &["call", "push", "mov", "xor", "pop"] },
    // Requests to valgrind, only in builds for it.
    Inert { file: "base/taint.rs", instructions: &["rol", "xchg"] },
    // Moves the stack in unit tests.
    Inert { file: "base/testing.rs", instructions: &["sub", "call", "add", "vpternlogd"] },
    // In its tests: sets the rounding mode of floating-point numbers.
    Inert { file: "curve/curve25519/x86_avx2.rs", instructions: &["stmxcsr", "ldmxcsr"] },
    // Hide the definition of masks from the compiler.
    Inert { file: "hash/blake2/x86_avx2.rs", instructions: &[] },
    Inert { file: "hash/blake2/x86_avx512.rs", instructions: &[] },
    // Clears the upper halves of vector registers.
    Inert { file: "base/cpu/sha_extensions.rs", instructions: &["vzeroupper"] },
    // Fixes the order of instructions.
    Inert { file: "hash/sha512/x86_stream.rs", instructions: &[] },
];

/// The functions of the program that form a kernel: every one of them is checked, and there must be at least one.
#[derive(Clone, Copy)]
pub(super) enum Functions {
    /// The functions with this demangled name.
    Called(&'static str),
    /// The functions of this module with instructions of the SHA extensions.
    WithSha(&'static str),
    /// The functions with code of this file, relative to `crates/carnelian/src`, in a module of this backend.
    WithCodeOf(&'static str, &'static str),
}

/// A kernel that only the scan can check as it ships, or that not every other tool can check.
pub(super) struct Kernel {
    /// The operation that the row names.
    pub(super) operation: &'static str,
    /// The backend that the row names. The row vouches for it where a tool cannot run it.
    pub(super) backend: &'static str,
    pub(super) functions: Functions,
    /// The number of conditional jumps that count its loops, for a kernel in assembly. In other kernels the compiler
    /// decides this, and it suffices that none of the jumps depends on loaded data.
    pub(super) loop_counters: Option<usize>,
    /// The arguments that point to pointers and lengths, which are public: arrays that describe several messages.
    pub(super) public: &'static [Register],
}

/// Returns the name of a method of a kernel with the SHA extensions, which is that of the `impl` block.
macro_rules! sha_ni {
    ($hash:literal $module:literal $Compression:literal $Token:literal, $method:literal) => {
        concat!(
            "carnelian::hash::",
            $hash,
            "::",
            $module,
            "::<impl carnelian::hash::arithmetic::half_words::Kernel<carnelian::hash::",
            $hash,
            "::compression::",
            $Compression,
            "> for carnelian::base::cpu::",
            $Token,
            ">::",
            $method
        )
    };
    ("sha1", $method:literal) => { sha_ni!("sha1" "x86_sha_ni" "Sha1Compression" "ShaNi", $method) };
    ("sha256", $method:literal) => { sha_ni!("sha256" "x86_sha_ni" "Sha256Compression" "ShaNi", $method) };
}

/// Returns the same for CPUs without AVX2.
macro_rules! sse_sha_ni {
    ("lanes", $method:literal) => {
        concat!(
            "carnelian::hash::sha256::transposed::x86_sse_sha_ni::<impl ",
            "carnelian::hash::sha256::transposed::x86_sha_ni::Pairs for carnelian::base::cpu::SseShaNi>::",
            $method
        )
    };
    ("sha1", $method:literal) => { sha_ni!("sha1" "x86_sse_sha_ni" "Sha1Compression" "SseShaNi", $method) };
    ("sha256", $method:literal) => { sha_ni!("sha256" "x86_sse_sha_ni" "Sha256Compression" "SseShaNi", $method) };
}

/// All kernels that are checked as a whole.
pub(super) const KERNELS: &[Kernel] = &[
    assembly("edwards25519/product-x8", "avx2-fma", "carnelian::curve::curve25519::lanes::fe_5x51_avx2::write_product"),
    assembly("edwards25519/square-x8", "avx2-fma", "carnelian::curve::curve25519::lanes::fe_5x51_avx2::write_square"),
    assembly("edwards25519/inverse", "portable64", "carnelian::curve::arithmetic::divsteps::x86_64::divsteps_60"),
    Kernel {
        loop_counters: None,
        ..assembly(
            "edwards25519/double",
            "avx2-fma",
            "carnelian::curve::curve25519::bmi2::x86_bmi2_point::double_times",
        )
    },
    looped("keccak/permute", "avx512", "carnelian::hash::keccak::x86_avx512_lanes_assembly::permute_x1"),
    looped("keccak/permute-x4", "avx512", "carnelian::hash::keccak::x86_avx512_lanes_assembly::permute_x4"),
    looped("keccak/permute-x8", "avx512", "carnelian::hash::keccak::x86_avx512_lanes_assembly::permute_x8"),
    stepping("keccak/steps-x4", "avx512", "carnelian::hash::keccak::x86_avx512_lanes_assembly::steps_x4"),
    stepping("keccak/steps-x8", "avx512", "carnelian::hash::keccak::x86_avx512_lanes_assembly::steps_x8"),
    looped("salsa20/block", "avx2", "carnelian::cipher::salsa20::x86_bmi2::xor_block"),
    looped("xsalsa20/hsalsa20", "avx2", "carnelian::cipher::salsa20::x86_bmi2::hsalsa20"),
    with_sha("sha1/compress", sha_ni!("sha1", "compress_end::"), &[]),
    with_sha("sha1/compress-x2", sha_ni!("sha1", "compress_x2::"), &[Register::RDI, Register::RSI]),
    of_sse(with_sha("sha1/compress", sse_sha_ni!("sha1", "compress_end::"), &[])),
    of_sse(with_sha("sha1/compress-x2", sse_sha_ni!("sha1", "compress_x2::"), &[Register::RDI, Register::RSI])),
    with_sha("sha256/compress", sha_ni!("sha256", "compress_end::"), &[]),
    with_sha("sha256/compress-x2", sha_ni!("sha256", "compress_x2::"), &[Register::RDI, Register::RSI]),
    with_sha("sha256/compress-lanes", "carnelian::hash::sha256::transposed::x86_sha_ni::compress_lanes", &[]),
    with_sha(
        "sha256/iterate-lanes",
        "carnelian::hash::sha256::transposed::x86_sha_ni::iterate_lanes",
        &[Register::RSI],
    ),
    of_sse(with_sha("sha256/compress", sse_sha_ni!("sha256", "compress_end::"), &[])),
    of_sse(with_sha("sha256/compress-x2", sse_sha_ni!("sha256", "compress_x2::"), &[Register::RDI, Register::RSI])),
    of_sse(with_sha("sha256/compress-lanes", sse_sha_ni!("lanes", "compress_lanes::"), &[])),
    of_sse(with_sha("sha256/iterate-lanes", sse_sha_ni!("lanes", "iterate_lanes::"), &[Register::RSI])),
    ordered("avx2", "carnelian::hash::sha512::x86_avx2::"),
    ordered("avx512", "carnelian::hash::sha512::x86_avx512::"),
];

const fn assembly(operation: &'static str, backend: &'static str, name: &'static str) -> Kernel {
    Kernel { operation, backend, functions: Functions::Called(name), loop_counters: Some(0), public: &[] }
}

/// Returns a kernel in assembly that is one loop.
const fn looped(operation: &'static str, backend: &'static str, name: &'static str) -> Kernel {
    Kernel { loop_counters: Some(1), ..assembly(operation, backend, name) }
}

/// Returns a kernel in assembly that jumps by the numbers of rounds and steps, and twice at a time by that of words.
const fn stepping(operation: &'static str, backend: &'static str, name: &'static str) -> Kernel {
    Kernel { loop_counters: Some(6), ..assembly(operation, backend, name) }
}

/// Returns whether the assembly of a file is that of naked functions, for which there are no line tables, and all of them
/// are listed as kernels.
pub(super) fn is_all_of_kernels(file: &str, text: &str) -> bool {
    let module = format!("carnelian::{}::", file.trim_end_matches(".rs").replace('/', "::"));
    let is_of_module =
        |kernel: &&Kernel| matches!(kernel.functions, Functions::Called(name) if name.starts_with(&module));
    let (listed, naked) = (KERNELS.iter().filter(is_of_module).count(), text.matches("#[unsafe(naked)]").count());
    listed > 0 && listed == naked && text.matches("asm!(").count() == text.matches("naked_asm!(").count()
}

/// Returns a kernel with the SHA extensions, which neither valgrind nor MemorySanitizer supports.
const fn with_sha(operation: &'static str, module: &'static str, public: &'static [Register]) -> Kernel {
    Kernel { operation, backend: "sha-ni", functions: Functions::WithSha(module), loop_counters: None, public }
}

/// Returns a kernel with the SHA extensions as that for CPUs without AVX2.
const fn of_sse(kernel: Kernel) -> Kernel {
    Kernel { backend: "sse-sha-ni", ..kernel }
}

/// Returns a kernel whose order is fixed by `asm!` without instructions, which MemorySanitizer's build omits.
const fn ordered(backend: &'static str, module: &'static str) -> Kernel {
    let functions = Functions::WithCodeOf("hash/sha512/x86_stream.rs", module);
    Kernel { operation: "sha512/compress", backend, functions, loop_counters: None, public: &[] }
}
