import {
  describeError,
  type Logger,
  type SessionId,
  type SessionStore,
  type SessionSummary,
  type StoredMessage,
  StoreError,
  silentLogger,
  textOf,
} from '@hermes/core'
import { delegateSource, isContinuation, newestOf, rootOf } from '@hermes/core/sessions'
import type { ChildStatus } from './child-result.js'
import { shortGoal } from './short-goal.js'

/**
 * What became of children, as their sessions say: a child's session has an end reason once the child has ended, and is
 * closed once its parent knows of that. So it is not lost, and told once, whatever happens to the process in between.
 */
export interface ChildLedger {
  /** The id that all sessions of one conversation share, however often it was compressed. */
  conversationOf(sessionId: SessionId): Promise<SessionId>
  /** The child has ended. A failure is logged: what the child did is in its session all the same. */
  end(childId: SessionId, status: ChildStatus): Promise<void>
  /** The parent knows it. A failure is logged. */
  close(childId: SessionId): Promise<void>
  /** Stores a message to the parent's model that tells it of these children, and closes them. */
  tell(sessionId: SessionId, text: string, childIds: readonly SessionId[]): Promise<void>
  /** Which of these children the parent was told of, whether or not they could be closed then. */
  toldOf(sessionId: SessionId, childIds: readonly SessionId[]): Promise<readonly SessionId[]>
  /** The children of a conversation, newest first. */
  children(conversation: SessionId, filter?: { readonly areOpen: boolean }): Promise<readonly StoredChild[]>
}

/** How the message begins that tells of children. */
export const newsHeading = '[Not from the user: tasks that you handed on have ended.]'

/** A child as its session shows it. */
export interface StoredChild {
  readonly id: SessionId
  readonly goal: string
  /** `unknown` of a child that never ended: it still runs, or went down with its process. */
  readonly status: ChildStatus | 'unknown'
  /** The last thing that it said. */
  readonly summary: string
}

export interface ChildLedgerOptions {
  readonly store: SessionStore
  /** Default `Date.now`. */
  readonly now?: () => number
  readonly logger?: Logger
}

export function createChildLedger({ store, now = Date.now, logger = silentLogger }: ChildLedgerOptions): ChildLedger {
  /** A child that was compressed goes on in another session. */
  const newest = async (id: SessionId) => {
    const found = await store.sessions.get(id)
    return found && (await newestOf(store, found))
  }
  const contained = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      logger.log('warn', `It could not be stored what became of a sub-agent: ${describeError(error)}`)
    }
  }
  const close = async (id: SessionId, status?: ChildStatus | 'unknown') => {
    const child = await newest(id)
    const endReason = child?.endReason ?? status
    if (child) await store.sessions.update(child.id, { endedAtMs: now(), ...(endReason && { endReason }) })
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
    async tell(sessionId, text, childIds) {
      const parent = await newest(sessionId)
      if (!parent) throw new StoreError('not-found', `There is no session "${sessionId}" to tell of its sub-agents.`)
      await store.messages.append(parent.id, [{ message: { role: 'user', content: text }, timestampMs: now() }])
      for (const id of childIds) await close(id, 'unknown')
    },
    async toldOf(sessionId, childIds) {
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
  }
}

/** The program died between the answer and the note that it was the last one. */
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
