import type { Caller } from '../request/caller.js'
import { RequestError } from '../request/request-error.js'
import type { RunBook } from './run-book.js'
import type { RunRecord } from './run-record.js'

/** @throws {RequestError} when there is no such run, or it is of another person. */
export async function requireRun(
  id: string,
  { userId }: Caller,
  { runs }: { readonly runs: RunBook },
  kind: 'run' | 'response' = 'run',
): Promise<RunRecord> {
  const run = await runs.get(id)
  if (run && (userId === undefined || run.userId === userId)) return run
  throw new RequestError(404, 'not_found', `There is no ${kind} "${id}".`)
}
