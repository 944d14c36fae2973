import type { Run } from './run.js'

/**
 * Returns the run with the latest result.
 * @param runs The runs of a job, newest first.
 */
export function latestResult(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state, text }) => state === 'completed' && text !== undefined)
}
