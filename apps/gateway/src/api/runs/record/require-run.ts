import type { Caller } from '../../request/caller.js'
import { RequestError } from '../../request/request-error.js'
import type { RunBook } from './run-book.js'
import type { RunRecord } from './run-record.js'

/** Returns `undefined` if the run does not exist, or belongs to another person. */
export async function findOwnRun(
  id: string,
  { userId }: Caller,
  { runs }: { readonly runs: RunBook },
): Promise<RunRecord | undefined> {
  const run = await runs.get(id)
  return run && (userId === undefined || run.userId === userId) ? run : undefined
}

/** @throws {RequestError} if the run does not exist, or belongs to another person. */
export async function requireRun(
  id: string,
  caller: Caller,
  services: { readonly runs: RunBook },
  kind: 'run' | 'response' = 'run',
): Promise<RunRecord> {
  const run = await findOwnRun(id, caller, services)
  if (run) return run
  throw new RequestError(404, 'not_found', `There is no ${kind} "${id}".`)
}
