import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether /proc lists processes. On other systems only process groups are known. */
export const hasProc = process.platform === 'linux'

export interface ProcessStatus {
  readonly id: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** In clock ticks since boot. Together with the id it identifies a process, because ids are reused. */
  readonly startTime: string
}

/** The processes at one moment, as far as /proc can show one. */
export interface Snapshot {
  /** All running processes except this one and zombies. */
  readonly processes: readonly ProcessStatus[]
  /** Listed, but zombies or gone when read. A process among them may have started one that is not listed. */
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

/** All running processes except this one and zombies. */
export function listProcesses(): readonly ProcessStatus[] {
  return takeSnapshot().processes
}

/** Returns `undefined` when the process does not exist or is a zombie. */
export function readStatus(id: number): ProcessStatus | undefined {
  const text = readProc(id, 'stat')
  // The name in parentheses may contain spaces and parentheses.
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const startTime = rest[15]
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined
  return { id, parent: Number(parent), group: Number(group), session: Number(session), startTime }
}

/** The initial environment variables of a process, separated by NUL characters. */
export function readVariables(id: number): string {
  return `\0${readProc(id, 'environ')}`
}

/** The soft limit of a process's resident memory in KiB; `undefined` when unlimited. */
export function readMemoryLimit(id: number): number | undefined {
  const [, bytes] = /^Max resident set +(\d+)/m.exec(readProc(id, 'limits')) ?? []
  return bytes === undefined ? undefined : Number(BigInt(bytes) / 1024n)
}

/** The hard limit of a process's resident memory in KiB; `undefined` when unlimited. */
export function readHardMemoryLimit(id: number): number | undefined {
  const [, bytes] = /^Max resident set +\S+ +(\d+)/m.exec(readProc(id, 'limits')) ?? []
  return bytes === undefined ? undefined : Number(BigInt(bytes) / 1024n)
}

/** Identifies the PID namespace of this process. Process ids are only valid within it. */
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
