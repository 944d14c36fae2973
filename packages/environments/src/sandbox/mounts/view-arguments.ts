/**
 * Rights of root, which keeps access to the files of all users that are writable at all. Without CAP_FSETID, writing a
 * set-id program clears its bits.
 */
const rightsOfRoot = ['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER']

/** Rights to mount, with CAP_SETPCAP to drop them permanently. */
const rightsToMount = ['CAP_SYS_ADMIN', 'CAP_SETPCAP']

/** Settings that root could change for the whole machine, in any namespace. */
const machineSettings = [
  '/proc/sys',
  '/proc/sysrq-trigger',
  '/proc/irq',
  '/proc/bus',
  '/proc/fs',
  '/proc/acpi',
  '/proc/mtrr',
]

/** Size limit of memory-backed file systems in bytes. */
const sharedMemoryBytes = 2 ** 30

interface ViewOptions {
  readonly isRoot: boolean
  /** Whether a program inside mounts something before the command, and then drops the rights to do so. */
  readonly mayMount: boolean
  readonly workingDirectory: string
}

/** Returns the arguments of bubblewrap for the command's view of the system. */
export function viewArguments({ isRoot, mayMount, workingDirectory }: ViewOptions): string[] {
  return [
    ...['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...['--cap-drop', 'ALL'],
    ...[...(isRoot ? rightsOfRoot : []), ...(mayMount ? rightsToMount : [])].flatMap((right) => ['--cap-add', right]),
    ...['--ro-bind', '/', '/'],
    ...['--dev', '/dev', '--size', `${sharedMemoryBytes}`, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--proc', '/proc'],
    ...machineSettings.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--chdir', workingDirectory],
  ]
}
