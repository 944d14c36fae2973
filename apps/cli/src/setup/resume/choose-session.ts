import { type SessionRecord, type SessionStore, StoreError } from '@hermes/core'
import { isUnlisted, newestOf, resolveSession } from '@hermes/core/sessions'
import type { OptionValues } from '../../arguments/options/options.js'
import type { Io } from '../../io.js'
import { UsageError } from '../../usage-error.js'
import { describeNoSession } from './describe-no-session.js'
import { sessionOfTerminal } from './terminal-sessions.js'

/**
 * Finds the session of `--resume` or `--continue`; `undefined` for a new one.
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
  if (reference !== 'latest' || (await isNamed(store, reference))) {
    return reference === undefined ? undefined : resolveSession(store, reference)
  }
  const newest = await newestOfFolder(store, io)
  if (!newest) throw new StoreError('not-found', describeNoSession(io.workingDirectory))
  return newest
}

/** Whether a session has the given word as its id or title. */
async function isNamed(store: SessionStore, word: string): Promise<boolean> {
  return (await store.sessions.get(word)) !== undefined || (await store.sessions.find({ title: word })).length > 0
}

/** Finds the session that "continue" means at this terminal: its own session, or the newest of the folder. */
async function usualSession(store: SessionStore, io: Io): Promise<SessionRecord | undefined> {
  const own = await sessionOfTerminal(store, io)
  const kept = own === undefined ? undefined : await store.sessions.get(own)
  return kept ? newestOf(store, kept) : newestOfFolder(store, io)
}

async function newestOfFolder(store: SessionStore, { workingDirectory }: Io): Promise<SessionRecord | undefined> {
  const found = await store.sessions.find({ archived: false })
  const ofFolder = found.find((session) => session.workingDirectory === workingDirectory && !isUnlisted(session))
  const record = ofFolder && (await store.sessions.get(ofFolder.id))
  return record && newestOf(store, record)
}
