/** System call numbers of a processor, because they differ between processors. */
export interface Architecture {
  /** Audit architecture id that the kernel passes to a filter. */
  readonly id: number
  /** Number from which on the same calls are repeated. */
  readonly aliasesFrom?: number
  readonly numbers: Readonly<Record<RefusedCall | JudgedCall, number | undefined>>
}

/** Calls that are refused with any arguments. */
export const refusedCalls = [
  // Other processes.
  'ptrace',
  'process_vm_readv',
  'process_vm_writev',
  'pidfd_getfd',
  'kcmp',
  // Namespaces and mounts.
  'unshare',
  'setns',
  'mount',
  'umount2',
  'pivot_root',
  'chroot',
  'open_tree',
  'move_mount',
  'fsopen',
  'fsconfig',
  'fsmount',
  'fspick',
  'mount_setattr',
  'open_by_handle_at',
  // Keyrings, which namespaces do not separate.
  'keyctl',
  'add_key',
  'request_key',
  // Large attack surfaces of the kernel.
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'fanotify_init',
  'quotactl',
  'quotactl_fd',
  'syslog',
  // Machine-wide settings.
  'kexec_load',
  'kexec_file_load',
  'init_module',
  'finit_module',
  'delete_module',
  'reboot',
  'swapon',
  'swapoff',
  'acct',
  'settimeofday',
  'clock_settime',
  'sethostname',
  'setdomainname',
  'vhangup',
  'iopl',
  'ioperm',
] as const
export type RefusedCall = (typeof refusedCalls)[number]

/** Calls that are reported as not implemented, so that programs fall back to calls that can be filtered. */
export const missingCalls = ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register'] as const

/** Calls that set a file mode, with the index of that argument. */
export const modeCalls = [
  { name: 'chmod', mode: 1 },
  { name: 'fchmod', mode: 1 },
  { name: 'fchmodat', mode: 2 },
  { name: 'fchmodat2', mode: 2 },
  { name: 'creat', mode: 1 },
  { name: 'mknod', mode: 1 },
  { name: 'mknodat', mode: 2 },
] as const
/** Calls that may create a file, with the indexes of the flags and mode arguments. */
export const openCalls = [
  { name: 'open', flags: 1, mode: 2 },
  { name: 'openat', flags: 2, mode: 3 },
] as const

/** Calls that are refused for some arguments. */
export type JudgedCall =
  | (typeof missingCalls)[number]
  | (typeof modeCalls)[number]['name']
  | (typeof openCalls)[number]['name']
  | 'openat2'
  | 'clone'
  | 'ioctl'
  | 'socket'

/** Newer calls, which have the same number on all processors. */
const common = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  openat2: 437,
  pidfd_getfd: 438,
  mount_setattr: 442,
  quotactl_fd: 443,
  fchmodat2: 452,
} as const

/** Architectures by the Node.js name of the processor. */
export const architectures: Readonly<Record<string, Architecture>> = {
  x64: {
    id: 0xc000003e,
    aliasesFrom: 0x40000000,
    numbers: {
      ...common,
      open: 2,
      ioctl: 16,
      socket: 41,
      clone: 56,
      creat: 85,
      chmod: 90,
      fchmod: 91,
      ptrace: 101,
      syslog: 103,
      mknod: 133,
      vhangup: 153,
      pivot_root: 155,
      chroot: 161,
      acct: 163,
      settimeofday: 164,
      mount: 165,
      umount2: 166,
      swapon: 167,
      swapoff: 168,
      reboot: 169,
      sethostname: 170,
      setdomainname: 171,
      iopl: 172,
      ioperm: 173,
      init_module: 175,
      delete_module: 176,
      quotactl: 179,
      clock_settime: 227,
      kexec_load: 246,
      add_key: 248,
      request_key: 249,
      keyctl: 250,
      openat: 257,
      mknodat: 259,
      fchmodat: 268,
      unshare: 272,
      perf_event_open: 298,
      fanotify_init: 300,
      open_by_handle_at: 304,
      setns: 308,
      process_vm_readv: 310,
      process_vm_writev: 311,
      kcmp: 312,
      finit_module: 313,
      kexec_file_load: 320,
      bpf: 321,
      userfaultfd: 323,
    },
  },
  arm64: {
    id: 0xc00000b7,
    numbers: {
      ...common,
      ioctl: 29,
      mknodat: 33,
      umount2: 39,
      mount: 40,
      pivot_root: 41,
      chroot: 51,
      fchmod: 52,
      fchmodat: 53,
      openat: 56,
      vhangup: 58,
      quotactl: 60,
      acct: 89,
      unshare: 97,
      kexec_load: 104,
      init_module: 105,
      delete_module: 106,
      clock_settime: 112,
      syslog: 116,
      ptrace: 117,
      reboot: 142,
      sethostname: 161,
      setdomainname: 162,
      settimeofday: 170,
      socket: 198,
      add_key: 217,
      request_key: 218,
      keyctl: 219,
      clone: 220,
      swapon: 224,
      swapoff: 225,
      perf_event_open: 241,
      fanotify_init: 262,
      open_by_handle_at: 265,
      setns: 268,
      process_vm_readv: 270,
      process_vm_writev: 271,
      kcmp: 272,
      finit_module: 273,
      bpf: 280,
      userfaultfd: 282,
      kexec_file_load: 294,
      iopl: undefined,
      ioperm: undefined,
      open: undefined,
      creat: undefined,
      chmod: undefined,
      mknod: undefined,
    },
  },
}
