import type { SessionRecord, SessionStore } from '@hermes/core'
import { resolveSession } from '@hermes/core/sessions'
import type { OptionValues } from '../arguments/options.js'
import { UsageError } from '../usage-error.js'

/**
 * The session of `--resume` or `--continue`; `undefined` for a new one.
 * @throws {StoreError} `not-found`, `ambiguous`.
 */
export async function chooseSession(store: SessionStore, values: OptionValues): Promise<SessionRecord | undefined> {
  const { resume, continue: name } = values
  if (resume !== undefined && name !== undefined) {
    throw new UsageError('--resume and --continue both name the session to resume: use one of them.')
  }
  const reference = resume ?? (name === '' ? 'latest' : name)
  return reference === undefined ? undefined : resolveSession(store, reference)
}
