import { readFile, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { codeOf } from '@hermes/safety'

/** A process, told from a later one that the system has given the same id. */
export interface ProcessIdentity {
  /** For people. */
  readonly host: string
  /**
   * Where its id means something: one start of one system, and there one space of process ids, of which containers have their
   * own. Only within it can be seen whether it lives.
   */
  readonly place: string
  readonly pid: number
  /** Empty where the system does not say. */
  readonly startTime: string
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [place, startTime] = await Promise.all([ownPlace(), startTimeOf(process.pid)])
  return { host: hostname(), place, pid: process.pid, startTime }
}

/** `elsewhere`: nothing can be seen of it from here. */
export async function standingOf({ place, pid, startTime }: ProcessIdentity): Promise<'alive' | 'gone' | 'elsewhere'> {
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
  // The name in parentheses may itself hold blanks and parentheses.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
