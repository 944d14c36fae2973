import { StoreError } from '../contracts/errors/errors.js'
import type { SessionRecord, SessionStore, SessionSummary } from '../contracts/sessions/session-store.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { rewound } from './session-notes.js'

/**
 * The maximum number of compressions to follow. It guards against a damaged file, and is far above what a session
 * reaches.
 */
const maxDepth = 10_000

/** Whether a session continues its parent after a compression. */
export function isContinuation(session: SessionSummary): boolean {
  return session.parentSessionId !== undefined && session.link === 'compression'
}

/** The source of sub-agent sessions, which belong to the conversation of their parent. */
export const delegateSource = 'delegate'

export function isDelegate({ source, link, parentSessionId }: SessionSummary): boolean {
  return parentSessionId !== undefined && (link === 'delegate' || source === delegateSource)
}

/** The source of sessions that other programs have with the agent. */
export const toolSource = 'tool'

/**
 * Whether lists omit a session because people do not look for it: those of sub-agents and of other programs. They are opened by
 * id or title.
 */
export function isUnlisted(session: SessionSummary): boolean {
  return isDelegate(session) || session.source === toolSource
}

/**
 * Returns the newest member of a session's lineage, in which the conversation continues. A continuation without messages is
 * skipped, unless a rewind removed all of them.
 */
export async function newestOf<Session extends SessionSummary>(
  store: SessionStore,
  session: Session,
): Promise<Session | SessionRecord> {
  let newest: Session | SessionRecord = session
  for (let depth = 0; depth < maxDepth && newest.endReason === 'compression'; depth++) {
    const children = await store.sessions.find({ parentSessionId: newest.id })
    const continuations = children.filter(isContinuation)
    const next = continuations.find(({ messageCount }) => messageCount > 0) ?? continuations[0]
    const record = next && (await store.sessions.get(next.id))
    if (!record || (record.messageCount === 0 && rewound.of(record) === undefined)) break
    newest = record
  }
  return newest
}

/** Returns the first member of a lineage. Its id is the one that people see. */
export async function rootOf(store: SessionStore, session: SessionSummary): Promise<SessionSummary> {
  let root = session
  for (let depth = 0; depth < maxDepth && isContinuation(root); depth++) {
    const parent = root.parentSessionId === undefined ? undefined : await store.sessions.get(root.parentSessionId)
    if (!parent) break
    root = parent
  }
  return root
}

/** Returns the sessions that form one conversation, oldest first: the first one and its continuations. */
export async function lineageMembers<Session extends SessionSummary>(
  store: SessionStore,
  member: Session,
): Promise<readonly (Session | SessionRecord)[]> {
  const members: (Session | SessionRecord)[] = [await newestOf(store, member)]
  for (let [oldest] = members; oldest && isContinuation(oldest); [oldest] = members) {
    const parent = oldest.parentSessionId === undefined ? undefined : await store.sessions.get(oldest.parentSessionId)
    if (!parent || members.some(({ id }) => id === parent.id)) break
    members.unshift(parent)
  }
  return members
}

/**
 * Resolves a reference to a session, by id, title, unique id prefix, or `latest`, and returns the newest member of its lineage.
 *
 * @throws {StoreError} `not-found` or `ambiguous`.
 */
export async function resolveSession(store: SessionStore, reference: string): Promise<SessionRecord> {
  const found = await store.sessions.get(reference)
  const record = found ?? (await store.sessions.get((await findByName(store, reference)).id))
  if (!record) throw unknown(reference)
  return newestOf(store, record)
}

async function findByName(store: SessionStore, reference: string): Promise<SessionSummary> {
  const [titled] = await store.sessions.find({ title: reference, limit: 1 })
  if (titled) return titled
  if (reference === 'latest') return latest(store)
  const candidates = reference === '' ? [] : await store.sessions.find({ idPrefix: reference })
  const roots = await distinctRoots(store, candidates)
  const [first] = candidates
  if (first && roots.length === 1) return first
  if (roots.length > 1) throw ambiguous(reference, roots)
  throw unknown(reference)
}

async function latest(store: SessionStore): Promise<SessionSummary> {
  const [first] = await store.sessions.find({ limit: 1, archived: false })
  const isOfPerson = first?.source !== toolSource
  const newest = isOfPerson
    ? first
    : (await store.sessions.find({ archived: false })).find(({ source }) => source !== toolSource)
  if (!newest) throw new StoreError('not-found', 'There is no session to continue yet.')
  return conversationOf(store, newest)
}

/** Returns the conversation for `latest`, which skips sub-agents: people talk to the agent that delegated the task. */
async function conversationOf(store: SessionStore, session: SessionSummary): Promise<SessionSummary> {
  let current = session
  for (let depth = 0; depth < maxDepth && current.source === delegateSource; depth++) {
    const parent = current.parentSessionId === undefined ? undefined : await store.sessions.get(current.parentSessionId)
    if (!parent) break
    current = parent
  }
  return current
}

async function distinctRoots(store: SessionStore, sessions: readonly SessionSummary[]): Promise<readonly SessionId[]> {
  const roots = await Promise.all(sessions.map((session) => rootOf(store, session)))
  return [...new Set(roots.map((root) => root.id))]
}

function unknown(reference: string): StoreError {
  return new StoreError('not-found', `No session has the id or title "${reference}": see the list of sessions.`)
}

function ambiguous(reference: string, ids: readonly SessionId[]): StoreError {
  const shown = ids.slice(0, 5).join(', ')
  return new StoreError(
    'ambiguous',
    `"${reference}" matches ${ids.length} sessions (${shown}): use more characters of the id.`,
  )
}
