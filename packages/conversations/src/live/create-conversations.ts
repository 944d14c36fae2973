import {
  type AgentServices,
  type Choice,
  createMemoryStore,
  type SessionId,
  type SessionRecord,
  type SessionSeed,
  type SessionStore,
  StoreError,
} from '@hermes/core'
import type { QuestionDesk } from '@hermes/core/questions'
import { generateSessionId, isCutShort as isCutShortIn, newestOf, rootOf } from '@hermes/core/sessions'
import { type AgentFor, withDefaultServices } from '@hermes/core/wiring'
import { createChoices } from '../choice/choices.js'
import type { CommandTable } from '../commands/command.js'
import type { BeginningTurn } from '../contracts/beginning-turn.js'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { Conversation, Conversations, Sender } from '../contracts/conversation.js'
import type { ConversationTarget, KnownTarget } from '../contracts/conversation-target.js'
import type { EndedTurn } from '../contracts/ended-turn.js'
import type { Submission } from '../contracts/submission.js'
import { type CompressionSettings, createBackgroundCompression } from './compression/background-compression.js'
import type { ConversationHost } from './conversation-host.js'
import { createInputQueue } from './input/input-queue.js'
import { createKeys } from './keys.js'
import { LiveConversation } from './live-conversation.js'
import { LiveTable } from './live-table.js'
import { createRecoveries } from './recoveries.js'

export interface ConversationsOptions {
  /** Also used by the agents. */
  readonly store: SessionStore
  /** Called before each turn. */
  readonly agentFor: AgentFor
  /** Default: no commands. */
  readonly commands?: CommandTable
  /** The question desk of the agents' tools. Default: onlookers cannot answer questions. */
  readonly questions?: QuestionDesk
  /** How to handle a message during a turn. Default `queue`. */
  readonly busyMode?: BusyMode
  /**
   * When to compress conversations between turns; called after each turn. Default: they are only compressed within turns.
   */
  readonly compression?: () => CompressionSettings | undefined
  /**
   * Called before each turn that begins with a message, while nothing runs on the conversation: for what happened between turns. An error
   * is logged, and the turn begins.
   */
  readonly beforeTurn?: (turn: BeginningTurn) => Promise<void>
  /**
   * Called after each turn, before its submission ends: for accounting. An error is logged, and the conversation continues.
   */
  readonly onTurnEnd?: (turn: EndedTurn) => void | Promise<void>
  /**
   * How many processes may die while they continue the same turn with {@link Conversations.finish}; asked before each attempt. Default 3.
   */
  readonly maxRecoveries?: () => number
  readonly services?: Pick<AgentServices, 'now' | 'randomHex' | 'logger'>
}

const defaultRecoveries = 3

/**
 * Creates the conversations of a store for one process. Nothing is read before the first one is opened.
 *
 * @example
 * ```ts
 * const conversations = createConversations({ store, agentFor: async () => ({ agent, model: { id: 'gpt-5.2', provider: 'openai' } }) })
 * const conversation = await conversations.open({ seed: { source: 'my-app' } })
 * for await (const event of conversation.events({ signal })) render(event)
 * ```
 */
export function createConversations(options: ConversationsOptions): Conversations {
  const { store, agentFor, commands, questions, busyMode = 'queue', beforeTurn, onTurnEnd } = options
  const services = withDefaultServices(options.services)
  const compression = options.compression && createBackgroundCompression({ settings: options.compression, ...services })
  const newId = createIds(services.randomHex)
  const { values, queue } = withMemory(store)
  const inputs = createInputQueue({ queue, isDurable: store.queue !== undefined, logger: services.logger, newId })
  const most = options.maxRecoveries ?? (() => defaultRecoveries)
  const recoveries = createRecoveries({ store, values, most, process: services.randomHex(16) })
  const [keys, choices] = [createKeys(values), createChoices(values)]
  const table = new LiveTable()
  const opening = new Map<SessionId, Promise<LiveConversation>>()
  let isClosing = false

  async function open(target: ConversationTarget): Promise<Conversation> {
    if ('key' in target) {
      const newId = generateSessionId(services)
      const id = await (target.fresh ? keys.replace(target.key, newId) : keys.resolve(target.key, newId))
      return begin({ id, seed: target.seed, usual: target.choice })
    }
    if ('seed' in target) return target.id === undefined ? beginNew(target) : begin({ ...target, id: target.id })
    const record = await store.sessions.get(target.id)
    const unstored = record ? undefined : table.get(target.id)
    if (unstored) return unstored
    if (!record) throw new StoreError('not-found', `There is no conversation "${target.id}".`)
    return resume(record)
  }

  async function begin(target: Beginning): Promise<LiveConversation> {
    const record = await store.sessions.get(target.id)
    return record ? resume(record) : enliven(target.id, () => create(target))
  }

  /** The id is generated here, so the store cannot have anything for it. */
  function beginNew(target: Omit<Beginning, 'id'>): Promise<LiveConversation> {
    return create({ ...target, id: generateSessionId(services), isNew: true })
  }

  async function resume(record: SessionRecord): Promise<LiveConversation> {
    const { id } = await rootOf(store, record)
    return enliven(id, () => create({ id, seed: {}, record }))
  }

  /** Concurrent calls for one conversation return the same object. */
  function enliven(id: SessionId, make: () => Promise<LiveConversation>): LiveConversation | Promise<LiveConversation> {
    const known = table.get(id) ?? opening.get(id)
    if (known) return known
    const made = make().finally(() => opening.delete(id))
    opening.set(id, made)
    return made
  }

  async function finish(target: KnownTarget, from: Sender): Promise<Submission> {
    const beginning = await find(target)
    let submission: Submission | undefined
    const first = (conversation: LiveConversation) => {
      submission = conversation.finish(from)
    }
    const conversation = await enliven(beginning.id, () => create({ ...beginning, first }))
    if (submission) return submission
    submission = conversation.finish(from)
    await conversation.resumeQueued()
    return submission
  }

  async function find(target: KnownTarget): Promise<Beginning> {
    const id = 'key' in target ? await keys.resolve(target.key, generateSessionId(services)) : target.id
    const seed = 'key' in target ? target.seed : {}
    const usual = 'key' in target ? target.choice : undefined
    const record = await store.sessions.get(id)
    if (record) return { id: (await rootOf(store, record)).id, seed, record }
    if ('key' in target || table.get(id)) return { id, seed, usual }
    throw new StoreError('not-found', `There is no conversation "${id}".`)
  }

  async function create({
    id,
    seed,
    choice: given,
    usual,
    record,
    first,
    isNew = false,
  }: Beginning): Promise<LiveConversation> {
    const stored = given || isNew ? {} : await choices.load(id)
    const choice = given ?? (Object.keys(stored).length === 0 && !record ? (usual ?? stored) : stored)
    if (choice !== stored) await choices.store(id, choice)
    const conversation = new LiveConversation({
      host,
      id,
      seed,
      choice,
      isStored: record !== undefined,
      canContinue: record !== undefined && (await isCutShort(store, id)),
      onChange: (changed) => table.update(changed),
    })
    table.add(conversation)
    first?.(conversation)
    if (!isNew) await conversation.resumeQueued()
    return conversation
  }

  async function drain({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    isClosing = true
    const stop = () => {
      for (const conversation of table.active) conversation.interrupt('The process is stopping.')
    }
    const stopped = inputs.stop()
    const drained = Promise.all(table.active.map((conversation) => conversation.drain()))
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop)
    await drained
    await stopped
    signal?.removeEventListener('abort', stop)
  }

  const conversations: Conversations = {
    open,
    finish,
    async assign(key, id) {
      await keys.replace(key, id)
    },
    get live() {
      return table.active
    },
    get isClosing() {
      return isClosing
    },
    async resumeQueued() {
      const ids = await inputs.conversations()
      for (const id of ids) await begin({ id, seed: {} })
      return ids.length
    },
    drain,
    async [Symbol.asyncDispose]() {
      await drain({ signal: AbortSignal.abort() })
      for (const conversation of table.active) conversation.close()
    },
  }
  const host: ConversationHost = {
    store,
    agentFor,
    commands,
    questions,
    busyMode,
    beforeTurn,
    onTurnEnd,
    compression,
    services,
    conversations,
    newId,
    inputsOf: inputs.of,
    isCutShort: (id) => isCutShort(store, id),
    recoveries,
    storeChoice: (id, choice) => choices.store(id, choice),
  }
  return conversations
}

/** Generates ids; only the first one costs random bytes. */
function createIds(randomHex: (digits: number) => string): () => string {
  const prefix = randomHex(16)
  let last = 0
  return () => `${prefix}-${++last}`
}

interface Beginning {
  readonly id: SessionId
  readonly seed: SessionSeed
  readonly choice?: Choice
  /** For a new conversation without a stored choice. */
  readonly usual?: Choice | undefined
  readonly record?: SessionRecord
  /** The id has just been generated. Default: it may be known. */
  readonly isNew?: boolean
  /** Called before queued inputs are taken over. */
  readonly first?: (conversation: LiveConversation) => void
}

/** For a store with conversations only: keys, choices and queued inputs then last as long as the process. */
function withMemory({ values, queue }: SessionStore): Required<Pick<SessionStore, 'values' | 'queue'>> {
  const memory: Pick<SessionStore, 'values' | 'queue'> = values && queue ? {} : createMemoryStore()
  const complete = { values: values ?? memory.values, queue: queue ?? memory.queue }
  if (!complete.values || !complete.queue) throw new TypeError('The store in memory lacks a part.')
  return { values: complete.values, queue: complete.queue }
}

async function isCutShort(store: SessionStore, id: SessionId): Promise<boolean> {
  const record = await store.sessions.get(id)
  if (!record) return false
  const messages = await store.messages.load((await newestOf(store, record)).id)
  return isCutShortIn(messages)
}
