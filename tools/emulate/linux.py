"""Runs a program of x86-64 Linux on an emulated CPU: linux.py CPU SECONDS PROGRAM [ARGUMENT]...

CPU is the number that Bochs gives a model; the program ends after so many SECONDS of CPU time. What the program does
in user mode is Bochs's work, the system calls are this file's: one thread, files to be read, memory without protection.
docs/measuring/emulation.md says how it works. Ends with the program's exit code; with 132 if the CPU raised an exception, with
125 if the program wanted what is not here.
"""

import ctypes
import errno
import mmap
import os
import resource
import struct
import sys
import time

# The wheel's library names functions of a newer glibc than some systems have, and never calls them.
sys.setdlopenflags(os.RTLD_LAZY)
import bochscpu  # noqa: E402

BOCHS = ctypes.PyDLL(bochscpu._bochscpu.__file__)
POINTER = ctypes.c_void_p
PAGE = 4096
GIB = 1 << 30

# The guest's memory, as it sees it: page tables, then the entry of the kernel, the program, its loader, the stack, and
# what it asks for. Addresses are physical ones.
MEMORY_LEN = 64 * GIB
PAGE_TABLES = 0x1000
KERNEL_ENTRY = 0x8000
PROGRAM_BASE = 0x0040_0000
LOADER_BASE = 0x4000_0000
STACK_TOP = 0x7F00_0000
STACK_LEN = 8 << 20
HEAP = 0x8000_0000

EXCEPTION_EXIT = 132
UNKNOWN_EXIT = 125


def whole_pages(length):
    return -(-length // PAGE) * PAGE


def foreign(name, result, *arguments):
    """A function of Bochs's C interface."""
    function = getattr(BOCHS, name)
    function.restype, function.argtypes = result, arguments
    return function


cpu_of_session = foreign("bochscpu_cpu_from", POINTER, ctypes.c_uint32)
run_cpu = foreign("bochscpu_cpu_run", None, POINTER, POINTER)
stop_cpu = foreign("bochscpu_cpu_stop", None, POINTER)
set_rax = foreign("bochscpu_cpu_set_rax", None, POINTER, ctypes.c_uint64)
insert_page = foreign("bochscpu_mem_page_insert", None, ctypes.c_uint64, ctypes.c_uint64)
parameter = foreign("sim_get_param_enum", POINTER, ctypes.c_char_p)
read_rip = foreign("bochscpu_cpu_rip", ctypes.c_uint64, POINTER)
# A system call's number and its arguments, in the order of Linux's convention.
CALL_REGISTERS = [
    foreign("bochscpu_cpu_" + name, ctypes.c_uint64, POINTER) for name in "rax rdi rsi rdx r10 r8 r9".split()
]


def mend_vpinsrb():
    """Corrects the one entry of Bochs's table of opcodes that is known to be wrong.

    EVEX VPINSRB reads a byte of memory, by which the displacement of eight bits is to be scaled: by 1. The entry has the
    operand as a word (OP_Ew instead of OP_Eb), so that it is scaled by 2.
    """
    vpinsrb_at, operand, byte_in_memory = 0x12CD0, 2, 0x13
    table = ctypes.addressof(ctypes.c_char.in_dll(BOCHS, "BxOpcodesTable"))
    entry = (ctypes.c_uint8 * 8).from_address(table + vpinsrb_at)
    if bytes(entry).hex() != "8285232880030000":
        sys.exit("Bochs's table of opcodes is not that of bochscpu-python 0.4.0")
    entry[operand] = byte_in_memory


def choose_model(number):
    """Sets the model: its present value, its initial value and that after a reset, in Bochs's `bx_param_num_c`."""
    default = 27  # Cannon Lake.
    fields = (ctypes.c_int64 * 18).from_address(parameter(b"cpu.model"))
    if any(fields[field] != default for field in (15, 16, 17)):
        sys.exit("Bochs's parameters are not those of bochscpu-python 0.4.0")
    for field in (15, 16, 17):
        fields[field] = number


class Memory:
    """All memory of the guest. Nothing is protected, and what is given back is not handed out again."""

    def __init__(self):
        no_reserve = 0x4000
        self.bytes = mmap.mmap(-1, MEMORY_LEN, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | no_reserve)
        self.host = ctypes.addressof(ctypes.c_char.from_buffer(self.bytes))
        self.next_free = HEAP

    def write(self, at, data):
        self.bytes[at : at + len(data)] = data
        return len(data)

    def pack(self, at, form, *values):
        struct.pack_into("<" + form, self.bytes, at, *values)

    def read(self, at, length):
        return self.bytes[at : at + length]

    def text(self, at):
        return self.read(at, self.bytes.find(b"\0", at) - at).decode()

    def allocate(self, length):
        """Zeros that were never used before, and a page beyond that nobody has."""
        at, end = self.next_free, self.next_free + whole_pages(length) + PAGE
        if end > MEMORY_LEN:
            raise OSError(errno.ENOMEM, "the guest's memory is used up")
        self.next_free = end
        return at

    def forget(self, at, length):
        """Makes zeros of whole pages and gives them to the host."""
        if at % PAGE == 0 and length > 0:
            self.bytes.madvise(mmap.MADV_DONTNEED, at, whole_pages(length))

    def map_identically(self):
        """Page tables with which an address is itself: pages of 1 GiB, for user mode and writable."""
        present_writable_user, large = 7, 0x80
        self.pack(PAGE_TABLES, "Q", PAGE_TABLES + PAGE | present_writable_user)
        for number in range(MEMORY_LEN // GIB):
            self.pack(PAGE_TABLES + PAGE + 8 * number, "Q", number * GIB | present_writable_user | large)


class Image:
    """An ELF file in memory."""

    def __init__(self, memory, path, base):
        with open(path, "rb") as file:
            data = file.read()
        kind, self.entry, headers = struct.unpack_from("<16xHxxxxxxQQ", data)
        self.header_count = struct.unpack_from("<H", data, 56)[0]
        base = base if kind == 3 else 0  # Position-independent ones alone can be moved.
        self.entry += base
        self.headers = base + headers
        self.loader, self.end = None, base
        for number in range(self.header_count):
            kind, offset, address, in_file, in_memory = struct.unpack_from("<IxxxxQQxxxxxxxxQQ", data, headers + 56 * number)
            if kind == 1:  # PT_LOAD
                memory.write(base + address, data[offset : offset + in_file])
                self.end = max(self.end, whole_pages(base + address + in_memory))
            elif kind == 3:  # PT_INTERP
                self.loader = data[offset : offset + in_file].rstrip(b"\0").decode()


def initial_stack(memory, program, loader, arguments, environment):
    """Lays out what a program finds on its stack; gives the stack pointer."""
    at = STACK_TOP

    def push(data):
        nonlocal at
        at -= len(data)
        memory.write(at, data)
        return at

    random = push(os.urandom(16))
    words = [len(arguments)]
    for strings in arguments, environment:
        words += [push(text.encode() + b"\0") for text in strings] + [0]
    phdr, phent, phnum, pagesz, base, entry, secure, at_random, end = 3, 4, 5, 6, 7, 9, 23, 25, 0
    words += [phdr, program.headers, phent, 56, phnum, program.header_count, pagesz, PAGE]
    words += [base, LOADER_BASE if loader else 0, entry, program.entry, secure, 0, at_random, random, end, 0]
    at = (at - 8 * len(words)) // 16 * 16
    memory.pack(at, f"{len(words)}Q", *words)
    return at


def segment(selector, attributes, base=0):
    made = bochscpu.Segment()
    made.present, made.selector, made.attr = True, selector, attributes
    made.base, made.limit = base, 0xFFFF_FFFF
    return made


def data_segment(base=0):
    return segment(0x2B, 0xC0F3, base)


class Machine:
    """A CPU in user mode with a program to run, and the kernel that the program calls."""

    def __init__(self, model, arguments):
        self.memory = Memory()
        self.exit_code = None
        program = Image(self.memory, arguments[0], PROGRAM_BASE)
        loader = Image(self.memory, program.loader, LOADER_BASE) if program.loader else None
        self.program_break = program.end
        ours = ("CARNELIAN_", "PROPTEST_", "RUST_")
        environment = [f"{name}={value}" for name, value in os.environ.items() if name.startswith(ours)]
        self.memory.map_identically()
        # `syscall` comes here with the rights of a kernel: clflush has a hook, in which the call is done, and sysret goes
        # back.
        self.memory.write(KERNEL_ENTRY, bytes.fromhex("0fae3d00000000 480f07"))
        choose_model(model)
        mend_vpinsrb()
        self.session = bochscpu.Session()
        self.session.missing_page_handler = self.bring_page
        self.session.cpu.state = self.initial_state(
            (loader or program).entry, initial_stack(self.memory, program, loader, arguments, environment)
        )
        self.cpu = POINTER(cpu_of_session(0))

    def bring_page(self, address):
        page = address // PAGE * PAGE
        insert_page(page, self.memory.host + page)

    @staticmethod
    def initial_state(entry, stack):
        """64-bit user mode as Linux leaves it to a new program: with SSE, and XSAVE for all that AVX-512 has."""
        state = bochscpu.State()
        state.rip, state.rsp, state.rflags = entry, stack, 0x202
        state.cr0, state.cr3, state.cr4 = 0x8000_0033, PAGE_TABLES, 0x5_0620
        state.efer, state.xcr0 = 0xD01, 0xE7
        state.star, state.lstar, state.sfmask = 0x0023_0008_0000_0000, KERNEL_ENTRY, 0x700
        state.mxcsr, state.mxcsr_mask, state.fpcw, state.fptw = 0x1F80, 0xFFFF, 0x37F, 0xFFFF
        state.pat, state.apic_base = 0x0007_0406_0007_0406, 0xFEE0_0900
        state.cs, state.tr, state.ldtr = segment(0x33, 0xA0FB), segment(0x40, 0x8B), segment(0, 0x82)
        state.ss = state.ds = state.es = state.fs = state.gs = data_segment()
        return state

    def run(self):
        """Runs to the end; gives the exit code."""
        exception_hook, clflush_hook, table_len = 10, 15, 26  # Of a context and 25 functions.
        on_exception = ctypes.CFUNCTYPE(None, POINTER, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32)(self.exception)
        on_clflush = ctypes.CFUNCTYPE(None, POINTER, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_uint64)(self.system_call)
        hooks = (POINTER * table_len)()
        hooks[exception_hook] = ctypes.cast(on_exception, POINTER)
        hooks[clflush_hook] = ctypes.cast(on_clflush, POINTER)
        run_cpu(self.cpu, (POINTER * 2)(ctypes.addressof(hooks), None))
        return self.exit_code

    def stop(self, code):
        if self.exit_code is None:
            self.exit_code = code
        stop_cpu(self.cpu)
        return 0

    def exception(self, _context, _cpu, vector, error):
        """Ends the program: it has no way to handle an exception, and the tests want none."""
        at = read_rip(self.cpu)
        print(f"the CPU raised exception {vector} (error {error:#x}) at {at:#x}", file=sys.stderr)
        self.stop(EXCEPTION_EXIT)

    def system_call(self, *_):
        number, *arguments = [read(self.cpu) for read in CALL_REGISTERS]
        try:
            call = CALLS.get(number)
            result = -errno.ENOSYS if call is None else call(self, *arguments)
        except OSError as error:
            result = -(error.errno or errno.EIO)
        except Exception as error:  # Nothing may be raised through the emulator.
            shown = " ".join(f"{argument:#x}" for argument in arguments)
            print(f"system call {number} ({shown}): {error!r}", file=sys.stderr)
            result = self.stop(UNKNOWN_EXIT)
        set_rax(self.cpu, result & (1 << 64) - 1)

    # The system calls, each with six arguments.

    def read(self, file, at, length, *_):
        return self.memory.write(at, os.read(file, length))

    def pread(self, file, at, length, offset, *_):
        return self.memory.write(at, os.pread(file, length, offset))

    def put(self, file, at, length, *_):
        return os.write(file, self.memory.read(at, length))

    def put_all(self, file, at, count, *_):
        parts = struct.iter_unpack("<QQ", self.memory.read(at, 16 * count))
        return sum(os.write(file, self.memory.read(start, length)) for start, length in parts)

    def close(self, file, *_):
        if file > 2:
            os.close(file)
        return 0

    def seek(self, file, offset, whence, *_):
        return os.lseek(file, offset, whence)

    def open(self, _folder, path, flags, *_):
        path = self.memory.text(path)
        if path == "/proc/self/maps":  # Where the C library looks for the end of the stack.
            file = os.memfd_create("maps")
            os.pwrite(file, f"{STACK_TOP - STACK_LEN:x}-{STACK_TOP:x} rw-p 00000000 00:00 0 [stack]\n".encode(), 0)
            return file
        if flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(errno.EROFS, "files are read only")
        return os.open(path, os.O_RDONLY)

    def tell_status(self, at, found):
        times = (0,) * 6
        links = found.st_dev, found.st_ino, found.st_nlink
        owner = found.st_mode, 0, 0, 0
        size = 0, found.st_size, PAGE, -(-found.st_size // 512)
        self.memory.pack(at, "3Q4I4Q6Q24x", *links, *owner, *size, *times)
        return 0

    def status(self, file, at, *_):
        return self.tell_status(at, os.fstat(file))

    def status_at(self, folder, path, at, *_):
        path = self.memory.text(path)
        return self.tell_status(at, os.stat(path) if path else os.fstat(folder))

    def map(self, at, length, _protection, flags, file, offset):
        fixed, anonymous = flags & 0x10, flags & 0x20
        if not fixed:
            at = self.memory.allocate(length)
        elif anonymous:
            self.memory.forget(at, length)
        if not anonymous:
            self.memory.write(at, os.pread(file, length, offset).ljust(length, b"\0"))
        return at

    def unmap(self, at, length, *_):
        self.memory.forget(at, length)
        return 0

    def remap(self, at, old, new, *_):
        to = self.memory.allocate(new)
        self.memory.write(to, self.memory.read(at, min(old, new)))
        self.memory.forget(at, old)
        return to

    def advise(self, at, length, advice, *_):
        if advice == mmap.MADV_DONTNEED:
            self.memory.forget(at, length)
        return 0

    def move_break(self, to, *_):
        if self.program_break <= to < LOADER_BASE:
            self.program_break = to
        return self.program_break

    def leave(self, code, *_):
        return self.stop(code & 0xFF)

    def kill(self, _thread, signal, *_):
        return self.stop(128 + signal)

    def kill_in_group(self, _group, _thread, signal, *_):
        return self.stop(128 + signal)

    def set_architecture(self, code, base, *_):
        if code != 0x1002:  # ARCH_SET_FS
            return -errno.EINVAL
        self.session.cpu.fs = data_segment(base)
        return 0

    def limits(self, _process, _which, _new, at, *_):
        if at:
            self.memory.pack(at, "QQ", STACK_LEN, STACK_LEN)
        return 0

    def affinity(self, _process, length, at, *_):
        return self.memory.write(at, struct.pack("<Q", 1)[:length])

    def clock(self, which, at, *_):
        self.memory.pack(at, "QQ", *divmod(time.clock_gettime_ns(which), 10**9))
        return 0

    def random(self, at, length, *_):
        return self.memory.write(at, os.urandom(length))

    def identify(self, *_):
        return 1000

    def refuse_thread(self, *_):
        """The tests' harness runs a test on its own thread then."""
        return -errno.EAGAIN

    def accept(self, *_):
        """With one thread, no signals and no protection of memory there is nothing to be done."""
        return 0


CALLS = {
    0: Machine.read,
    1: Machine.put,
    3: Machine.close,
    5: Machine.status,
    7: Machine.accept,  # poll
    8: Machine.seek,
    9: Machine.map,
    10: Machine.accept,  # mprotect
    11: Machine.unmap,
    12: Machine.move_break,
    13: Machine.accept,  # rt_sigaction
    14: Machine.accept,  # rt_sigprocmask
    17: Machine.pread,
    20: Machine.put_all,
    24: Machine.accept,  # sched_yield
    25: Machine.remap,
    28: Machine.advise,
    39: Machine.identify,  # getpid
    56: Machine.refuse_thread,  # clone
    60: Machine.leave,
    131: Machine.accept,  # sigaltstack
    158: Machine.set_architecture,
    186: Machine.identify,  # gettid
    200: Machine.kill,
    202: Machine.accept,  # futex
    204: Machine.affinity,
    218: Machine.identify,  # set_tid_address
    228: Machine.clock,
    231: Machine.leave,
    234: Machine.kill_in_group,
    257: Machine.open,
    262: Machine.status_at,
    273: Machine.accept,  # set_robust_list
    302: Machine.limits,
    318: Machine.random,
    435: Machine.refuse_thread,  # clone3
}


def main():
    model, seconds, *arguments = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))
    code = Machine(int(model), arguments).run()
    sys.stdout.flush()
    sys.stderr.flush()
    # Without the interpreter's own end, which would take Bochs's memory apart while hooks still point into it.
    os._exit(UNKNOWN_EXIT if code is None else code)


main()
