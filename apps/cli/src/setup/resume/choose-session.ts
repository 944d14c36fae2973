import type { SessionRecord, SessionStore } from '@hermes/core'
import { isUnlisted, newestOf, resolveSession } from '@hermes/core/sessions'
import type { OptionValues } from '../../arguments/options/options.js'
import type { Io } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { sessionOfTerminal } from './terminal-sessions.js'

/** Older ones are not looked at for a folder. */
const mostSearched = 200

/**
 * The session of `--resume` or `--continue`; `undefined` for a new one.
 * @throws {StoreError} `not-found`, `ambiguous`.
 */
export async function chooseSession(
  store: SessionStore,
  { resume, continue: name }: OptionValues,
  io: Io,
): Promise<SessionRecord | undefined> {
  if (resume !== undefined && name !== undefined) {
    throw new UsageError('--resume and --continue both name the session to resume: use one of them.')
  }
  if (name === '') return (await usualSession(store, io)) ?? resolveSession(store, 'latest')
  const reference = resume ?? name
  return reference === undefined ? undefined : resolveSession(store, reference)
}

/** What a person at this terminal means by "continue": its own session, or the newest of the folder. */
async function usualSession(store: SessionStore, io: Io): Promise<SessionRecord | undefined> {
  const own = await sessionOfTerminal(store, io)
  const kept = own === undefined ? undefined : await store.sessions.get(own)
  if (kept) return newestOf(store, kept)
  const found = await store.sessions.find({ archived: false, limit: mostSearched })
  const ofFolder = found.find((session) => session.workingDirectory === io.workingDirectory && !isUnlisted(session))
  const record = ofFolder && (await store.sessions.get(ofFolder.id))
  return record && newestOf(store, record)
}
