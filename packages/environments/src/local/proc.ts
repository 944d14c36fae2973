import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether `/proc` lists processes. On other systems, only process groups are known. */
export const hasProc = process.platform === 'linux'

export interface ProcessStatus {
  readonly id: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Start time in clock ticks since boot. Together with the id it identifies a process, because ids are reused. */
  readonly startTime: string
}

/** Processes at one moment, as far as `/proc` can show them. */
export interface Snapshot {
  /** All running processes except this one and zombies. */
  readonly processes: readonly ProcessStatus[]
  /** Ids that were listed but were zombies or had exited when read. Such a process may have started one that is not listed. */
  readonly ended: ReadonlySet<number>
}

export function takeSnapshot(): Snapshot {
  const processes: ProcessStatus[] = []
  const ended = new Set<number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const status = readStatus(Number(name))
    if (status) processes.push(status)
    else ended.add(Number(name))
  }
  return { processes, ended }
}

/** Lists all running processes except this one and zombies. */
export function listProcesses(): readonly ProcessStatus[] {
  return takeSnapshot().processes
}

/** Reads the status of a process. Returns `undefined` when it does not exist or is a zombie. */
export function readStatus(id: number): ProcessStatus | undefined {
  const text = readProc(id, 'stat')
  // The name in parentheses may contain spaces and parentheses.
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const startTime = rest[15]
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined
  return { id, parent: Number(parent), group: Number(group), session: Number(session), startTime }
}

/** Reads the initial environment variables of a process, separated by NUL characters. */
export function readVariables(id: number): string {
  return `\0${readProc(id, 'environ')}`
}

/** Reads the soft limit of a process's resident memory in KiB. Returns `undefined` when it is unlimited. */
export function readMemoryLimit(id: number): number | undefined {
  const [, bytes] = /^Max resident set +(\d+)/m.exec(readProc(id, 'limits')) ?? []
  return bytes === undefined ? undefined : Number(BigInt(bytes) / 1024n)
}

/** Reads the hard limit of a process's resident memory in KiB. Returns `undefined` when it is unlimited. */
export function readHardMemoryLimit(id: number): number | undefined {
  const [, bytes] = /^Max resident set +\S+ +(\d+)/m.exec(readProc(id, 'limits')) ?? []
  return bytes === undefined ? undefined : Number(BigInt(bytes) / 1024n)
}

/** Returns an id of this process's PID namespace. Process ids are valid only within it. */
export function readPidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')
  } catch {
    return ''
  }
}

function readProc(id: number, file: 'stat' | 'environ' | 'limits'): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'latin1')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}
