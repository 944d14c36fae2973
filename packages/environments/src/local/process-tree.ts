import { setTimeout as delay } from 'node:timers/promises'
import { type Mark, markTest } from './marker.js'
import { hasProc, listProcesses, type ProcessStatus, readStatus } from './proc.js'

/** What commands have started: their process groups, and the mark that their descendants carry. */
export interface ProcessTree {
  readonly groups: readonly number[]
  readonly mark: Mark
}

export interface EndOptions {
  /** Sent first. */
  readonly signal: NodeJS.Signals
  /** How long the processes may take to follow it before SIGKILL. */
  readonly graceMs: number
}

/** Processes by id, with their start time: an id alone may come to mean another process. */
type Members = Map<number, string>

const pollMs = 25
const killRounds = 40

/**
 * Ends every process of the tree, also one that ignores the signal or has left its group (`setsid`, a double fork).
 * Resolves `false` when some would not die.
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
 * Signals every process of the tree and returns those that were found, `members` included: once a parent has died, only
 * memory tells that its children belong here. Synchronous, because it also runs while Node.js exits.
 */
export function signalTree(tree: ProcessTree, signal: NodeJS.Signals, members: Members = new Map()): Members {
  const groups = hasProc ? addMembers(tree, members) : tree.groups
  for (const group of groups) send(-group, signal)
  for (const process of members.keys()) send(process, signal)
  return members
}

/** Whether anything of the group is left. */
export function isGroupAlive(group: number): boolean {
  return send(-group, 0)
}

function isAlive(tree: ProcessTree, members: Members): boolean {
  if (!hasProc) return tree.groups.some(isGroupAlive)
  // While some are known to live, there is no need to look for others.
  for (const [id, startTime] of members) if (readStatus(id)?.startTime === startTime) return true
  addMembers(tree, members)
  return members.size > 0
}

function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal)
    return true
  } catch {
    // Gone already, or another user's: nothing that we could end.
    return false
  }
}

/**
 * Brings `members` up to date with /proc: whoever is in a session of the tree, carries its mark, or descends from such
 * a process. Returns the groups of the tree that exist.
 */
function addMembers(tree: ProcessTree, members: Members): readonly number[] {
  const processes = listProcesses()
  const sessions = new Set(tree.groups)
  const isMarked = markTest(tree.mark)
  const found = processes.filter(
    (status) => sessions.has(status.session) || members.get(status.id) === status.startTime || isMarked(status),
  )
  members.clear()
  for (const { id, startTime } of withDescendants(found, processes)) members.set(id, startTime)
  return tree.groups.filter((group) => processes.some((status) => status.group === group && status.session === group))
}

function withDescendants(roots: readonly ProcessStatus[], processes: readonly ProcessStatus[]): Set<ProcessStatus> {
  const children = Map.groupBy(processes, ({ parent }) => parent)
  const found = new Set(roots)
  // A set goes on to what is added while it is walked.
  for (const { id } of found) for (const child of children.get(id) ?? []) found.add(child)
  return found
}
