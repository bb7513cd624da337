/** The system calls that reading pictures does not need, as a seccomp program (classic BPF) for the kernel. */

/** Numbers of a system call on x86-64 and on arm64; `null` where an architecture has no such call. */
type CallNumbers = readonly [x64: number | null, arm64: number | null];

/**
 * Rejected with EPERM. Grouped by what they give access to: the network and local sockets, other processes, kernel keys, file
 * systems, further namespaces, the kernel itself. `socketpair` is allowed: Node needs it to start programs.
 */
export const deniedCalls: Readonly<Record<string, CallNumbers>> = {
  socket: [41, 198],
  connect: [42, 203],
  accept: [43, 202],
  accept4: [288, 242],
  bind: [49, 200],
  listen: [50, 201],

  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],

  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],

  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  mknod: [133, null],
  mknodat: [259, 33],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  swapon: [167, 224],
  swapoff: [168, 225],

  unshare: [272, 97],
  setns: [308, 268],

  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  acct: [163, 89],
  syslog: [103, 116],
  personality: [135, 92],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  memfd_secret: [447, 447],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  uselib: [134, null],
};

interface Architecture {
  /** `AUDIT_ARCH_…` of the kernel. */
  audit: number;
  /** Its column in `deniedCalls`. */
  column: 0 | 1;
  clone: number;
}

const architectures: Partial<Record<string, Architecture>> = {
  x64: { audit: 0xc000003e, column: 0, clone: 56 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220 },
};

/** `clone3` passes its flags through a pointer, which a filter cannot follow; after ENOSYS the C library uses `clone`. */
const clone3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = 0x7e020000;
/** Numbers from here on are calls of the x32 ABI, which would otherwise bypass the filter. */
const x32Calls = 0x40000000;

const operation = { load: 0x20, equals: 0x15, atLeast: 0x35, anyOf: 0x45, end: 0x06 };
/** Offsets in `struct seccomp_data`. */
const offset = { call: 0, architecture: 4, firstArgument: 16 };
const verdict = { allow: 0x7fff0000, kill: 0x80000000, error: 0x00050000 };
const errors = { EPERM: 1, ENOSYS: 38 };

/** One instruction: operation, instructions to skip when true and when false, operand. */
type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, operand: number];

/**
 * The filter as `struct sock_filter[]`, little-endian, as expected by `bwrap --seccomp`. Calls of another architecture end the
 * process.
 * @param architecture as `process.arch`
 * @returns `null` for an architecture whose call numbers are not known here
 */
export function seccompFilter(architecture: string): Buffer | null {
  const found = architectures[architecture];
  if (!found) return null;
  const calls = Object.values(deniedCalls).flatMap((numbers) => numbers[found.column] ?? []);
  const refuse = (call: number, error: number): Instruction[] => [
    [operation.equals, 0, 1, call],
    [operation.end, 0, 0, verdict.error | error],
  ];
  return encode([
    [operation.load, 0, 0, offset.architecture],
    [operation.equals, 1, 0, found.audit],
    [operation.end, 0, 0, verdict.kill],
    [operation.load, 0, 0, offset.call],
    [operation.atLeast, 0, 1, x32Calls],
    [operation.end, 0, 0, verdict.kill],
    ...calls.flatMap((call) => refuse(call, errors.EPERM)),
    ...refuse(clone3, errors.ENOSYS),
    [operation.equals, 0, 3, found.clone],
    [operation.load, 0, 0, offset.firstArgument],
    [operation.anyOf, 0, 1, namespaceFlags],
    [operation.end, 0, 0, verdict.error | errors.EPERM],
    [operation.end, 0, 0, verdict.allow],
  ]);
}

function encode(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [index, [code, whenTrue, whenFalse, operand]] of instructions.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(whenTrue, index * 8 + 2);
    bytes.writeUInt8(whenFalse, index * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, index * 8 + 4);
  }
  return bytes;
}
