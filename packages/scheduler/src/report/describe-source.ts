import { english, type Translate } from '@hermes/safety/language'
import type { SourceResult } from '../ledger/source-result.js'
import type { ShowTime } from './local-time.js'

/**
 * Describes what a run has read of another job: the time of its result, and the outcome of its newest run. One sentence
 * each.
 */
export function describeSource(
  { job, resultAtMs, newest }: SourceResult,
  time: ShowTime,
  t: Translate = english,
): readonly string[] {
  const read =
    resultAtMs === undefined
      ? t`It had no result of the job "${job}".`
      : t`It had the result of the job "${job}" of ${time(resultAtMs)}.`
  if (!newest) return resultAtMs === undefined ? [read, t`That job had not run.`] : [read]
  const at = time(newest.startedAtMs)
  const reason = newest.reason === undefined ? '.' : t`: ${t.of(newest.reason)}`
  const became = {
    running: t`The newest run of that job, at ${at}, had not ended.`,
    completed: t`The newest run of that job, at ${at}, had no result.`,
    failed: t`The newest run of that job, at ${at}, failed${reason}`,
    'cut-off': t`The newest run of that job, at ${at}, was cut off.`,
    skipped: t`The newest run of that job, at ${at}, was skipped${reason}`,
  }[newest.state]
  return [read, became]
}
