import { createLaneClaims } from '../claims/create-lane-claims.js'
import { StoreError } from '../contracts/errors/errors.js'
import type { Message } from '../contracts/model/message.js'
import { addUsage } from '../contracts/model/usage.js'
import type { WriteGuard } from '../contracts/sessions/lane-claims.js'
import type {
  NewSession,
  SessionChanges,
  SessionQuery,
  SessionRecord,
  SessionStore,
  SessionSummary,
  SessionTable,
} from '../contracts/sessions/session-store.js'
import type { NewMessage, StoredMessage } from '../contracts/sessions/stored-message.js'
import type { ModelCall, UsageAccount } from '../contracts/sessions/usage-log.js'
import type { SessionId } from '../contracts/values/session-id.js'
import { deepFreeze } from '../json/deep-freeze.js'
import { createWorkQueue } from '../queue/create-work-queue.js'
import { createMemoryClaims } from './memory-claims.js'
import { createMemoryQuestions } from './memory-questions.js'
import { findAccounts, withCall } from './memory-usage.js'
import { createMemoryValues } from './memory-values.js'
import { createMemoryWork } from './memory-work.js'
import { newRecord } from './new-record.js'

interface Entry {
  record: SessionRecord
  usage: readonly UsageAccount[]
  readonly messages: StoredMessage[]
}

/** Creates a session store that lives as long as the object: for tests, and for programs that keep no history. */
export function createMemoryStore(): SessionStore {
  const entries = new Map<SessionId, Entry>()
  const hasSession = (id: SessionId) => entries.has(id)
  const questions = createMemoryQuestions(hasSession)
  const values = createMemoryValues({ hasSession })
  const append = createAppend()
  let lastFence = 0
  const nextFence = () => ++lastFence
  const claims = createMemoryClaims(nextFence)
  const work = createMemoryWork(nextFence)
  const forget = (id: SessionId) => {
    questions.forget(id)
    values.forget(id)
  }
  return {
    sessions: createSessionTable(entries, append, { onDelete: forget, check: claims.check }),
    messages: {
      async append(id, messages, { calls, guard, settles, puts = [] } = {}) {
        const entry = entryOf(entries, id)
        claims.check(guard)
        if (settles) work.check(settles)
        const stored = append(entry, messages, calls)
        if (settles) work.settle(settles)
        for (const item of puts) work.add(item)
        return stored
      },
      async load(id, { limit, fromEnd = false } = {}) {
        const messages = entries.get(id)?.messages ?? []
        return fromEnd && limit !== undefined
          ? messages.slice(Math.max(0, messages.length - limit))
          : messages.slice(0, limit)
      },
    },
    usage: {
      async add(id, call) {
        count(entryOf(entries, id), call)
      },
      async accounts(query = {}) {
        const accounts = [...entries.values()].flatMap(({ usage }) => usage)
        return findAccounts(accounts, query)
      },
    },
    questions,
    values,
    queue: createWorkQueue(work),
    claims: createLaneClaims(claims),
    async [Symbol.asyncDispose]() {
      work.close()
      entries.clear()
    },
  }
}

interface SessionTableHooks {
  onDelete(id: SessionId): void
  /** Checks a guard. @throws {StoreError} `fenced`. */
  check(guard: WriteGuard | undefined): void
}

function createSessionTable(
  entries: Map<SessionId, Entry>,
  append: Append,
  { onDelete, check }: SessionTableHooks,
): SessionTable {
  const create = (session: NewSession): Entry => {
    if (entries.has(session.id)) throw new StoreError('conflict', `There is already a session "${session.id}".`)
    checkTitle(entries, session.title)
    if (session.parentSessionId !== undefined) entryOf(entries, session.parentSessionId)
    const entry: Entry = { record: newRecord(session), messages: [], usage: [] }
    entries.set(session.id, entry)
    return entry
  }
  return {
    async create(session, { guard } = {}) {
      check(guard)
      return create(session).record
    },
    async get(id) {
      return entries.get(id)?.record
    },
    async find(query = {}) {
      return [...entries.values()]
        .map((entry) => summaryOf(entry.record))
        .filter((session) => matches(session, query))
        .sort((a, b) => b.lastActivityAtMs - a.lastActivityAtMs)
        .slice(0, query.limit)
    },
    async update(id, changes, { guard } = {}) {
      check(guard)
      const entry = entryOf(entries, id)
      if (changes.title !== entry.record.title) checkTitle(entries, changes.title)
      entry.record = withChanges(entry.record, changes)
      return entry.record
    },
    async split(id, { messages, contextState, atMs, ...child }, { guard } = {}) {
      check(guard)
      const parent = entryOf(entries, id)
      if (parent.record.endReason === 'compression') {
        throw new StoreError('conflict', `Session "${id}" was split already: use its continuation.`)
      }
      const { source, userId, workingDirectory } = parent.record
      const entry = create({
        ...child,
        source,
        parentSessionId: id,
        link: 'compression',
        startedAtMs: atMs,
        ...(userId !== undefined && { userId }),
        ...(workingDirectory !== undefined && { workingDirectory }),
      })
      const stored = append(entry, messages)
      parent.record = { ...parent.record, endReason: 'compression', endedAtMs: atMs }
      if (contextState) entry.record = { ...entry.record, contextState }
      return { record: entry.record, messages: stored }
    },
    async delete(id) {
      for (const entry of entries.values()) {
        if (entry.record.parentSessionId !== id) continue
        const { parentSessionId: _, ...orphan } = entry.record
        entry.record = orphan
      }
      onDelete(id)
      return entries.delete(id)
    },
  }
}

function summaryOf(record: SessionRecord): SessionSummary {
  const { notes: _, systemPrompt: __, contextState: ___, ...summary } = record
  return summary
}

/** Returns a frozen copy, so that callers cannot change stored data. */
function ownCopy(message: Message): Message {
  if (Object.isFrozen(message)) return message
  const isFlat = message.role === 'tool' && typeof message.content === 'string'
  return isFlat ? { ...message } : structuredClone(message)
}

type Append = (entry: Entry, messages: readonly NewMessage[], calls?: readonly ModelCall[]) => readonly StoredMessage[]

function createAppend(): Append {
  let lastId = 0
  return (entry, messages, calls = []) => {
    const { id: sessionId } = entry.record
    const stored = messages.map((given) =>
      deepFreeze({ ...given, message: ownCopy(given.message), id: ++lastId, sessionId }),
    )
    entry.messages.push(...stored)
    entry.record = {
      ...entry.record,
      lastActivityAtMs: Math.max(entry.record.lastActivityAtMs, ...messages.map((message) => message.timestampMs)),
      messageCount: entry.record.messageCount + messages.length,
      toolCallCount: entry.record.toolCallCount + messages.reduce((sum, message) => sum + callsIn(message), 0),
    }
    for (const call of calls) count(entry, call)
    return stored
  }
}

function count(entry: Entry, call: ModelCall): void {
  const { id, apiCallCount, usage } = entry.record
  entry.usage = withCall(entry.usage, id, call)
  entry.record = { ...entry.record, apiCallCount: apiCallCount + 1, usage: addUsage(usage, call.usage) }
}

function entryOf(entries: ReadonlyMap<SessionId, Entry>, id: SessionId): Entry {
  const entry = entries.get(id)
  if (!entry) throw new StoreError('not-found', `There is no session "${id}".`)
  return entry
}

function checkTitle(entries: ReadonlyMap<SessionId, Entry>, title: string | null | undefined): void {
  if (isGiven(title) && [...entries.values()].some((entry) => entry.record.title === title)) {
    throw new StoreError('conflict', `There is already a session with the title "${title}".`)
  }
}

function matches(record: SessionSummary, query: SessionQuery): boolean {
  return (
    (query.idPrefix === undefined || record.id.startsWith(query.idPrefix)) &&
    (query.title === undefined || record.title === query.title) &&
    (query.source === undefined || record.source === query.source) &&
    (query.parentSessionId === undefined || (record.parentSessionId ?? null) === query.parentSessionId) &&
    (query.archived === undefined || record.archived === query.archived)
  )
}

function withChanges(record: SessionRecord, changes: SessionChanges): SessionRecord {
  const { title, endedAtMs, endReason, contextState, ...kept } = { ...record, ...changes }
  return {
    ...kept,
    ...(isGiven(title) && { title }),
    ...(isGiven(endedAtMs) && { endedAtMs }),
    ...(isGiven(endReason) && { endReason }),
    ...(isGiven(contextState) && { contextState }),
  }
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined
}

function callsIn({ message }: NewMessage): number {
  return message.role === 'assistant' ? (message.tool_calls?.length ?? 0) : 0
}
