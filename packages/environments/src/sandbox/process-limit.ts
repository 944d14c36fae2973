import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPidNamespace } from '../local/proc.js'

/** Bounds how many processes commands may have at the same time, where the limits of a user do not: for root. */
export interface ProcessLimit extends AsyncDisposable {
  /** What a process writes its id to, to count. */
  readonly membersFile: string
}

/** How long killed processes may take to be gone. */
const goneMs = 2_000
const pollMs = 10

/** A control group of its own; `undefined` where none can be made. `root`: where Linux systems have them. */
export function createProcessLimit(processes: number, root = '/sys/fs/cgroup'): ProcessLimit | undefined {
  const parent = [join(root, 'pids'), root].find((folder) => existsSync(join(folder, 'cgroup.procs')))
  if (parent === undefined) return undefined
  removeLeftovers(parent)
  const folder = makeGroup(parent, processes)
  if (folder === undefined) return undefined
  return {
    membersFile: join(folder, 'cgroup.procs'),
    async [Symbol.asyncDispose]() {
      const deadline = performance.now() + goneMs
      while (!removeGroup(folder) && performance.now() < deadline) await delay(pollMs)
    },
  }
}

function makeGroup(parent: string, processes: number): string | undefined {
  const folder = join(parent, `${ownPrefix()}${process.pid}-${randomUUID()}`)
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'pids.max'), String(processes))
    return folder
  } catch {
    // In most containers no groups can be made, or they are not counted: those have limits of their own.
    removeGroup(folder)
    return undefined
  }
}

/**
 * Names the PID namespace: containers may share the control groups of their host, and there the owner of a group that is in use
 * looks like a process that has ended.
 */
function ownPrefix(): string {
  return `hermes-sandbox-${readPidNamespace()}-`
}

/** Removes the groups of processes that were killed. */
function removeLeftovers(parent: string): void {
  const prefix = ownPrefix()
  for (const name of readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    const [owner] = name.slice(prefix.length).split('-')
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(parent, name))
  }
}

/** A group that still has processes stays: the next start tries again. */
function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}
