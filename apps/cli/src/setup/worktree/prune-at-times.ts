import { describeError, type Logger } from '@hermes/core'
import type { Io } from '../../io.js'
import { pruneLeftWorktrees } from './prune-left-worktrees.js'

export interface PruneAtTimesOptions {
  readonly logger: Logger
  /** Ends the pruning when aborted. */
  readonly signal: AbortSignal
}

const everyMs = 6 * 60 * 60 * 1000

/** Prunes the worktrees of a repository now, then every six hours. */
export function pruneAtTimes(
  place: Pick<Io, 'env' | 'workingDirectory'>,
  { logger, signal }: PruneAtTimesOptions,
): void {
  const prune = async () => {
    try {
      for (const folder of await pruneLeftWorktrees(place)) logger.log('info', `Removed the spent worktree ${folder}.`)
    } catch (error) {
      logger.log('warn', `Worktrees were not pruned: ${describeError(error)}`)
    }
  }
  void prune()
  const timer = setInterval(() => void prune(), everyMs).unref()
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
}
