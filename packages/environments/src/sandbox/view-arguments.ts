import type { SandboxPolicy } from './sandbox-policy.js'

/**
 * Root keeps its right to files of all users, as far as they can be written at all. Without CAP_FSETID, a program that runs as its owner
 * loses that when it is written.
 */
const rightsOfRoot = ['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER']

/** What root may change there is the machine's, whichever namespace it is in. */
const machineSettings = [
  '/proc/sys',
  '/proc/sysrq-trigger',
  '/proc/irq',
  '/proc/bus',
  '/proc/fs',
  '/proc/acpi',
  '/proc/mtrr',
]

/** Memory, in bytes, that may be filled as if it were files. */
const sharedMemoryBytes = 2 ** 30

interface ViewOptions {
  readonly network: SandboxPolicy['network']
  readonly isRoot: boolean
  readonly workingDirectory: string
}

/** What bubblewrap is told of the system that a command sees. */
export function viewArguments({ network, isRoot, workingDirectory }: ViewOptions): string[] {
  return [
    ...['--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network === 'none' ? ['--unshare-net'] : []),
    ...['--cap-drop', 'ALL'],
    ...(isRoot ? rightsOfRoot.flatMap((right) => ['--cap-add', right]) : []),
    ...['--ro-bind', '/', '/'],
    ...['--dev', '/dev', '--size', `${sharedMemoryBytes}`, '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--proc', '/proc'],
    ...machineSettings.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--chdir', workingDirectory],
  ]
}
