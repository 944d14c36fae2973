import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'

/** A process, told from a later one that the system has given the same id. */
export interface ProcessIdentity {
  readonly host: string
  readonly pid: number
  /** Empty where the system does not say. */
  readonly startTime: string
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  return { host: hostname(), pid: process.pid, startTime: await startTimeOf(process.pid) }
}

/** Of a process of this machine; whoever may be on another one is not known to be gone. */
export async function isGone({ host, pid, startTime }: ProcessIdentity): Promise<boolean> {
  if (host !== hostname()) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return true
  }
  return (await startTimeOf(pid)) !== startTime
}

async function startTimeOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  // The name in parentheses may itself hold blanks and parentheses.
  return status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}
