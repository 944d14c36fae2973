import { deepFreeze } from '../agent/deep-freeze.js'
import { StoreError } from '../contracts/errors.js'
import type { Message } from '../contracts/message.js'
import type { SessionId } from '../contracts/session-id.js'
import type {
  MessageLog,
  SessionChanges,
  SessionQuery,
  SessionRecord,
  SessionStore,
  SessionTable,
  SideCall,
  SideUsage,
  SideUsageLog,
} from '../contracts/session-store.js'
import type { NewMessage, StoredMessage } from '../contracts/stored-message.js'
import { addUsage, noUsage } from '../contracts/usage.js'
import { createMemoryQuestions } from './memory-questions.js'

interface Entry {
  record: SessionRecord
  readonly messages: StoredMessage[]
  readonly sideUsage: SideUsage[]
}

/** A session store that lives as long as the object: for tests, and for programs that need no memory of past runs. */
export function createMemoryStore(): SessionStore {
  const entries = new Map<SessionId, Entry>()
  const questions = createMemoryQuestions((id) => entries.has(id))
  let lastMessageId = 0
  return {
    sessions: createSessionTable(entries, questions.forget),
    messages: createMessageLog(entries, () => ++lastMessageId),
    sideUsage: createSideUsageLog(entries),
    questions,
    async [Symbol.asyncDispose]() {
      entries.clear()
    },
  }
}

function createSessionTable(entries: Map<SessionId, Entry>, onDelete: (id: SessionId) => void): SessionTable {
  return {
    async create(session) {
      if (entries.has(session.id)) throw new StoreError('conflict', `There is already a session "${session.id}".`)
      checkTitle(entries, session.title)
      if (session.parentSessionId !== undefined) entryOf(entries, session.parentSessionId)
      const record: SessionRecord = {
        ...session,
        lastActivityAtMs: session.startedAtMs,
        messageCount: 0,
        toolCallCount: 0,
        apiCallCount: 0,
        usage: noUsage,
      }
      entries.set(session.id, { record, messages: [], sideUsage: [] })
      return record
    },
    async get(id) {
      return entries.get(id)?.record
    },
    async find(query = {}) {
      return [...entries.values()]
        .map((entry) => entry.record)
        .filter((record) => matches(record, query))
        .sort((a, b) => b.lastActivityAtMs - a.lastActivityAtMs)
        .slice(0, query.limit)
    },
    async update(id, changes) {
      const entry = entryOf(entries, id)
      if (changes.title !== entry.record.title) checkTitle(entries, changes.title)
      entry.record = withChanges(entry.record, changes)
      return entry.record
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

/** What is frozen cannot change behind the store's back. */
function ownCopy(message: Message): Message {
  return Object.isFrozen(message) ? message : structuredClone(message)
}

function createMessageLog(entries: Map<SessionId, Entry>, nextId: () => number): MessageLog {
  return {
    async append(id, messages, usage) {
      const entry = entryOf(entries, id)
      const stored = messages.map((entry) =>
        deepFreeze({ ...entry, message: ownCopy(entry.message), id: nextId(), sessionId: id }),
      )
      entry.messages.push(...stored)
      entry.record = {
        ...entry.record,
        lastActivityAtMs: Math.max(entry.record.lastActivityAtMs, ...messages.map((message) => message.timestampMs)),
        messageCount: entry.record.messageCount + messages.length,
        toolCallCount: entry.record.toolCallCount + messages.reduce((sum, message) => sum + callsIn(message), 0),
        apiCallCount: entry.record.apiCallCount + (usage ? 1 : 0),
        usage: usage ? addUsage(entry.record.usage, usage) : entry.record.usage,
      }
      return stored
    },
    async load(id) {
      return [...(entries.get(id)?.messages ?? [])]
    },
  }
}

function createSideUsageLog(entries: ReadonlyMap<SessionId, Entry>): SideUsageLog {
  return {
    async add(id, call) {
      const entry = entryOf(entries, id)
      const { apiCallCount, usage } = entry.record
      addSideCall(entry.sideUsage, call)
      entry.record = { ...entry.record, apiCallCount: apiCallCount + 1, usage: addUsage(usage, call.usage) }
    },
    async load(id) {
      return (entries.get(id)?.sideUsage ?? []).toSorted((a, b) => compare(accountOf(a), accountOf(b)))
    },
  }
}

function addSideCall(accounts: SideUsage[], call: SideCall): void {
  const place = accounts.findIndex((account) => accountOf(account) === accountOf(call))
  const { apiCallCount, usage } = accounts[place] ?? { apiCallCount: 0, usage: noUsage }
  const { task, provider, model } = call
  const account = { task, provider, model, apiCallCount: apiCallCount + 1, usage: addUsage(usage, call.usage) }
  accounts.splice(place === -1 ? accounts.length : place, 1, deepFreeze(account))
}

function accountOf({ task, provider, model }: SideCall): string {
  return JSON.stringify([task, provider, model])
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
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

function matches(record: SessionRecord, query: SessionQuery): boolean {
  return (
    (query.idPrefix === undefined || record.id.startsWith(query.idPrefix)) &&
    (query.title === undefined || record.title === query.title) &&
    (query.source === undefined || record.source === query.source) &&
    (query.parentSessionId === undefined || (record.parentSessionId ?? null) === query.parentSessionId)
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
