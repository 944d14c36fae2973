import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPidNamespace } from '../local/proc.js'

/** Limits the number of concurrent processes for root, because user limits do not apply to root. */
export interface ProcessLimit extends AsyncDisposable {
  /** Path of the file to which a process writes its id to be counted. */
  readonly membersFile: string
}

/** How long killed processes may take to disappear. */
const goneMs = 2_000
const pollMs = 10

/** Creates a control group. Returns `undefined` when that is not possible. `root` defaults to the standard location on Linux. */
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
    // Most containers do not allow control groups or do not count processes in them. They have their own limits.
    removeGroup(folder)
    return undefined
  }
}

/**
 * Returns a prefix that identifies the PID namespace. Containers may share the control groups of their host, where the
 * owner of a group in use would otherwise look like a dead process.
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

/** Removes a group unless it has processes; the next start tries again. Returns whether the group is removed. */
function removeGroup(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch {
    return !existsSync(folder)
  }
}
