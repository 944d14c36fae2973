import {
  type ContentOrigin,
  describeError,
  type Logger,
  type SessionId,
  type SessionStore,
  type SessionSummary,
  type StoredMessage,
  silentLogger,
  textOf,
} from '@hermes/core'
import { originsNote } from '@hermes/core/origins'
import { delegateSource, isContinuation, newestOf, rootOf } from '@hermes/core/sessions'
import type { ChildStatus } from './child-result.js'
import { shortGoal } from './short-goal.js'

/**
 * Stores how children ended, in their sessions. A session gets an end reason when its child ends, and is closed when
 * the end was reported to the parent. No end is lost or reported twice, even after a crash.
 */
export interface ChildLedger {
  /** Returns the id shared by all sessions of one conversation, across compressions. */
  conversationOf(sessionId: SessionId): Promise<SessionId>
  /** Records the end of a child. A failure is only logged, because the child's work is stored in its session anyway. */
  end(childId: SessionId, status: ChildStatus): Promise<void>
  /** Records that the end was reported to the parent. A failure is only logged. */
  close(childId: SessionId): Promise<void>
  /** Returns the children that were reported to the parent, whether or not their sessions could be closed. */
  reportedAmong(sessionId: SessionId, childIds: readonly SessionId[]): Promise<readonly SessionId[]>
  /** Returns the children of a conversation, newest first. */
  children(conversation: SessionId, filter?: { readonly areOpen: boolean }): Promise<readonly StoredChild[]>
}

/** First line of a message about ended children. */
export const newsHeading = '[Not from the user: tasks that you handed on have ended.]'

/** Child as stored in its session. */
export interface StoredChild {
  readonly id: SessionId
  readonly goal: string
  /** How the child ended. `unknown`: the child is still running, or its process crashed. */
  readonly status: ChildStatus | 'unknown'
  /** Last message of the child. */
  readonly summary: string
  /** Untrusted content that the child has read. */
  readonly origins: readonly ContentOrigin[]
}

export interface ChildLedgerOptions {
  readonly store: SessionStore
  /** Default: `Date.now`. */
  readonly now?: () => number
  readonly logger?: Logger
}

export function createChildLedger({ store, now = Date.now, logger = silentLogger }: ChildLedgerOptions): ChildLedger {
  /** Returns the newest session of a child. A compressed child continues in another session. */
  const newest = async (id: SessionId) => {
    const found = await store.sessions.get(id)
    return found && (await newestOf(store, found))
  }
  const contained = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      logger.log('warn', `The end of a sub-agent could not be stored: ${describeError(error)}`)
    }
  }
  const close = async (id: SessionId) => {
    const child = await newest(id)
    if (child) await store.sessions.update(child.id, { endedAtMs: now(), endReason: child.endReason ?? 'unknown' })
  }

  return {
    async conversationOf(sessionId) {
      const record = await store.sessions.get(sessionId)
      return record ? (await rootOf(store, record)).id : sessionId
    },
    end: (childId, status) =>
      contained(async () => {
        const child = await newest(childId)
        if (child) await store.sessions.update(child.id, { endReason: status, endedAtMs: null })
      }),
    close: (childId) => contained(() => close(childId)),
    async reportedAmong(sessionId, childIds) {
      const parent = await newest(sessionId)
      const messages = parent ? await store.messages.load(parent.id) : []
      const texts = messages.flatMap(({ message: { role, content } }) => (role === 'user' ? textOf(content) : []))
      const news = texts.filter((text) => text.includes(newsHeading))
      return childIds.filter((id) => news.some((text) => text.includes(id)))
    },
    async children(conversation, { areOpen } = { areOpen: false }) {
      const found = await store.sessions.find({ parentSessionId: conversation, source: delegateSource })
      const firsts = found.filter((record) => !isContinuation(record))
      const children = await Promise.all(firsts.map(async (first) => ({ first, last: await newestOf(store, first) })))
      const wanted = children.filter(({ last }) => !areOpen || last.endedAtMs === undefined)
      return Promise.all(wanted.map(({ first, last }) => toStoredChild(store, first, last)))
    },
  }
}

async function toStoredChild(store: SessionStore, first: SessionSummary, last: SessionSummary): Promise<StoredChild> {
  const begun = await store.messages.load(first.id)
  const record = await store.sessions.get(last.id)
  const asked = begun.find(({ message }) => message.role === 'user')
  const newest = first === last ? begun : await store.messages.load(last.id)
  const said = newest.findLast(
    ({ message: { role, content } }) => role === 'assistant' && textOf(content).trim() !== '',
  )
  return {
    id: first.id,
    goal: shortGoal(textOf(asked?.message.content ?? '')),
    status: last.endReason === undefined && hasAnswered(newest) ? 'completed' : toStatus(last.endReason),
    summary: textOf(said?.message.content ?? ''),
    origins: (record && originsNote.of(record)?.read) ?? [],
  }
}

/** Returns whether the child answered. True when the process crashed after the final answer but before recording the end. */
function hasAnswered(stored: readonly StoredMessage[]): boolean {
  const last = stored.at(-1)
  return last?.message.role === 'assistant' && !last.message.tool_calls && last.finishReason === 'stop'
}

const statuses: readonly ChildStatus[] = [
  'completed',
  'failed',
  'interrupted',
  'exhausted',
  'halted',
  'stalled',
  'invalid-output',
]

function toStatus(endReason: string | undefined): StoredChild['status'] {
  return statuses.find((status) => status === endReason) ?? 'unknown'
}
