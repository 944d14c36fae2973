import type { RunEvent } from '../events/run-event-schema.js'
import type { RunRecord } from '../record/run-record.js'
import type { RunServices } from '../start/start-run.js'
import { looksElsewhere } from './looks-elsewhere.js'
import { StoredProgress } from './stored-progress.js'
import { StoredQuestions } from './stored-questions.js'

/**
 * Yields the events of a run of another process, as the store shows them: whole messages instead of their pieces. Ends when the run has ended, or
 * continues in this process.
 */
export async function* followElsewhere(
  run: RunRecord,
  services: RunServices,
  signal: AbortSignal,
): AsyncGenerator<RunEvent> {
  const progress = new StoredProgress(run, services.store)
  const questions = new StoredQuestions(run, services)
  let isElsewhere = false
  for await (const _ of looksElsewhere(run, services, signal)) {
    isElsewhere = true
    yield* await progress.news()
    if (progress.isLatest) yield* await questions.news()
  }
  // The last messages are stored shortly before the end.
  if (isElsewhere) yield* await progress.news()
}
