import { setTimeout as delay } from 'node:timers/promises'
import { type Mark, markTest } from './marker.js'
import { hasProc, type ProcessStatus, readStatus, takeSnapshot } from './proc.js'

/** Processes of commands: their process groups and the mark of their descendants. */
export interface ProcessTree {
  readonly groups: readonly number[]
  readonly mark: Mark
}

export interface EndOptions {
  /** First signal. */
  readonly signal: NodeJS.Signals
  /** How long the processes may take to exit before they receive SIGKILL. */
  readonly graceMs: number
}

/** Processes by id, with their start times, because ids are reused. */
type Members = Map<number, string>

const pollMs = 25
const killRounds = 40
const maxSearches = 5

/**
 * Ends every process of the tree, including those that ignore the signal or have left their group (`setsid`, double
 * fork). Resolves to `false` when some are still running.
 */
export async function endTree(tree: ProcessTree, { signal, graceMs }: EndOptions): Promise<boolean> {
  const members = signalTree(tree, signal)
  if (hasProc && members.size === 0) return true
  const deadline = performance.now() + (signal === 'SIGKILL' ? 0 : graceMs)
  while (performance.now() < deadline) {
    if (!isAlive(tree, members)) return true
    await delay(pollMs)
  }
  for (let round = 0; round < killRounds; round += 1) {
    signalTree(tree, 'SIGKILL', members)
    await delay(pollMs)
    if (!isAlive(tree, members)) return true
  }
  return false
}

/**
 * Signals every process of the tree and returns the processes found. `members` are those found earlier: when a parent
 * has exited, only they identify its children. Synchronous, because it also runs during the exit of Node.js.
 */
export function signalTree(tree: ProcessTree, signal: NodeJS.Signals, members: Members = new Map()): Members {
  const groups = hasProc ? addMembers(tree, members) : tree.groups
  for (const group of groups) send(-group, signal)
  for (const process of members.keys()) send(process, signal)
  return members
}

/** Returns whether a process of the group exists. */
export function isGroupAlive(group: number): boolean {
  return send(-group, 0)
}

function isAlive(tree: ProcessTree, members: Members): boolean {
  if (!hasProc) return tree.groups.some(isGroupAlive)
  // While known members are running, there is no need to search for others.
  for (const [id, startTime] of members) if (readStatus(id)?.startTime === startTime) return true
  addMembers(tree, members)
  return members.size > 0
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal)
    return true
  } catch {
    // The process has exited or belongs to another user.
    return false
  }
}

/**
 * Updates `members` from /proc: processes that are in a session of the tree, carry its mark, or descend from such a
 * process. Returns the existing groups of the tree.
 */
function addMembers(tree: ProcessTree, members: Members): readonly number[] {
  const isMarked = markTest(tree.mark)
  const sessions = new Set(tree.groups)
  // A terminal's process is listed before it has its own session.
  const isRoot = ({ id, parent }: ProcessStatus) => parent === process.pid && sessions.has(id)
  const isMember = (status: ProcessStatus) =>
    sessions.has(status.session) || members.get(status.id) === status.startTime || isRoot(status) || isMarked(status)
  const { processes, found } = findProcesses(isMember)
  members.clear()
  for (const { id, startTime } of withDescendants(found, processes)) members.set(id, startTime)
  return tree.groups.filter((group) => processes.some((status) => status.group === group && status.session === group))
}

/**
 * Finds processes. One that starts while `/proc` is read is missing when its parent exited before being read. A search
 * without a result is therefore repeated when a listed process has exited.
 */
function findProcesses(isWanted: (status: ProcessStatus) => boolean) {
  let known: ReadonlySet<number> = new Set()
  for (let search = 1; ; search += 1) {
    const { processes, ended } = takeSnapshot()
    const found = processes.filter(isWanted)
    if (found.length > 0 || search === maxSearches || isSubset(ended, known)) return { processes, found }
    known = ended
  }
}

function isSubset(some: ReadonlySet<number>, all: ReadonlySet<number>): boolean {
  return [...some].every((id) => all.has(id))
}

function withDescendants(roots: readonly ProcessStatus[], processes: readonly ProcessStatus[]): Set<ProcessStatus> {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const found = new Set(roots)
  // Iterating over a Set includes elements added during the iteration.
  for (const { id } of found) for (const child of children.get(id) ?? []) found.add(child)
  return found
}
