import { EnvironmentError, type EnvironmentProcess, type Logger } from '@hermes/core'
import { endTree, isGroupAlive, signalTree } from './process-tree.js'
import type { RunningProcess } from './start-process.js'

/** Everything that one environment has started and that may still live. */
export interface ProcessGroups {
  /** Starts a command under a mark of its own; its group is ended once `signal` is aborted. */
  start(launch: (marker: string) => Promise<RunningProcess>, signal: AbortSignal): Promise<EnvironmentProcess>
  /** Ends all of them. Nothing can be started from then on. */
  dispose(): Promise<void>
}

interface ProcessGroupsOptions {
  readonly id: string
  readonly graceMs: number
  readonly logger: Logger
}

export function createProcessGroups({ id, graceMs, logger }: ProcessGroupsOptions): ProcessGroups {
  const groups = new Set<number>()
  const tree = () => ({ groups: [...groups], marker: `${id}.` })
  const removeExitHook = onNodeExit(() => void signalTree(tree(), 'SIGKILL'))
  let count = 0
  let disposal: Promise<void> | undefined

  const report = (isGone: boolean) => {
    if (!isGone) logger.log('warn', 'Some processes of a command could not be ended.')
  }
  const forgetEnded = () => {
    for (const group of groups) if (!isGroupAlive(group)) groups.delete(group)
  }
  const endAll = async () => {
    report(await endTree(tree(), { signal: 'SIGTERM', graceMs }))
    groups.clear()
    removeExitHook()
  }

  return {
    async start(launch, signal) {
      if (disposal) throw new EnvironmentError('The environment is closed: create a new one to run commands.')
      forgetEnded()
      count += 1
      const process = await launch(`${id}.${count}`)
      groups.add(process.pid)
      const end = () => void process.end('SIGTERM').then(report)
      // Disposed or aborted while it was starting.
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

/** The last resort: a normal end of Node.js leaves nothing behind. Returns what takes it back. */
function onNodeExit(listener: () => void): () => void {
  // Each environment adds one listener, so many are no sign of a leak.
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
