//! Tests of the scan on machine code that is written out instruction by instruction.

use super::divisions::divides;
use super::flow::{self, Callee, Fault};
use super::image::{self, Image};
use super::listed::{Functions, Kernel};
use super::*;
use iced_x86::Register;

/// Returns a function at the given address; each part is an instruction.
fn code(name: &str, address: u64, instructions: &[&[u8]]) -> Function {
    image::function(name, address, &instructions.concat())
}

const LOAD_RAX: &[u8] = &[0x48, 0x8b, 0x07]; // mov rax, [rdi]
const USE_RAX: &[u8] = &[0x48, 0x8b, 0x14, 0x06]; // mov rdx, [rsi + rax]
const USE_RCX: &[u8] = &[0x48, 0x8b, 0x14, 0x0e]; // mov rdx, [rsi + rcx]
const CLEAR_RAX: &[u8] = &[0x31, 0xc0]; // xor eax, eax
const DIV_RCX: &[u8] = &[0x48, 0xf7, 0xf1]; // div rcx
const RET: &[u8] = &[0xc3];

fn faults(instructions: &[&[u8]]) -> Vec<(u64, Fault)> {
    followed(instructions, None, &[])
}

/// Returns the faults of a function in which every call has the effect `callee`.
fn followed(instructions: &[&[u8]], callee: Option<Callee>, public: &[Register]) -> Vec<(u64, Fault)> {
    let instructions = code("kernel", 0, instructions).instructions;
    flow::follow(&instructions, &|_| callee, public).faults.into_iter().collect()
}

/// The compiler keeps a loop counter on the stack and counts it down there, beside an array whose address it takes.
#[test]
fn a_counter_on_the_stack_is_public() {
    let take: &[u8] = &[0x48, 0x8d, 0x04, 0x14]; // lea rax, [rsp + rdx]
    let spill: &[u8] = &[0x48, 0x89, 0x54, 0x24, 0xf8]; // mov [rsp - 8], rdx
    let count: &[u8] = &[0x48, 0x83, 0x44, 0x24, 0xf8, 0xe0]; // add qword ptr [rsp - 8], -32
    let add_loaded: &[u8] = &[0x48, 0x01, 0x44, 0x24, 0xf8]; // add [rsp - 8], rax
    let fill: &[u8] = &[0x48, 0x8b, 0x44, 0x24, 0xf8]; // mov rax, [rsp - 8]
    let down: &[u8] = &[0x48, 0x8d, 0x44, 0x24, 0xf0]; // lea rax, [rsp - 16]
    assert_eq!(faults(&[down, take, spill, count, fill, USE_RAX, RET]), []);
    let with_data = faults(&[down, take, spill, LOAD_RAX, add_loaded, fill, USE_RAX, RET]);
    assert!(with_data.iter().any(|(_, fault)| *fault == Fault::Address));
}

#[test]
fn an_address_made_from_loaded_data_is_a_fault() {
    assert_eq!(faults(&[LOAD_RAX, USE_RAX, RET]), [(3, Fault::Address)]);
    assert_eq!(faults(&[LOAD_RAX, CLEAR_RAX, USE_RAX, RET]), []);
    let narrow_write: &[u8] = &[0xb0, 0x00]; // mov al, 0
    assert_eq!(faults(&[LOAD_RAX, narrow_write, USE_RAX, RET]), [(5, Fault::Address)]);
    let constant: &[u8] = &[0x48, 0x8b, 0x05, 0x00, 0x01, 0x00, 0x00]; // mov rax, [rip + 0x100]
    assert_eq!(faults(&[constant, USE_RAX, RET]), []);
}

#[test]
fn gathering_by_loaded_data_is_a_fault() {
    let load: &[u8] = &[0xc5, 0xfe, 0x6f, 0x07]; // vmovdqu ymm0, [rdi]
    let all: &[u8] = &[0xc5, 0xed, 0x76, 0xd2]; // vpcmpeqd ymm2, ymm2, ymm2
    let gather: &[u8] = &[0xc4, 0xe2, 0xed, 0x90, 0x0c, 0xc6]; // vpgatherdq ymm1, [rsi + xmm0*8], ymm2
    assert_eq!(faults(&[load, all, gather, RET]), [(8, Fault::Address)]);
    assert_eq!(faults(&[all, gather, RET]), []);
}

#[test]
fn the_stack_keeps_pointers_and_data_apart() {
    let enter: &[u8] = &[0x48, 0x83, 0xec, 0x10]; // sub rsp, 16
    let store_rax: &[u8] = &[0x48, 0x89, 0x44, 0x24, 0x08]; // mov [rsp + 8], rax
    let store_rsi: &[u8] = &[0x48, 0x89, 0x74, 0x24, 0x08]; // mov [rsp + 8], rsi
    let reload_rcx: &[u8] = &[0x48, 0x8b, 0x4c, 0x24, 0x08]; // mov rcx, [rsp + 8]
    let leave: &[u8] = &[0x48, 0x83, 0xc4, 0x10]; // add rsp, 16
    assert_eq!(faults(&[enter, LOAD_RAX, store_rax, reload_rcx, USE_RCX, leave, RET]), [(17, Fault::Address)]);
    assert_eq!(faults(&[enter, LOAD_RAX, store_rax, store_rsi, reload_rcx, USE_RCX, leave, RET]), []);
    let (push_rax, pop_rcx): (&[u8], &[u8]) = (&[0x50], &[0x59]);
    assert_eq!(faults(&[LOAD_RAX, push_rax, pop_rcx, USE_RCX, RET]), [(5, Fault::Address)]);
    let push_rsi: &[u8] = &[0x56];
    assert_eq!(faults(&[LOAD_RAX, push_rsi, pop_rcx, USE_RCX, RET]), []);
}

#[test]
fn data_comes_round_a_loop() {
    let use_rax: &[u8] = &[0x48, 0x8b, 0x0c, 0x06]; // mov rcx, [rsi + rax]
    let dec_rdx: &[u8] = &[0x48, 0xff, 0xca];
    let again: &[u8] = &[0x75, 0xf4]; // jne back to the load by rax
    assert_eq!(faults(&[CLEAR_RAX, use_rax, LOAD_RAX, dec_rdx, again, RET]), [(2, Fault::Address)]);
}

#[test]
fn a_jump_may_depend_on_a_counter_and_not_on_data() {
    let test_rax: &[u8] = &[0x48, 0x85, 0xc0];
    let skip: &[u8] = &[0x74, 0x03]; // je over one instruction
    let inc_rdx: &[u8] = &[0x48, 0xff, 0xc2];
    assert_eq!(faults(&[LOAD_RAX, test_rax, skip, inc_rdx, RET]), [(6, Fault::Jump)]);

    let add: &[u8] = &[0x48, 0x03, 0x07]; // add rax, [rdi]
    let carry: &[u8] = &[0x48, 0x83, 0xd0, 0x00]; // adc rax, 0
    let dec_rsi: &[u8] = &[0x48, 0xff, 0xce]; // sets all flags but the carry, which data has set
    let again: &[u8] = &[0x75, 0xf4]; // jne
    let counted = code("kernel", 0, &[CLEAR_RAX, add, carry, dec_rsi, again, RET]);
    let faults_with = |loop_counters| {
        let (functions, public) = (Functions::Called("kernel"), &[]);
        let kernel = Kernel { operation: "", backend: "", functions, loop_counters, public };
        kernels::faults(&Image::default(), &counted, &kernel)
    };
    assert_eq!(faults_with(Some(1)), [""; 0]);
    assert_eq!(faults_with(None), [""; 0]);
    assert_eq!(faults_with(Some(0)).len(), 1, "a loop that is not listed");
    assert_eq!(faults_with(Some(2)).len(), 1, "a listed loop that is not there");
    let again_by_carry: &[u8] = &[0x72, 0xf4]; // jb
    assert_eq!(faults(&[CLEAR_RAX, add, carry, dec_rsi, again_by_carry, RET]), [(12, Fault::Jump)]);
}

#[test]
fn a_kernel_does_not_leave_itself() {
    let far_jump: &[u8] = &[0xeb, 0x40];
    assert_eq!(faults(&[far_jump]), [(0, Fault::Elsewhere)]);
    let call: &[u8] = &[0xe8, 0x00, 0x10, 0x00, 0x00];
    assert_eq!(faults(&[call, RET]), [(0, Fault::Elsewhere)]);
    assert_eq!(faults(&[CLEAR_RAX]), [(0, Fault::Elsewhere)], "runs off its end");
}

#[test]
fn calls_are_followed_as_far_as_it_is_known_what_they_do() {
    let call: &[u8] = &[0xff, 0x15, 0xf2, 0x0f, 0x00, 0x00]; // call [rip + 0xff2]
    let memory = |instructions: &[&[u8]]| followed(instructions, Some(Callee::Memory), &[]);
    assert_eq!(memory(&[call, LOAD_RAX, USE_RAX, RET]), [(9, Fault::Address)]);
    assert_eq!(memory(&[LOAD_RAX, call, USE_RAX, RET]), [], "memset returns a pointer");
    let load_rdx: &[u8] = &[0x48, 0x8b, 0x17]; // mov rdx, [rdi]
    assert_eq!(memory(&[load_rdx, call, RET]), [(3, Fault::Address)], "a length that was loaded");
    assert_eq!(followed(&[call, RET], None, &[]), [(0, Fault::Elsewhere)], "some other function");
    let checked = |instructions: &[&[u8]]| followed(instructions, Some(Callee::Checked), &[]);
    assert_eq!(checked(&[call, USE_RAX, RET]), [(6, Fault::Address)], "what it returns may be secret");
    assert_eq!(checked(&[call, RET]), []);
    assert_eq!(followed(&[call], Some(Callee::Diverges), &[]), [], "nothing comes after a panic");
    let jump_away: &[u8] = &[0x74, 0x40]; // je
    let test_rax: &[u8] = &[0x48, 0x85, 0xc0];
    assert_eq!(followed(&[LOAD_RAX, test_rax, jump_away, RET], Some(Callee::Diverges), &[]), [(6, Fault::Jump)]);
}

#[test]
fn what_a_pointer_may_have_changed_is_not_public() {
    let enter: &[u8] = &[0x48, 0x83, 0xec, 0x10]; // sub rsp, 16
    let store_rsi: &[u8] = &[0x48, 0x89, 0x74, 0x24, 0x08]; // mov [rsp + 8], rsi
    let take: &[u8] = &[0x48, 0x8d, 0x3c, 0x24]; // lea rdi, [rsp]
    let reload_rcx: &[u8] = &[0x48, 0x8b, 0x4c, 0x24, 0x08]; // mov rcx, [rsp + 8]
    let call: &[u8] = &[0xe8, 0x00, 0x10, 0x00, 0x00];
    let load: &[u8] = &[0x48, 0x8b, 0x11]; // mov rdx, [rcx]
    let found = |instructions: &[&[u8]]| followed(instructions, Some(Callee::Checked), &[]);
    assert_eq!(found(&[enter, store_rsi, call, reload_rcx, load, RET]), []);
    let store_zero: &[u8] = &[0x48, 0xc7, 0x44, 0x24, 0x08, 0, 0, 0, 0]; // mov qword [rsp + 8], 0
    assert_eq!(found(&[enter, store_zero, call, reload_rcx, load, RET]), []);
    assert_eq!(found(&[enter, store_zero, take, call, reload_rcx, load, RET]), [(27, Fault::Address)]);
    let spilled = &[enter, store_rsi, take, call, reload_rcx, load, RET];
    assert_eq!(found(spilled), [], "a slot of the compiler's own");
    let never_written = &[enter, reload_rcx, load, RET];
    assert_eq!(found(never_written), [(9, Fault::Address)]);
    let frame: &[u8] = &[0x48, 0x89, 0xe5]; // mov rbp, rsp
    let store_rax: &[u8] = &[0x48, 0x89, 0x45, 0x08]; // mov [rbp + 8], rax, which is where rsp + 8 is
    assert_eq!(found(&[enter, frame, store_rsi, LOAD_RAX, store_rax, reload_rcx, load, RET]), [(24, Fault::Address)]);
}

#[test]
fn an_argument_may_point_to_pointers() {
    let load_rcx: &[u8] = &[0x48, 0x8b, 0x4e, 0x08]; // mov rcx, [rsi + 8]
    let load_rdx: &[u8] = &[0x48, 0x8b, 0x11]; // mov rdx, [rcx]
    let use_rdx: &[u8] = &[0x48, 0x8b, 0x04, 0x16]; // mov rax, [rsi + rdx]
    let found = |instructions: &[&[u8]]| followed(instructions, None, &[Register::RSI]);
    assert_eq!(found(&[load_rcx, load_rdx, RET]), []);
    assert_eq!(found(&[load_rcx, load_rdx, use_rdx, RET]), [(7, Fault::Address)]);
    assert_eq!(followed(&[load_rcx, load_rdx, RET], None, &[]), [(4, Fault::Address)], "of which that is not said");
    let copy: &[u8] = &[0x48, 0x89, 0xf0]; // mov rax, rsi
    let load_by_copy: &[u8] = &[0x48, 0x8b, 0x48, 0x08]; // mov rcx, [rax + 8]
    assert_eq!(found(&[copy, load_by_copy, load_rdx, RET]), []);
}

#[test]
fn assembly_is_found_in_every_function_that_has_it() {
    const FILE: &str = "crates/carnelian/src/curve/new.rs";
    let test_rax: &[u8] = &[0x48, 0x85, 0xc0];
    let skip: &[u8] = &[0x74, 0x03]; // je over one instruction
    let inc_rdx: &[u8] = &[0x48, 0xff, 0xc2];
    let body: &[&[u8]] = &[LOAD_RAX, test_rax, skip, inc_rdx, RET];
    let functions = [(0x100, code("a", 0x100, body)), (0x200, code("b::<1>", 0x200, body))];
    let mut image = Image { functions: functions.into(), ..Image::default() };
    let rows = |image: &Image| assembly::row(image, Level::Release, "curve/new.rs").map(|row| row.details);
    assert!(rows(&image).is_err(), "there are no line tables");
    // The jump belongs to another file.
    image.lines = image.lines.with(0x103, 0x106, FILE).with(0x203, 0x206, FILE);
    assert_eq!(rows(&image).unwrap(), [""; 0]);
    image.lines = image.lines.with(0x106, 0x108, FILE);
    assert_eq!(rows(&image).unwrap().len(), 1);
    image.lines = image.lines.with(0x206, 0x208, FILE);
    assert_eq!(rows(&image).unwrap().len(), 2);
    image.lines = image.lines.with(0x300, 0x308, FILE);
    assert!(rows(&image).is_err(), "code outside all functions");
}

#[test]
fn addresses_are_followed_where_assembly_is_at_home() {
    const FILE: &str = "crates/carnelian/src/curve/new.rs";
    let by_rax: &[u8] = &[0x48, 0x8b, 0x10]; // mov rdx, [rax]
    let found = |name: &str| {
        let functions = [(0x100, code(name, 0x100, &[LOAD_RAX, by_rax, RET]))].into();
        let image = Image { functions, lines: lines::Lines::default().with(0x103, 0x106, FILE), ..Image::default() };
        assembly::row(&image, Level::Release, "curve/new.rs").unwrap().details.len()
    };
    assert_eq!((found("carnelian::curve::add"), found("carnelian::kdf::add")), (1, 0));
}

#[test]
fn assembly_that_the_scan_does_not_reach_is_found() {
    const FILE: &str = "crates/carnelian/src/curve/new.rs";
    let jump_rax: &[u8] = &[0xff, 0xe0];
    let functions = [(0x100, code("a", 0x100, &[jump_rax, LOAD_RAX, RET]))].into();
    let image = Image { functions, ..Image::default() };
    let image = Image { lines: lines::Lines::default().with(0x102, 0x105, FILE), ..image };
    let row = assembly::row(&image, Level::Release, "curve/new.rs").unwrap();
    assert_eq!((row.verdict, row.details.len()), (Verdict::Leak, 1));
}

#[test]
fn a_division_in_code_that_ours_calls_is_ours() {
    let call: &[u8] = &[0xe8, 0xfb, 0x0f, 0x00, 0x00]; // call 0x1000, from 0
    let image_with = |callee: &str, body: &[&[u8]]| {
        let ours = code("carnelian::hash::sha512::x86_avx2::compress", 0, &[call, RET]);
        let functions = [(0, ours), (0x1000, code(callee, 0x1000, body))].into();
        Image { functions, ..Image::default() }
    };
    let verdicts = |image: &Image| -> Vec<_> {
        let rows = divisions::find(image, Level::Release).rows(Level::Release).into_iter();
        rows.map(|row| (row.operation, row.backend, row.verdict)).collect()
    };
    let row = |verdict| [("hash::sha512".to_owned(), "avx2".to_owned(), verdict)];
    assert_eq!(verdicts(&image_with("core::num::reduce", &[DIV_RCX, RET])), row(Verdict::Leak));
    assert_eq!(verdicts(&image_with("core::num::reduce", &[CLEAR_RAX, RET])), row(Verdict::Clean));
    for panic in ["core::panicking::panic", "core::option::unwrap_failed", "core::slice::index::slice_index_fail"] {
        assert_eq!(verdicts(&image_with(panic, &[DIV_RCX, RET])), row(Verdict::Clean), "{panic}");
    }
    for computes in
        ["core::option::Option<T>::zip", "core::result::Result<T,E>::is_ok_and", "core::slice::index::range"]
    {
        assert_eq!(verdicts(&image_with(computes, &[DIV_RCX, RET])), row(Verdict::Leak), "{computes}");
    }
}

#[test]
fn a_division_under_a_foreign_name_is_ours_if_its_code_is() {
    let image_with = |name: &str, file: &str| {
        let functions = [(0x100, code(name, 0x100, &[LOAD_RAX, DIV_RCX, RET]))].into();
        let lines = lines::Lines::default().with(0x100, 0x103, file).with(0x103, 0x107, "library/core/src/num/mod.rs");
        Image { functions, lines, ..Image::default() }
    };
    let leaks = |name: &str, file: &str| -> Vec<_> {
        let rows = divisions::find(&image_with(name, file), Level::Release).rows(Level::Release).into_iter();
        rows.filter(|row| row.verdict == Verdict::Leak).map(|row| (row.operation, row.backend)).collect()
    };
    const JOB: &str = "<rayon_core::job::HeapJob<BODY> as rayon_core::job::Job>::execute";
    let is = |part: &str, backend: &str| vec![(part.to_owned(), backend.to_owned())];
    for (file, expected) in [
        ("crates/carnelian/src/postquantum/slhdsa/threads.rs", is("postquantum::slhdsa", "portable")),
        ("crates/carnelian/src/hash/sha512/x86_avx2.rs", is("hash::sha512", "avx2")),
        ("crates/carnelian/src/hash/hmac.rs", is("hash::hmac", "portable")),
        ("crates/drop-in/sodium/src/codecs.rs", is("sodium::codecs", "portable")),
        ("crates/carnelian-ctcheck/src/op/base/ct.rs", is("inlined::base", "portable")),
        ("crates/carnelian-ctcheck/src/op/planted/mod.rs", vec![]),
        ("crates/carnelian-ctcheck/src/list.rs", vec![]),
        ("library/std/src/io/mod.rs", vec![]),
    ] {
        assert_eq!(leaks(JOB, file), expected, "{file}");
    }
    assert_eq!(leaks("carnelian_ctcheck::list", "crates/carnelian/src/base/cpu.rs"), []);
}

#[test]
fn a_division_is_permitted_by_its_file_and_function_and_must_be_there() {
    let found = |file: &str, name: &str| {
        let functions = [(0x100, code(name, 0x100, &[DIV_RCX, RET]))].into();
        let lines = lines::Lines::default().with(0x100, 0x103, file);
        divisions::find(&Image { functions, lines, ..Image::default() }, Level::Release)
    };
    let leaks = |file: &str, name: &str| {
        found(file, name).rows(Level::Release).into_iter().any(|row| row.verdict == Verdict::Leak)
    };
    const SIGN: &str = "carnelian::postquantum::slhdsa::threads::sign";
    assert!(!leaks("library/core/src/slice/iter.rs", SIGN));
    assert!(leaks("crates/carnelian/src/postquantum/slhdsa/threads.rs", SIGN), "no chunks");
    assert!(leaks("", SIGN), "of unknown origin");
    let stale = found("library/core/src/slice/iter.rs", SIGN).needs_what_is_permitted(Level::Release).unwrap_err();
    assert!(stale.to_string().contains("euclid.rs"), "{stale}");
}

#[test]
fn every_kind_of_division_is_one() {
    let idiv: &[u8] = &[0xf7, 0xf9]; // idiv ecx
    let divsd: &[u8] = &[0xf2, 0x0f, 0x5e, 0xc1];
    let vsqrtpd: &[u8] = &[0xc5, 0xfd, 0x51, 0xc1];
    for division in [DIV_RCX, idiv, divsd, vsqrtpd] {
        assert!(divides(&code("", 0, &[division]).instructions[0]), "{division:x?}");
    }
    assert!(!divides(&code("", 0, &[LOAD_RAX]).instructions[0]));
}

#[test]
fn parts_are_named_by_their_modules() {
    let named = |name| part(&code(name, 0, &[RET]));
    let is = |part: &str, backend| Some((part.to_owned(), backend));
    assert_eq!(named("carnelian::hash::sha512::Hasher<_>::digest"), is("hash::sha512", "portable"));
    assert_eq!(named("carnelian::hash::sha512::x86_avx512::compress_x8::kernel"), is("hash::sha512", "avx512"));
    assert_eq!(named("<carnelian::hash::sha512::batch::Work as Drop>::drop"), is("hash::sha512", "portable"));
    assert_eq!(named("carnelian::cipher::block::aes::x86_sse_aes_ni::blocks"), is("cipher::block::aes", "sse"));
    assert_eq!(named("carnelian::cipher::block::keys::EncryptionKey<_>::new"), is("cipher::block", "portable"));
    assert_eq!(named("carnelian::base::ct::eq"), is("base::ct", "portable"));
    assert_eq!(named("carnelian_ctcheck::op::base::ct::select"), is("inlined::base", "portable"));
    for other in ["carnelian_ctcheck::op::planted::division", "carnelian_ctcheck::main", "core::fmt::write"] {
        assert_eq!(named(other), None);
    }
}

#[test]
fn a_primitive_without_code_is_found() {
    let library: Sources = ["lib.rs", "base/ct.rs", "encoding/oid.rs", "encoding/pem.rs", "hash/sha512/x86_avx2.rs"]
        .into_iter()
        .map(|file| (file.to_owned(), String::new()))
        .collect();
    let row = |(part, backend): (&str, &'static str)| judged((part.to_owned(), backend), Level::Release, vec![]);
    let is_there = |parts: &[(&str, &'static str)]| {
        let primitives = Primitives::new(library.keys().map(String::as_str), []);
        every_primitive_is_there(&library, &primitives, &parts.iter().copied().map(row).collect::<Vec<_>>()).is_ok()
    };
    assert!(is_there(&[("encoding::pem", "portable"), ("hash::sha512", "avx2")]));
    assert!(!is_there(&[("encoding::pem", "portable"), ("hash::sha512", "portable")]));
    assert!(!is_there(&[("inlined::encoding", "portable"), ("hash::sha512", "avx2")]));
}

#[test]
fn a_function_without_code_is_found_and_so_is_one_that_is_listed_and_has_code() {
    let library = |text: &str| -> Sources { [("hash/sha256/mod.rs".to_owned(), text.to_owned())].into() };
    let judged = |text: &str| {
        let found = reached::check(&Image::default(), Level::Release, &library(text), &Primitives::new([], []));
        found.expect_err("no code").to_string()
    };
    let missing = judged("pub fn verify(tag: &[u8]) -> Result<(), Error> { check(tag)?; Ok(()) }");
    assert!(missing.contains("hash/sha256/mod.rs:1: verify"), "{missing}");
    let stale = judged("pub fn verify(tag: &[u8]) -> Result<(), Error> { check(tag) }");
    assert!(stale.starts_with("at release: ") && stale.contains("PublicKeyFile::from_file"), "{stale}");
}

#[test]
fn frames_with_wide_vectors_are_aligned() {
    let align: &[u8] = &[0x48, 0x83, 0xe4, 0xc0]; // and rsp, -64
    let enter: &[u8] = &[0x48, 0x83, 0xec, 0x78]; // sub rsp, 120
    let spill_zmm: &[u8] = &[0x62, 0xf1, 0x7c, 0x48, 0x11, 0x44, 0x24, 0x01]; // vmovups [rsp + 64], zmm0
    let spill_ymm: &[u8] = &[0xc5, 0xfc, 0x11, 0x44, 0x24, 0x20]; // vmovups [rsp + 32], ymm0
    let frame = |instructions: &[&[u8]]| {
        let function = code("", 0, instructions);
        (frame::widest_vector(&function.instructions), frame::alignment(&function.instructions))
    };
    assert_eq!(frame(&[align, enter, spill_zmm, RET]), (Some(64), 64));
    assert_eq!(frame(&[enter, spill_ymm, RET]), (Some(32), 16));
    assert_eq!(frame(&[enter, LOAD_RAX, RET]), (None, 16));
}

#[test]
fn kernels_for_cpus_without_avx_have_none_of_it() {
    let legacy: &[u8] = &[0x66, 0x0f, 0xfe, 0xc1]; // paddd xmm0, xmm1
    let clear: &[u8] = &[0xc5, 0xf8, 0x77]; // vzeroupper
    let vex: &[u8] = &[0xc5, 0xf9, 0xfe, 0xc1]; // vpaddd xmm0, xmm0, xmm1
    let judged = |name: &str, instructions: &[&[u8]]| {
        let function = code(name, 0, &[instructions, &[RET]].concat());
        let image = Image { functions: [(0, function)].into(), ..Image::default() };
        kernels::nothing_of_avx_is_where_cpus_lack_it(&image)
    };
    let sse = "carnelian::cipher::block::aes::x86_sse_aes_ni::blocks::kernel";
    assert!(judged(sse, &[legacy]).is_ok());
    assert!(judged("carnelian::cipher::block::aes::x86_aes_ni::blocks::kernel", &[vex]).is_ok());
    for planted in [clear, vex] {
        let name = judged(sse, &[legacy, planted]).unwrap_err().to_string();
        assert!(name.contains("x86_sse_aes_ni"), "{name}");
    }
}

#[test]
fn the_sha_extensions_keep_away_from_avx() {
    const SHA_NI: &str = "carnelian::hash::sha256::x86_sha_ni::<impl carnelian::hash::arithmetic::half_words::Kernel<\
        carnelian::hash::sha256::compression::Sha256Compression> for carnelian::base::cpu::ShaNi>::";
    let clear: &[u8] = &[0xc5, 0xf8, 0x77]; // vzeroupper
    let rounds: &[u8] = &[0x0f, 0x38, 0xcb, 0xca]; // sha256rnds2 xmm1, xmm2
    let legacy: &[u8] = &[0x66, 0x0f, 0xfe, 0xc1]; // paddd xmm0, xmm1
    let vex: &[u8] = &[0xc5, 0xf9, 0xfe, 0xc1]; // vpaddd xmm0, xmm0, xmm1
    let evex: &[u8] = &[0x62, 0xf1, 0x7d, 0x48, 0xfe, 0xc1]; // vpaddd zmm0, zmm0, zmm1
    let judged = |name: &str, instructions: &[&[u8]]| {
        let kernels = ["compress_end", "compress_x2"].into_iter().zip([0x1000, 0x2000]).map(|(function, address)| {
            let name = format!("{SHA_NI}{function}::kernel");
            (address, code(&name, address, &[clear, rounds, RET]))
        });
        let mut image = Image { functions: kernels.collect(), ..Image::default() };
        image.functions.insert(0, code(name, 0, &[instructions, &[RET]].concat()));
        kernels::every_use_of_the_sha_extensions_is_listed(&image)
    };
    let kernel = &format!("{SHA_NI}compress_end::kernel");
    assert!(judged(kernel, &[clear, legacy, rounds, legacy]).is_ok());
    for planted in
        [&[rounds][..], &[rounds, clear], &[clear, vex, rounds], &[clear, rounds, vex], &[clear, evex, rounds]]
    {
        let name = judged(kernel, planted).unwrap_err().to_string();
        assert!(name.contains("sha256::x86_sha_ni"), "{name}");
    }
    assert!(judged("carnelian::hash::sha256::batch", &[clear, rounds]).is_err(), "no kernel that is listed");
}
