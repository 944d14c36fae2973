import { untilAborted } from '@hermes/core/wiring'
import type { PendingInput } from './pending-input.js'

/** Longer than the queue takes to notice that a process is dead. */
const deathMs = 5_000

/**
 * Whether a canceled input that another process has claimed is dropped here: if that process is dead, the queue hands the input out again.
 * Resolves to `false` if the process is alive and runs it.
 */
export async function isDroppedSoon({ submission }: Pick<PendingInput, 'submission'>): Promise<boolean> {
  const limit = AbortSignal.timeout(deathMs)
  try {
    return (await untilAborted(submission.ended, limit)).status === 'cancelled'
  } catch (error) {
    if (limit.aborted) return false
    throw error
  }
}
