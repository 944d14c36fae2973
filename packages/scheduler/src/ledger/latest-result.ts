import type { Run } from './run.js'

/**
 * The run whose result is the latest one.
 * @param runs Of a job, newest first.
 */
export function latestResult(runs: readonly Run[]): Run | undefined {
  return runs.find(({ state, text }) => state === 'completed' && text !== undefined)
}
