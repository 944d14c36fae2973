import type { SessionId, SessionStore, SessionSummary } from '@hermes/core'
import { rootOf, type SearchHit, type SearchQuery } from '@hermes/core/sessions'
import { describeMessage, describeSession } from './describe-message.js'
import { keyOf, loadConversation } from './load-conversation.js'

export interface FoundSession {
  readonly session: SessionSummary
  readonly hits: readonly SearchHit[]
}

const hitsPerSession = 3
/** Number of hits to request, because one conversation may contain many of the best ones. */
const hitsAsked = 60
const around = 5
const bookends = 3

export interface SessionsWish {
  readonly query: SearchQuery
  /** Maximum number of sessions. */
  readonly limit: number
  /** Session whose messages the model already sees. */
  readonly exceptId: SessionId
}

/** Returns the sessions with the best hits, best first, by their public ids. */
export async function searchSessions(
  store: SessionStore,
  { query, limit, exceptId }: SessionsWish,
): Promise<readonly FoundSession[]> {
  const all = (await store.search?.find({ ...query, limit: hitsAsked })) ?? []
  const hits = all.filter(({ message }) => message.sessionId !== exceptId)
  const sessions = new Map<string, { session: SessionSummary; hits: SearchHit[]; keys: Set<string> }>()
  for (const hit of hits) {
    const record = await store.sessions.get(hit.message.sessionId)
    if (!record) continue
    const session = await rootOf(store, record)
    const found = sessions.get(session.id) ?? { session, hits: [], keys: new Set<string>() }
    const key = keyOf(hit.message)
    if (found.hits.length < hitsPerSession && !found.keys.has(key)) found.hits.push(hit)
    found.keys.add(key)
    sessions.set(session.id, found)
    if (sessions.size > limit) break
  }
  return [...sessions.values()].slice(0, limit)
}

/**
 * Describes the best session with context around its hit, its start and its end, and the others with their hits. With
 * `full`, describes all sessions like the best one.
 */
export async function describeFound(
  store: SessionStore,
  found: readonly FoundSession[],
  detail: 'brief' | 'full',
): Promise<string> {
  if (found.length === 0)
    return 'Nothing was found. Fewer or other words may help; OR, "a phrase" and a trailing * work.'
  const parts: string[] = []
  for (const [index, each] of found.entries()) {
    parts.push(index === 0 || detail === 'full' ? await describeBest(store, each) : describeHits(each))
  }
  return parts.join('\n\n')
}

function describeHits({ session, hits }: FoundSession): string {
  const lines = hits.map(({ message, snippet }) => `#${message.id} ${message.message.role}: ${snippet}`)
  return [describeSession(session), ...lines].join('\n')
}

async function describeBest(store: SessionStore, { session, hits }: FoundSession): Promise<string> {
  const messages = await loadConversation(store, session)
  const key = hits[0] && keyOf(hits[0].message)
  const at = messages.findIndex((message) => keyOf(message) === key)
  const near = messages.slice(Math.max(0, at - around), at + around + 1)
  const spoken = messages.filter(({ message }) => message.role === 'user' || message.role === 'assistant')
  const missing = (list: typeof messages) => list.filter((message) => !near.includes(message))
  return [
    describeSession(session),
    ...missing(spoken.slice(0, bookends)).map((message) => `begins ${describeMessage(message, 200)}`),
    ...near.map((message) => describeMessage(message, message === messages[at] ? 1_500 : 400)),
    ...missing(spoken.slice(-bookends)).map((message) => `ends ${describeMessage(message, 200)}`),
  ].join('\n')
}
