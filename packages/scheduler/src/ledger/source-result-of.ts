import { latestResult } from './latest-result.js'
import type { Run } from './run.js'
import type { SourceResult } from './source-result.js'

/**
 * Returns what the next job of a chain reads of a job.
 * @param runs The runs of the job, newest first.
 */
export function sourceResultOf(job: { readonly name: string }, runs: readonly Run[]): SourceResult {
  const latest = latestResult(runs)
  const [newest] = runs
  return {
    job: job.name,
    ...(latest && { resultAtMs: latest.endedAtMs ?? latest.startedAtMs }),
    ...(newest &&
      newest !== latest && {
        newest: {
          state: newest.state,
          startedAtMs: newest.startedAtMs,
          ...(newest.reason !== undefined && { reason: newest.reason }),
        },
      }),
  }
}
