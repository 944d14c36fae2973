import { type NewMessage, noUsage, type SessionStore } from '@hermes/core'
import { type ModelCall, numberedTitle, type SessionChanges, sanitizeTitle } from '@hermes/core/sessions'
import type { ImportedSession } from './imported-session.js'
import { isSameJson } from './is-same-json.js'

/** The outcome for a session, with its id in this store. */
export interface ImportOutcome {
  readonly id: string
  readonly outcome: 'added' | 'extended' | 'unchanged'
}

export interface StoreSessionOptions {
  readonly store: SessionStore
  /** Whether to report without storing anything. */
  readonly isDryRun: boolean
}

/**
 * Ids contain no control, bidirectional or unassigned characters, because they are shown in terminals and typed by
 * people.
 */
const validId = /^[^\s\p{C}]{1,200}$/u

/**
 * Stores a session under its id. If it exists, only missing messages are added. If another conversation has the id, the
 * session gets a deterministic one derived from its content.
 * @throws {RangeError} if the id is not valid, or every possible id is taken.
 */
export async function storeSession(session: ImportedSession, options: StoreSessionOptions): Promise<ImportOutcome> {
  if (!validId.test(session.id)) throw new RangeError('its id is not 1 to 200 visible characters without spaces')
  const stored = (await storeAs(session, options)) ?? (await storeAs({ ...session, id: await ownId(session) }, options))
  if (stored) return stored
  throw new RangeError(`its id ${session.id} is taken by another conversation`)
}

async function storeAs(session: ImportedSession, options: StoreSessionOptions): Promise<ImportOutcome | undefined> {
  const { store, isDryRun } = options
  const { id, messages } = session
  const isThere = (await store.sessions.get(id)) !== undefined
  const known = isThere ? await store.messages.load(id) : []
  if (!agree(known, messages)) return undefined
  const rest = messages.slice(known.length)
  // The session was continued here, so the stored version is newer.
  if (known.length > messages.length) return { id, outcome: 'unchanged' }
  if (!isThere && !isDryRun) await create(session, store)
  if (rest.length > 0 && !isDryRun)
    await store.messages.append(id, rest, { calls: known.length === 0 ? callsOf(session) : [] })
  const hasChanged = !isDryRun && (await complete(session, store))
  if (!isThere) return { id, outcome: 'added' }
  return { id, outcome: rest.length > 0 || hasChanged ? 'extended' : 'unchanged' }
}

/** Whether one list is a prefix of the other. */
function agree(known: readonly NewMessage[], given: readonly NewMessage[]): boolean {
  const length = Math.min(known.length, given.length)
  if (length === 0) return known.length === 0
  return known.slice(0, length).every(({ message }, index) => isSameJson(message, given[index]?.message))
}

async function create(session: ImportedSession, store: SessionStore): Promise<void> {
  const { messages, usage, endedAtMs, endReason, contextState, archived, title, ...created } = session
  const free = await freeTitle(store, title)
  await store.sessions.create({ ...created, ...(free !== undefined && { title: free }) })
}

/** Adjusts fields that cannot be stored. @returns whether anything was changed. */
async function complete(session: ImportedSession, store: SessionStore): Promise<boolean> {
  const record = await store.sessions.get(session.id)
  const { endedAtMs, endReason, contextState, archived } = session
  const changes: SessionChanges = {
    ...(endedAtMs !== undefined && record?.endedAtMs === undefined && { endedAtMs }),
    ...(endReason !== undefined && record?.endReason === undefined && { endReason }),
    ...(contextState && !record?.contextState && { contextState }),
    ...(archived && !record?.archived && { archived }),
  }
  if (Object.keys(changes).length === 0) return false
  await store.sessions.update(session.id, changes)
  return true
}

/** Returns a free title: titles are unique, so a taken one gets a number. */
async function freeTitle(store: SessionStore, wanted: string | undefined): Promise<string | undefined> {
  const title = sanitizeTitle(wanted ?? '')
  if (title === undefined || !(await isTaken(store, title))) return title
  const [, base = title, first = '1'] = /^(.+) #(\d{1,6})$/.exec(title) ?? []
  for (let number = Number(first) + 1; ; number++) {
    const next = numberedTitle(base, number)
    if (!(await isTaken(store, next))) return next
  }
}

async function isTaken(store: SessionStore, title: string): Promise<boolean> {
  return (await store.sessions.find({ title, limit: 1 })).length > 0
}

/** Splits accounts into calls: the first call of each carries the tokens, so that sums and counts are preserved. */
function callsOf({ usage }: ImportedSession): readonly ModelCall[] {
  return usage.flatMap(({ apiCallCount, hourMs, ...account }) => {
    const call = { ...account, atMs: hourMs }
    return [call, ...Array.from({ length: apiCallCount - 1 }, () => ({ ...call, usage: noUsage }))]
  })
}

async function ownId({ id, messages }: ImportedSession): Promise<string> {
  const [first] = messages
  const bytes = new TextEncoder().encode(JSON.stringify([first?.timestampMs, first?.message]))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `${id}-${[...hash.slice(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
