import { type SessionId, type SessionRecord, StoreError } from '@hermes/core'
import { generateSessionId, rootOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import { createChoices } from '../choice/choices.js'
import type { Conversation, Conversations, Sender } from '../contracts/conversation.js'
import type { ConversationTarget, KnownTarget } from '../contracts/conversation-target.js'
import type { Submission } from '../contracts/submission.js'
import { latestInput } from '../stored/latest-input.js'
import type { Beginning } from './beginning.js'
import { createBackgroundCompression } from './compression/background-compression.js'
import type { ConversationHost } from './conversation-host.js'
import type { ConversationsOptions } from './conversations-options.js'
import { createIds } from './create-ids.js'
import { createInputQueue } from './input/input-queue.js'
import { isRootCutShort } from './is-root-cut-short.js'
import { isTurnLeft } from './is-turn-left.js'
import { createKeys } from './keys.js'
import { LiveConversation } from './live-conversation.js'
import { LiveTable } from './live-table.js'
import { createRecoveries } from './recoveries.js'
import { withMemory } from './with-memory.js'

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
  const { store, agentFor, commands, questions, busyMode = 'queue' } = options
  const { admitTurn, beforeTurn, onTurnEnd, onSideCall, onNotice } = options
  const services = withDefaultServices(options.services)
  const compression = options.compression && createBackgroundCompression({ settings: options.compression, ...services })
  const newId = createIds(services.randomHex)
  const newSessionId = () => generateSessionId(services)
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
      const id = await (target.fresh
        ? keys.replace(target.key, newSessionId())
        : keys.resolve(target.key, newSessionId))
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

  /** Starts a new conversation. Its id is generated here, so the store cannot contain anything for it. */
  function beginNew(target: Omit<Beginning, 'id'>): Promise<LiveConversation> {
    return create({ ...target, id: newSessionId(), isNew: true })
  }

  async function resume(record: SessionRecord): Promise<LiveConversation> {
    const root = await rootOf(store, record)
    return enliven(root.id, () => create({ id: root.id, seed: {}, root }))
  }

  /** Returns the live conversation; concurrent calls for one conversation return the same object. */
  function enliven(id: SessionId, make: () => Promise<LiveConversation>): LiveConversation | Promise<LiveConversation> {
    const known = table.get(id) ?? opening.get(id)
    if (known) return known
    const made = make().finally(() => opening.delete(id))
    opening.set(id, made)
    return made
  }

  async function finish(target: KnownTarget, from: Sender, given?: string): Promise<Submission> {
    const beginning = await find(target)
    const inputId = given ?? (await latestInput(store, beginning.id))
    let submission: Submission | undefined
    const first = (conversation: LiveConversation) => {
      submission = conversation.finish(from, inputId)
    }
    const conversation = await enliven(beginning.id, () => create({ ...beginning, first }))
    if (submission) return submission
    submission = conversation.finish(from, inputId)
    await conversation.resumeQueued()
    return submission
  }

  async function find(target: KnownTarget): Promise<Beginning> {
    const id = 'key' in target ? await keys.resolve(target.key, newSessionId) : target.id
    const seed = 'key' in target ? target.seed : {}
    const usual = 'key' in target ? target.choice : undefined
    const record = await store.sessions.get(id)
    const root = record && (await rootOf(store, record))
    if (root) return { id: root.id, seed, root }
    if ('key' in target || table.get(id)) return { id, seed, usual }
    throw new StoreError('not-found', `There is no conversation "${id}".`)
  }

  async function create({
    id,
    seed,
    choice: given,
    usual,
    root,
    first,
    isNew = false,
  }: Beginning): Promise<LiveConversation> {
    const stored = given || isNew ? {} : await choices.load(id)
    const choice = given ?? (Object.keys(stored).length === 0 && !root ? (usual ?? stored) : stored)
    if (choice !== stored) await choices.store(id, choice)
    const conversation = new LiveConversation({
      host,
      id,
      seed,
      userId: root ? root.userId : seed.userId,
      choice,
      isStored: root !== undefined,
      canContinue: root !== undefined && (await isRootCutShort(store, root)),
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
      for (const conversation of table.active) conversation.cutShort('The process is stopping.')
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
    idOf: keys.find,
    async assign(key, id) {
      await keys.replace(key, id)
    },
    async queuedIn(id) {
      const record = await store.sessions.get(id)
      const queued = await inputs.of(record ? (await rootOf(store, record)).id : id).list()
      return queued.map(({ input }) => input.id)
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
    admitTurn,
    beforeTurn,
    onTurnEnd,
    onSideCall,
    onNotice,
    compression,
    services,
    conversations,
    newId,
    inputsOf: inputs.of,
    async isCutShort(id) {
      const root = await store.sessions.get(id)
      return root !== undefined && isRootCutShort(store, root)
    },
    isTurnLeft: (id, inputId) => isTurnLeft(store, id, inputId),
    recoveries,
    storeChoice: (id, choice) => choices.store(id, choice),
  }
  return conversations
}
