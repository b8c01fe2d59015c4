//! The scan against machine code that is written out, instruction by instruction.

use super::*;

/// A function at some address; the parts are instructions.
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
    flow::faults(&code("kernel", 0, instructions).instructions, &BTreeSet::new()).into_iter().collect()
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
    let faults_with = |loop_counters| kernel_faults(&counted, &BTreeSet::new(), loop_counters);
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
fn filling_memory_is_allowed_and_followed() {
    let call: &[u8] = &[0xff, 0x15, 0xf2, 0x0f, 0x00, 0x00]; // call [rip + 0xff2]
    let followed = |instructions: &[&[u8]], pointer| -> Vec<_> {
        let function = code("kernel", 0, instructions);
        flow::faults(&function.instructions, &BTreeSet::from([pointer])).into_iter().collect()
    };
    assert_eq!(followed(&[call, LOAD_RAX, USE_RAX, RET], 0xff8), [(9, Fault::Address)]);
    assert_eq!(followed(&[LOAD_RAX, call, USE_RAX, RET], 0xffb), [], "memset returns a pointer");
    let load_rdx: &[u8] = &[0x48, 0x8b, 0x17]; // mov rdx, [rdi]
    assert_eq!(followed(&[load_rdx, call, RET], 0xffb), [(3, Fault::Address)], "a length that was loaded");
    assert_eq!(followed(&[call, RET], 0x1000), [(0, Fault::Elsewhere)], "some other function");
}

#[test]
fn a_division_in_code_that_ours_calls_is_ours() {
    let call: &[u8] = &[0xe8, 0xfb, 0x0f, 0x00, 0x00]; // call 0x1000, from 0
    let image_with = |callee: &str, body: &[&[u8]]| {
        let ours = code("carnelian::hash::sha512::x86_avx2::compress", 0, &[call, RET]);
        let functions = [(0, ours), (0x1000, code(callee, 0x1000, body))].into();
        Image { functions, memset: BTreeSet::new() }
    };
    let verdicts = |image: &Image| -> Vec<_> {
        let rows = division_rows(image, Level::Release).into_iter();
        rows.map(|row| (row.operation, row.backend, row.verdict)).collect()
    };
    let row = |verdict| [("hash::sha512".to_owned(), "avx2".to_owned(), verdict)];
    assert_eq!(verdicts(&image_with("core::num::reduce", &[DIV_RCX, RET])), row(Verdict::Leak));
    assert_eq!(verdicts(&image_with("core::num::reduce", &[CLEAR_RAX, RET])), row(Verdict::Clean));
    assert_eq!(verdicts(&image_with("core::panicking::panic", &[DIV_RCX, RET])), row(Verdict::Clean));
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
    assert_eq!(named("carnelian::base::ct::eq"), is("base::ct", "portable"));
    assert_eq!(named("carnelian_ctcheck::op::ct::select"), is("inlined::ct", "portable"));
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
        every_primitive_is_there(&library, &parts.iter().copied().map(row).collect::<Vec<_>>()).is_ok()
    };
    assert!(is_there(&[("encoding::pem", "portable"), ("hash::sha512", "avx2")]));
    assert!(!is_there(&[("encoding::pem", "portable"), ("hash::sha512", "portable")]));
    assert!(!is_there(&[("inlined::encoding", "portable"), ("hash::sha512", "avx2")]));
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
fn the_sha_extensions_keep_away_from_avx() {
    let clear: &[u8] = &[0xc5, 0xf8, 0x77]; // vzeroupper
    let rounds: &[u8] = &[0x0f, 0x38, 0xcb, 0xca]; // sha256rnds2 xmm1, xmm2
    let legacy: &[u8] = &[0x66, 0x0f, 0xfe, 0xc1]; // paddd xmm0, xmm1
    let vex: &[u8] = &[0xc5, 0xf9, 0xfe, 0xc1]; // vpaddd xmm0, xmm0, xmm1
    let evex: &[u8] = &[0x62, 0xf1, 0x7d, 0x48, 0xfe, 0xc1]; // vpaddd zmm0, zmm0, zmm1
    let judged = |instructions: &[&[u8]]| {
        let kernel = code("carnelian::hash::sha256::x86_sha_ni::compress::kernel", 0, &[instructions, &[RET]].concat());
        sha_extensions_keep_away_from_avx(&Image { functions: [(0, kernel)].into(), memset: BTreeSet::new() })
    };
    assert!(judged(&[clear, legacy, rounds, legacy]).is_ok());
    for planted in
        [&[rounds][..], &[rounds, clear], &[clear, vex, rounds], &[clear, rounds, vex], &[clear, evex, rounds]]
    {
        let name = judged(planted).unwrap_err().to_string();
        assert!(name.contains("sha256::x86_sha_ni"), "{name}");
    }
    assert!(judged(&[clear, legacy]).is_err(), "a program without SHA-256");
}
