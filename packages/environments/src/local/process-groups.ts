import { EnvironmentError, type Logger } from '@hermes/core'
import type { EnvironmentProcess } from '@hermes/core/environment'
import { type Guardian, startGuardian } from './guardian.js'
import { type Mark, markOf, markOfCommand } from './marker.js'
import { endTree, isGroupAlive, signalTree } from './process-tree.js'
import { reapOrphans } from './reap-orphans.js'
import type { RunningProcess } from './start-process.js'

/** Processes of one environment that may still be running. */
export interface ProcessGroups {
  /** Starts a command with its own mark. When `signal` is aborted, the group of the command is ended. */
  start(launch: (mark: Mark) => Promise<RunningProcess>, signal: AbortSignal): Promise<EnvironmentProcess>
  /** Ends all groups. Nothing can be started afterwards. */
  dispose(): Promise<void>
}

interface ProcessGroupsOptions {
  readonly id: string
  readonly graceMs: number
  readonly logger: Logger
}

/** Minimum time between replacements. Without it, a guardian that cannot run would be restarted continuously. */
const replaceEveryMs = 1_000

export function createProcessGroups({ id, graceMs, logger }: ProcessGroupsOptions): ProcessGroups {
  const groups = new Set<number>()
  const mark = markOf(id)
  const tree = () => ({ groups: [...groups], mark })
  let removeExitHook: (() => void) | undefined
  let guardian: Guardian | undefined
  let replacedAt = Number.NEGATIVE_INFINITY
  let count = 0
  let disposal: Promise<void> | undefined

  const report = (isGone: boolean) => {
    if (!isGone) logger.log('warn', 'Some processes of a command could not be ended.')
  }
  const watch = () => {
    removeExitHook ??= onNodeExit(() => void signalTree(tree(), 'SIGKILL'))
    if (guardian) return
    const onLost = () => {
      guardian = undefined
      if (groups.size > 0) replace()
    }
    guardian = startGuardian({ mark, graceMs, logger, onLost })
    for (const group of groups) guardian.add(group)
  }
  const replace = () => {
    const now = performance.now()
    if (now - replacedAt < replaceEveryMs) return
    replacedAt = now
    watch()
  }
  const remember = (group: number) => {
    groups.add(group)
    guardian?.add(group)
  }
  const forgetEnded = () => {
    for (const group of groups) {
      if (isGroupAlive(group)) continue
      groups.delete(group)
      guardian?.remove(group)
    }
  }
  const endAll = async () => {
    if (count === 0) return
    report(await endTree(tree(), { signal: 'SIGTERM', graceMs }))
    groups.clear()
    guardian?.dismiss()
    removeExitHook?.()
  }

  return {
    async start(launch, signal) {
      if (disposal) throw new EnvironmentError('The environment is closed: create a new one to run commands.')
      watch()
      forgetEnded()
      count += 1
      if (count === 1) setImmediate(() => void reapOrphans({ graceMs, logger }))
      const process = await launch(markOfCommand(mark, count))
      remember(process.pid)
      const end = () => void process.end('SIGTERM').then(report)
      // The environment was disposed or the signal aborted during the start.
      if (disposal || signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
      void process.exit.then(() => {
        signal.removeEventListener('abort', end)
        forgetEnded()
      })
      return process
    },
    dispose() {
      disposal ??= endAll()
      return disposal
    },
  }
}

/**
 * Adds a fallback, so that a normal exit of Node.js leaves no process behind. Returns a function that removes the
 * listener.
 */
function onNodeExit(listener: () => void): () => void {
  // Each environment adds one listener, so a large number does not indicate a leak.
  allowListeners(1)
  process.once('exit', listener)
  return () => {
    process.off('exit', listener)
    allowListeners(-1)
  }
}

function allowListeners(change: number): void {
  const limit = process.getMaxListeners()
  if (limit > 0) process.setMaxListeners(limit + change)
}
