import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { codeOf } from '@hermes/safety'

/** Identifies a process, even if the system reuses its id. */
export interface ProcessIdentity {
  /** Name of the machine, for display. */
  readonly host: string
  /**
   * Scope of the process id: the boot of a machine and the PID namespace, which is separate for each container. The
   * process can be checked only within it.
   */
  readonly place: string
  readonly pid: number
  /** Start time of the process. Empty if the system does not report it. */
  readonly startTime: string
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [place, startTime] = await Promise.all([ownPlace(), startTimeOf(process.pid)])
  return { host: hostname(), place, pid: process.pid, startTime }
}

/** Checks whether a process is running. `elsewhere` means that it cannot be checked from here. */
export async function processStateOf({
  place,
  pid,
  startTime,
}: ProcessIdentity): Promise<'alive' | 'gone' | 'elsewhere'> {
  if (place !== (await ownPlace())) return 'elsewhere'
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return 'gone'
  }
  return (await startTimeOf(pid)) === startTime ? 'alive' : 'gone'
}

async function ownPlace(): Promise<string> {
  const [boot, pids] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'latin1').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ])
  return [hostname(), boot.trim(), pids].join(' ')
}

async function startTimeOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may contain spaces and parentheses.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
