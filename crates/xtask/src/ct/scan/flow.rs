//! Tracks data from memory through a function to the addresses and jumps that depend on it.
//!
//! Values loaded from memory may be secret. Values that the function receives in registers and on the stack are
//! pointers and lengths, which are public, and so are values computed from them. Constants of the program (addressed
//! relative to rip) are public. So is the memory that an argument points to, if the argument is declared so: it
//! contains pointers and lengths as well. A stack slot is public if the last value stored in it was public and nothing
//! else can have been written to it since. At and above the lowest stack address that the function takes, other
//! pointers may have written; there, only the compiler's own slots can be public: those that are only ever written from
//! whole registers and read into whole registers.

use iced_x86::{
    EncodingKind, FlowControl, Instruction, InstructionInfo, InstructionInfoFactory, Mnemonic, OpAccess, OpKind,
    Register, RflagsBits, UsedMemory,
};
use std::collections::{BTreeMap, BTreeSet};

/// A fault: something that a kernel must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fault {
    /// An address is computed from loaded data.
    Address,
    /// A conditional jump depends on loaded data.
    Jump,
    /// Control leaves the code that the scan follows.
    Elsewhere,
}

/// The effect of a called function, as far as it matters to the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// Writes memory; the address and length are in rdi, rsi and rdx, which must be public.
    Memory,
    /// Returns a pointer to new memory, or nothing.
    Allocates,
    /// Does not return: it panics.
    Diverges,
    /// Code that is checked separately; its return value may be secret.
    Checked,
}

/// The results for a function.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// The faults, by the address of the instruction.
    pub(super) faults: BTreeSet<(u64, Fault)>,
    /// The addresses of the reachable instructions.
    pub(super) reached: BTreeSet<u64>,
}

/// Analyzes a function. `callee` returns the effect of a call or of a jump out of the function, or `None` if that is
/// unknown; `public` lists the arguments that point to public memory.
pub(super) fn follow(
    instructions: &[Instruction],
    callee: &dyn Fn(&Instruction) -> Option<Callee>,
    public: &[Register],
) -> Found {
    let index: BTreeMap<u64, usize> = instructions.iter().enumerate().map(|(i, next)| (next.ip(), i)).collect();
    let mut factory = InstructionInfoFactory::new();
    let mut found = Found::default();
    let mut before: Vec<Option<State>> = vec![None; instructions.len()];
    let places = Places::of(instructions, &index);
    let points_to_public = public.iter().fold(0, |set, of| set | bit(*of));
    let start = State { registers: 0, points_to_public, slots: BTreeMap::new(), rsp: 0, frame: None, places: &places };
    let mut pending = vec![(0, start)];
    while let Some((at, arriving)) = pending.pop() {
        let more = match &mut before[at] {
            Some(known) => known.join(&arriving),
            unknown => unknown.insert(arriving.clone()) == &arriving,
        };
        let (Some(mut state), true) = (before[at].clone(), more) else { continue };
        let instruction = &instructions[at];
        found.reached.insert(instruction.ip());
        let leads_to = if leaves(instruction, &index) { callee(instruction) } else { None };
        let seen = match leads_to {
            Some(Callee::Memory) => state.call(&[Register::RDI, Register::RSI, Register::RDX], false),
            Some(Callee::Allocates) => state.call(&[], false),
            Some(Callee::Checked) => state.call(&[], true),
            _ => state.step(instruction, factory.info(instruction)),
        };
        found.faults.extend(seen.into_iter().map(|fault| (instruction.ip(), fault)));
        match successors(instruction, leads_to, &index) {
            Some(next) => pending.extend(next.into_iter().map(|next| (next, state.clone()))),
            None => drop(found.faults.insert((instruction.ip(), Fault::Elsewhere))),
        }
    }
    found
}

/// Returns whether an instruction may leave the function other than by returning.
fn leaves(instruction: &Instruction, index: &BTreeMap<u64, usize>) -> bool {
    match instruction.flow_control() {
        FlowControl::Call | FlowControl::IndirectCall | FlowControl::IndirectBranch => true,
        FlowControl::UnconditionalBranch | FlowControl::ConditionalBranch => {
            !index.contains_key(&instruction.near_branch_target())
        }
        _ => false,
    }
}

/// Returns the instructions that may come next, or `None` if one of them is outside the code that the scan follows. A
/// jump to code that is checked separately is a tail call: it returns to the caller's caller.
fn successors(instruction: &Instruction, leads_to: Option<Callee>, index: &BTreeMap<u64, usize>) -> Option<Vec<usize>> {
    let next = || index.get(&instruction.next_ip()).copied();
    let is_call = instruction.is_call_near() || instruction.is_call_near_indirect();
    match (instruction.flow_control(), leads_to) {
        (FlowControl::ConditionalBranch, Some(_)) => Some(vec![next()?]),
        (_, Some(Callee::Diverges)) => Some(vec![]),
        (_, Some(_)) if is_call => Some(vec![next()?]),
        (_, Some(_)) => Some(vec![]),
        (FlowControl::Next | FlowControl::Interrupt, None) => Some(vec![next()?]),
        (FlowControl::ConditionalBranch, None) => Some(vec![next()?, *index.get(&instruction.near_branch_target())?]),
        (FlowControl::UnconditionalBranch, None) => Some(vec![*index.get(&instruction.near_branch_target())?]),
        (FlowControl::Return | FlowControl::Exception, None) => Some(vec![]),
        _ => None,
    }
}

/// The use of the stack by a function as a whole.
#[derive(Debug, PartialEq, Eq)]
struct Places {
    /// The lowest stack address that it takes, or to which it adds an index, relative to rsp at entry. The stack
    /// between there and the end of the frame may be written through pointers.
    taken: i64,
    /// The slots that are only ever written from whole registers and read into whole registers, or counted in.
    own: BTreeSet<i64>,
}

impl Places {
    fn of(instructions: &[Instruction], index: &BTreeMap<u64, usize>) -> Self {
        let (mut taken, mut own, mut other) = (0, BTreeSet::new(), BTreeSet::new());
        let mut factory = InstructionInfoFactory::new();
        for (instruction, rsp) in instructions.iter().zip(depths(instructions, index)) {
            let Some(rsp) = rsp else { continue };
            let mnemonic = instruction.mnemonic();
            let is_frame_pointer = instruction.op0_register() == Register::RBP;
            if mnemonic == Mnemonic::Mov && instruction.op1_register() == Register::RSP && !is_frame_pointer {
                taken = taken.min(rsp);
            }
            if instruction.memory_base() != Register::RSP {
                continue;
            }
            let place = rsp + instruction.memory_displacement64().cast_signed();
            let takes = mnemonic == Mnemonic::Lea && instruction.op0_register() != Register::RSP;
            if takes || instruction.memory_index() != Register::None {
                taken = taken.min(place);
            }
            let register =
                [instruction.op0_register(), instruction.op1_register()].into_iter().find(|of| of.is_gpr64());
            let moves = mnemonic == Mnemonic::Mov && register.is_some() && place % 8 == 0;
            let memory = factory.info(instruction).used_memory().first().map_or(8, |used| used.memory_size().size());
            let slots = place.div_euclid(8)..=(place + memory.max(1) as i64 - 1).div_euclid(8);
            let counts = counts(instruction) && memory == 8 && place % 8 == 0;
            if moves || counts { own.extend(slots) } else { other.extend(slots) }
        }
        Self { taken, own: &own - &other }
    }

    /// Returns whether only the function's own stores write to a slot.
    fn are_own(&self, slot: i64) -> bool {
        8 * slot < self.taken || self.own.contains(&slot)
    }
}

/// Returns whether an instruction adds a constant to memory, as the compiler does to a loop counter for which it has no
/// register.
fn counts(instruction: &Instruction) -> bool {
    let by_one = matches!(instruction.mnemonic(), Mnemonic::Inc | Mnemonic::Dec);
    let by_constant = matches!(instruction.mnemonic(), Mnemonic::Add | Mnemonic::Sub)
        && instruction.op1_kind() != OpKind::Register
        && instruction.op1_kind() != OpKind::Memory;
    instruction.op0_kind() == OpKind::Memory && (by_one || by_constant)
}

/// Returns how far rsp has moved before each instruction, as far as jumps within the function determine that.
fn depths(instructions: &[Instruction], index: &BTreeMap<u64, usize>) -> Vec<Option<i64>> {
    let mut depths = vec![None; instructions.len()];
    let mut pending = vec![(0, 0)];
    while let Some((at, rsp)) = pending.pop() {
        if depths[at].is_some() {
            continue;
        }
        depths[at] = Some(rsp);
        let instruction = &instructions[at];
        let is_call = instruction.is_call_near() || instruction.is_call_near_indirect();
        let after = if is_call { rsp } else { rsp + stack_pointer_step(instruction) };
        let flow = instruction.flow_control();
        if !matches!(flow, FlowControl::Return | FlowControl::UnconditionalBranch | FlowControl::IndirectBranch) {
            pending.extend(index.get(&instruction.next_ip()).map(|next| (*next, after)));
        }
        if matches!(flow, FlowControl::ConditionalBranch | FlowControl::UnconditionalBranch) {
            pending.extend(index.get(&instruction.near_branch_target()).map(|next| (*next, after)));
        }
    }
    depths
}

/// The state before an instruction: what may hold loaded data.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State<'a> {
    /// One bit for each register and flag that may hold loaded data.
    registers: u64,
    /// The registers that point to public memory. None of these holds loaded data.
    points_to_public: u64,
    /// The public slots of the function's own stack, in units of eight bytes relative to rsp at entry; and whether each
    /// points to public memory.
    slots: BTreeMap<i64, bool>,
    /// How far rsp has moved since entry, and the address in rbp as long as it points to the frame.
    rsp: i64,
    frame: Option<i64>,
    places: &'a Places,
}

impl State<'_> {
    /// Merges the state `other`. Returns whether this state changed.
    fn join(&mut self, other: &Self) -> bool {
        let before = (self.registers, self.points_to_public, self.slots.clone(), self.frame);
        self.registers |= other.registers;
        self.points_to_public &= other.points_to_public;
        let both = |slot: &i64, points: bool| other.slots.get(slot).map(|others| points && *others);
        self.slots = self.slots.iter().filter_map(|(slot, points)| Some((*slot, both(slot, *points)?))).collect();
        self.frame = self.frame.filter(|frame| other.frame == Some(*frame));
        before != (self.registers, self.points_to_public, self.slots.clone(), self.frame)
    }

    /// Executes one instruction.
    fn step(&mut self, instruction: &Instruction, info: &InstructionInfo) -> Vec<Fault> {
        let mut faults = Vec::new();
        let (mut loaded, mut points_to_public) = (false, self.copies_pointer(instruction));
        for memory in info.used_memory() {
            if (bit(memory.base()) | bit(memory.index())) & self.registers != 0 {
                faults.push(Fault::Address);
            }
            if reads(memory.access()) {
                let found = self.read(instruction, memory);
                loaded |= found.is_none();
                points_to_public |= found == Some(true) && instruction.mnemonic() == Mnemonic::Mov;
            }
        }
        let sources = info.used_registers().iter().filter(|used| reads(used.access()));
        let sources = sources.fold(flags(instruction.rflags_read()), |sources, used| sources | bit(used.register()));
        loaded |= self.registers & sources != 0;
        if loaded && instruction.flow_control() == FlowControl::ConditionalBranch {
            faults.push(Fault::Jump);
        }

        for used in info.used_registers().iter().filter(|used| writes(used.access())) {
            self.write(bit(used.register()), loaded, replaces(instruction, used.register(), used.access()));
            self.points_to_public &= !bit(used.register());
            self.frame = self.frame.filter(|_| used.register().full_register() != Register::RBP);
        }
        if instruction.mnemonic() == Mnemonic::Mov && instruction.op0_register() == Register::RBP {
            self.frame = (instruction.op1_register() == Register::RSP).then_some(self.rsp);
        }
        if points_to_public && !loaded {
            self.points_to_public |= bit(instruction.op0_register());
        }
        self.write(flags(instruction.rflags_modified()), loaded, true);
        for memory in info.used_memory().iter().filter(|memory| writes(memory.access())) {
            self.store(memory, (!loaded).then_some(points_to_public));
        }
        self.rsp += stack_pointer_step(instruction);
        faults
    }

    /// Returns whether the instruction copies a pointer to public memory.
    fn copies_pointer(&self, instruction: &Instruction) -> bool {
        let source = match instruction.mnemonic() {
            Mnemonic::Mov => instruction.op1_register(),
            Mnemonic::Push => instruction.op0_register(),
            Mnemonic::Lea if instruction.memory_index() == Register::None => instruction.memory_base(),
            _ => return false,
        };
        bit(source) & self.points_to_public != 0
    }

    /// Executes a call. Callee-saved registers keep their state; the others hold the return value. Arguments that
    /// determine where the callee writes must be public. No pointer leads to the public slots of the stack.
    fn call(&mut self, arguments: &[Register], returns_secrets: bool) -> Vec<Fault> {
        const SAVED: [Register; 6] =
            [Register::RBX, Register::RBP, Register::R12, Register::R13, Register::R14, Register::R15];
        let saved = SAVED.into_iter().fold(0, |saved, register| saved | bit(register));
        let fault = arguments.iter().any(|argument| self.registers & bit(*argument) != 0);
        let returned = if returns_secrets { !saved } else { 0 };
        self.registers = self.registers & saved | returned;
        self.points_to_public &= saved;
        if fault { vec![Fault::Address] } else { vec![] }
    }

    fn write(&mut self, bits: u64, loaded: bool, replaces: bool) {
        if loaded {
            self.registers |= bits;
        } else if replaces {
            self.registers &= !bits;
        }
    }

    /// Returns, if the value read is public, whether it points to public memory.
    fn read(&self, instruction: &Instruction, memory: &UsedMemory) -> Option<bool> {
        if instruction.is_ip_rel_memory_operand() {
            return Some(false);
        }
        if bit(memory.base()) & self.points_to_public != 0 && memory.index() == Register::None {
            // This memory contains pointers and lengths; the memory that they point to may be secret.
            return Some(false);
        }
        let slots: Vec<_> = self.slots_of(memory)?.map(|slot| self.slot(slot)).collect();
        slots.iter().all(Option::is_some).then(|| slots == [Some(true)])
    }

    /// Returns the state of a slot. Slots above the return address hold arguments, which are public.
    fn slot(&self, slot: i64) -> Option<bool> {
        if slot > 0 { Some(false) } else { self.slots.get(&slot).copied() }
    }

    /// Returns the slots that a memory operand covers, or `None` if it is not on the stack or its address is not known.
    fn slots_of(&self, memory: &UsedMemory) -> Option<std::ops::RangeInclusive<i64>> {
        let base = match memory.base() {
            Register::RSP => self.rsp,
            Register::RBP => self.frame?,
            _ => return None,
        };
        if memory.index() != Register::None {
            return None;
        }
        let start = base + memory.displacement().cast_signed();
        let end = start + memory.memory_size().size().max(1) as i64;
        Some(start.div_euclid(8)..=(end - 1).div_euclid(8))
    }

    /// Stores to the stack. A slot becomes public if a public value overwrites all of it and its address was not taken.
    /// `public` is whether the value points to public memory, or `None` if the value may be secret.
    fn store(&mut self, memory: &UsedMemory, public: Option<bool>) {
        let whole = memory.memory_size().size() >= 8 && memory.displacement().is_multiple_of(8);
        for slot in self.slots_of(memory).into_iter().flatten() {
            match public {
                Some(points) if whole && self.places.are_own(slot) => drop(self.slots.insert(slot, points)),
                Some(_) if self.slots.contains_key(&slot) => drop(self.slots.insert(slot, false)),
                Some(_) => {}
                None => drop(self.slots.remove(&slot)),
            }
        }
    }
}

/// Returns how far an instruction moves rsp by an explicit amount. Aligning rsp counts as no move: the memory above is
/// not accessed again before the function ends.
fn stack_pointer_step(instruction: &Instruction) -> i64 {
    if instruction.op0_register() != Register::RSP {
        return i64::from(instruction.stack_pointer_increment());
    }
    match instruction.mnemonic() {
        Mnemonic::Add => instruction.immediate(1).cast_signed(),
        Mnemonic::Sub => -instruction.immediate(1).cast_signed(),
        Mnemonic::Lea if instruction.memory_base() == Register::RSP => {
            instruction.memory_displacement64().cast_signed()
        }
        _ => i64::from(instruction.stack_pointer_increment()),
    }
}

/// Returns the bit of a register: 16 integer registers, 32 vector registers and 8 mask registers. The remaining bits
/// are for six flags.
fn bit(register: Register) -> u64 {
    let full = register.full_register();
    match full {
        // Moving the stack pointer does not turn data into an address.
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

/// Returns whether the write leaves nothing of the register's previous value.
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
