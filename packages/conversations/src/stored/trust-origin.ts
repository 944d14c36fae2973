import { type ContentOrigin, HermesError, type SessionId, type SessionStore, StoreError } from '@hermes/core'
import { originKey, originsNote } from '@hermes/core/origins'
import { claimConversation, newestOf, rootOf } from '@hermes/core/sessions'

/** Returns what a stored conversation has read, and what its owner trusts in it. */
export async function originsOf(
  store: SessionStore,
  id: SessionId,
): Promise<readonly (ContentOrigin & { readonly isTrusted: boolean })[]> {
  const found = await store.sessions.get(id)
  const newest = found && (await store.sessions.get((await newestOf(store, found)).id))
  const { read = [], trusted = [] } = (newest && originsNote.of(newest)) ?? {}
  const keys = new Set(trusted.map(originKey))
  return read.map((origin) => ({ ...origin, isTrusted: keys.has(originKey(origin)) }))
}

/**
 * Trusts a source that the conversation has read, for the lifetime of the conversation. Must not be called on behalf of an
 * agent.
 * @param name The name of the source, or its kind and name: `example.com`, `mcp:github`.
 * @throws {HermesError} `conversation/unknown-origin` when the conversation has not read it; {@link StoreError} `not-found`.
 */
export async function trustOrigin(
  id: SessionId,
  name: string,
  { store, signal }: { readonly store: SessionStore; readonly signal: AbortSignal },
): Promise<readonly ContentOrigin[]> {
  const found = await store.sessions.get(id)
  if (!found) throw new StoreError('not-found', `There is no session "${id}".`)
  await using claim = await claimConversation(store, (await rootOf(store, found)).id, { signal })
  const record = await claim.store.sessions.get((await newestOf(store, found)).id)
  const { read = [], trusted = [] } = (record && originsNote.of(record)) ?? {}
  const named = read.filter((origin) => origin.name === name || originKey(origin) === name)
  if (!record || named.length === 0)
    throw new HermesError('conversation/unknown-origin', `This conversation has read nothing from "${name}".`)
  const others = trusted.filter((origin) => !named.some((each) => originKey(each) === originKey(origin)))
  const notes = originsNote.with(record.notes, { read, trusted: [...others, ...named] })
  await claim.store.sessions.update(record.id, { notes })
  return named
}
