import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Whether /proc tells about processes. Elsewhere, only their groups are known. */
export const hasProc = process.platform === 'linux'

export interface ProcessStatus {
  readonly id: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** In ticks since the start of the machine. An id alone may come to mean another process. */
  readonly startTime: string
}

/** Everything that runs and is not ours: neither this process nor one that has ended and waits to be collected. */
export function listProcesses(): readonly ProcessStatus[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => readStatus(Number(name)) ?? [])
}

/** `undefined` when there is no such process, or it has ended and waits to be collected. */
export function readStatus(id: number): ProcessStatus | undefined {
  const text = readProc(id, 'stat')
  // The name in parentheses may itself hold blanks and parentheses.
  const [state, parent, group, session, ...rest] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const startTime = rest[15]
  if (startTime === undefined || state === 'Z' || state === 'X') return undefined
  return { id, parent: Number(parent), group: Number(group), session: Number(session), startTime }
}

/** The variables with which a process was started, each between two NUL characters. */
export function readVariables(id: number): string {
  return `\0${readProc(id, 'environ')}`
}

/** How much memory a process may keep resident, in KiB; `undefined` for any amount. */
export function readMemoryLimit(id: number): number | undefined {
  const [, bytes] = /^Max resident set +(\d+)/m.exec(readProc(id, 'limits')) ?? []
  return bytes === undefined ? undefined : Number(BigInt(bytes) / 1024n)
}

/** Above which this process cannot raise that again, in KiB; `undefined` for any amount. */
export function readHardMemoryLimit(id: number): number | undefined {
  const [, bytes] = /^Max resident set +\S+ +(\d+)/m.exec(readProc(id, 'limits')) ?? []
  return bytes === undefined ? undefined : Number(BigInt(bytes) / 1024n)
}

/** Names the pid namespace of this process: ids mean nothing outside of it. */
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
    // Ended meanwhile, or another user's.
    return ''
  }
}
