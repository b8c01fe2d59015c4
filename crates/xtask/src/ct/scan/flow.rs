//! Follows data from memory through a function to the addresses and jumps that depend on it.
//!
//! What a function loads from memory may be secret; what it is given in registers and on the stack is pointers and
//! lengths, and so is what it computes from these. Constants of the program (addressed relative to rip) are public. A
//! stack slot holds what was last stored in it. The one function that may be called is the C library's `memset`.

use iced_x86::{
    EncodingKind, FlowControl, Instruction, InstructionInfo, InstructionInfoFactory, Mnemonic, OpAccess, Register,
    RflagsBits, UsedMemory,
};
use std::collections::{BTreeMap, BTreeSet};

/// Something that a kernel may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// An address is computed from loaded data.
    Address,
    /// A conditional jump depends on loaded data.
    Jump,
    /// Control goes where the scan does not follow.
    Elsewhere,
}

/// The faults of a function, by the address of the instruction. `memset` says where the address of that function lies.
pub(super) fn faults(instructions: &[Instruction], memset: &BTreeSet<u64>) -> BTreeSet<(u64, Fault)> {
    let index: BTreeMap<u64, usize> = instructions.iter().enumerate().map(|(i, next)| (next.ip(), i)).collect();
    let mut factory = InstructionInfoFactory::new();
    let mut faults = BTreeSet::new();
    let mut before: Vec<Option<State>> = vec![None; instructions.len()];
    let mut pending = vec![(0, State::default())];
    while let Some((at, arriving)) = pending.pop() {
        let more = match &mut before[at] {
            Some(known) => known.join(&arriving),
            unknown => unknown.insert(arriving.clone()) == &arriving,
        };
        let (Some(mut state), true) = (before[at].clone(), more) else { continue };
        let instruction = &instructions[at];
        let fills = instruction.is_call_near_indirect()
            && instruction.is_ip_rel_memory_operand()
            && memset.contains(&instruction.ip_rel_memory_address());
        let seen = if fills { state.fill() } else { state.step(instruction, factory.info(instruction)) };
        faults.extend(seen.into_iter().map(|fault| (instruction.ip(), fault)));
        let next = if fills {
            index.get(&instruction.next_ip()).map(|next| vec![*next])
        } else {
            successors(instruction, &index)
        };
        match next {
            Some(next) => pending.extend(next.into_iter().map(|next| (next, state.clone()))),
            None => drop(faults.insert((instruction.ip(), Fault::Elsewhere))),
        }
    }
    faults
}

/// The instructions that may come next; `None` if one of them lies outside the function.
fn successors(instruction: &Instruction, index: &BTreeMap<u64, usize>) -> Option<Vec<usize>> {
    let (falls_through, jumps) = match instruction.flow_control() {
        FlowControl::Next | FlowControl::Interrupt => (true, false),
        FlowControl::ConditionalBranch => (true, true),
        FlowControl::UnconditionalBranch => (false, true),
        FlowControl::Return | FlowControl::Exception => (false, false),
        FlowControl::Call | FlowControl::IndirectCall | FlowControl::IndirectBranch | FlowControl::XbeginXabortXend => {
            return None;
        }
    };
    let mut next = Vec::new();
    if falls_through {
        next.push(*index.get(&instruction.next_ip())?);
    }
    if jumps {
        next.push(*index.get(&instruction.near_branch_target())?);
    }
    Some(next)
}

/// What may hold loaded data before an instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct State {
    /// One bit for each register and flag.
    registers: u64,
    /// The stack in pieces of eight bytes, counted from where rsp points at the start.
    slots: BTreeSet<i64>,
    /// How far rsp has moved since.
    rsp: i64,
}

impl State {
    /// Adds what `other` has; says whether that was more.
    fn join(&mut self, other: &Self) -> bool {
        let more = !self.includes(other);
        self.registers |= other.registers;
        self.slots.extend(&other.slots);
        more
    }

    fn includes(&self, other: &Self) -> bool {
        other.registers & !self.registers == 0 && other.slots.is_subset(&self.slots)
    }

    /// Carries out one instruction.
    fn step(&mut self, instruction: &Instruction, info: &InstructionInfo) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut loaded = false;
        for memory in info.used_memory() {
            if (bit(memory.base()) | bit(memory.index())) & self.registers != 0 {
                faults.push(Fault::Address);
            }
            loaded |= reads(memory.access()) && self.memory_is_loaded(instruction, memory);
        }
        let sources = info.used_registers().iter().filter(|used| reads(used.access()));
        let sources = sources.fold(flags(instruction.rflags_read()), |sources, used| sources | bit(used.register()));
        loaded |= self.registers & sources != 0;
        if loaded && instruction.flow_control() == FlowControl::ConditionalBranch {
            faults.push(Fault::Jump);
        }

        for used in info.used_registers().iter().filter(|used| writes(used.access())) {
            self.write(bit(used.register()), loaded, replaces(instruction, used.register(), used.access()));
        }
        self.write(flags(instruction.rflags_modified()), loaded, true);
        for memory in info.used_memory().iter().filter(|memory| writes(memory.access())) {
            self.store(memory, loaded);
        }
        self.rsp += stack_pointer_step(instruction);
        faults
    }

    /// Carries out a call of `memset`. Of the registers it leaves the callee's own as they were and nothing in the
    /// others; what it writes is not looked at.
    fn fill(&mut self) -> Vec<Fault> {
        const SAVED: [Register; 6] =
            [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];
        let (place, length) = (bit(Register::RDI), bit(Register::RDX));
        let fault = self.registers & (place | length) != 0;
        self.registers &= SAVED.into_iter().fold(0, |saved, register| saved | bit(register));
        if fault { vec![Fault::Address] } else { vec![] }
    }

    fn write(&mut self, bits: u64, loaded: bool, replaces: bool) {
        if loaded {
            self.registers |= bits;
        } else if replaces {
            self.registers &= !bits;
        }
    }

    fn memory_is_loaded(&self, instruction: &Instruction, memory: &UsedMemory) -> bool {
        if instruction.is_ip_rel_memory_operand() {
            return false;
        }
        match self.slots_of(memory) {
            Some(mut slots) => slots.any(|slot| self.slots.contains(&slot)),
            None => true,
        }
    }

    /// The pieces of the stack that an operand covers; `None` if it lies elsewhere, or nowhere in particular.
    fn slots_of(&self, memory: &UsedMemory) -> Option<std::ops::RangeInclusive<i64>> {
        if memory.base() != Register::RSP || memory.index() != Register::None {
            return None;
        }
        let start = self.rsp + memory.displacement().cast_signed();
        let end = start + memory.memory_size().size().max(1) as i64;
        Some(start.div_euclid(8)..=(end - 1).div_euclid(8))
    }

    /// A slot that is overwritten with something public is public again if it is overwritten as a whole.
    fn store(&mut self, memory: &UsedMemory, loaded: bool) {
        let whole = memory.memory_size().size() >= 8 && memory.displacement().is_multiple_of(8);
        for slot in self.slots_of(memory).into_iter().flatten() {
            if loaded {
                self.slots.insert(slot);
            } else if whole {
                self.slots.remove(&slot);
            }
        }
    }
}

/// How far an instruction moves rsp by an amount that it names. Aligning it moves nothing here: what lies above is not
/// looked at again before the function ends.
fn stack_pointer_step(instruction: &Instruction) -> i64 {
    if instruction.op0_register() != Register::RSP {
        return i64::from(instruction.stack_pointer_increment());
    }
    match instruction.mnemonic() {
        Mnemonic::Add => instruction.immediate(1).cast_signed(),
        Mnemonic::Sub => -instruction.immediate(1).cast_signed(),
        _ => i64::from(instruction.stack_pointer_increment()),
    }
}

/// 16 integer, 32 vector, 8 mask registers, six flags.
fn bit(register: Register) -> u64 {
    let full = register.full_register();
    match full {
        // Moving the stack pointer does not make an address of data.
        Register::None | Register::RSP | Register::RIP => 0,
        _ if full.is_gpr() => 1 << full.number(),
        _ if full.is_vector_register() => 1 << (16 + full.number()),
        _ if full.is_k() => 1 << (48 + full.number()),
        _ => 0,
    }
}

fn flags(rflags: u32) -> u64 {
    const STATUS: u32 =
        RflagsBits::OF | RflagsBits::SF | RflagsBits::ZF | RflagsBits::AF | RflagsBits::CF | RflagsBits::PF;
    const _: () = assert!(STATUS < 1 << 6);
    u64::from(rflags & STATUS) << 56
}

/// Whether nothing of what the register held before is left in it.
fn replaces(instruction: &Instruction, register: Register, access: OpAccess) -> bool {
    let whole = if register.is_vector_register() {
        instruction.encoding() != EncodingKind::Legacy || zeroes(instruction)
    } else {
        !register.is_gpr() || register.size() >= 4
    };
    whole && matches!(access, OpAccess::Write | OpAccess::ReadWrite)
}

fn zeroes(instruction: &Instruction) -> bool {
    matches!(instruction.mnemonic(), Mnemonic::Pxor | Mnemonic::Xorps | Mnemonic::Xorpd)
        && instruction.op0_register() == instruction.op1_register()
}

fn reads(access: OpAccess) -> bool {
    matches!(access, OpAccess::Read | OpAccess::CondRead | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}

fn writes(access: OpAccess) -> bool {
    matches!(access, OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite)
}
