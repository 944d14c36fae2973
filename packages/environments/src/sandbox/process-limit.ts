import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPidNamespace } from '../local/proc.js'

/** Limits the number of concurrent processes for root, to whom user limits do not apply. */
export interface ProcessLimit extends AsyncDisposable {
  /** A process writes its id to this file to be counted. */
  readonly membersFile: string
}

/** How long killed processes may take to disappear. */
const goneMs = 2_000
const pollMs = 10

/** Creates a control group; `undefined` when that is not possible. `root`: the standard location on Linux. */
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
    // Most containers allow no control groups or do not count them. They have their own limits.
    removeGroup(folder)
    return undefined
  }
}

/**
 * Identifies the PID namespace: containers may share the control groups of their host, where the owner of a group in
 * use would look like a dead process.
 */
function ownPrefix(): string {
  return `hermes-sandbox-${readPidNamespace()}-`
}

/** Removes the control groups of killed processes. */
function removeLeftovers(parent: string): void {
  const prefix = ownPrefix()
  for (const name of readdirSync(parent).filter((name) => name.startsWith(prefix))) {
    const [owner] = name.slice(prefix.length).split('-')
    if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(parent, name))
  }
}

/** A group with processes is kept. The next start tries again. */
function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}
