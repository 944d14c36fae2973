import type {
  Conversation,
  ConversationEvent,
  Conversations,
  ConversationsOptions,
  OnlookOptions,
  Sender,
} from '@hermes/conversations'
import {
  type Choice,
  type ChosenModel,
  ConfigError,
  createAgent,
  type Message,
  type SessionStore,
  type ToolExecutor,
} from '@hermes/core'
import { createQuestionDesk, type QuestionDesk } from '@hermes/core/questions'
import { type ScriptedReply, type ScriptedTransport, scripted } from '../../fakes/scripted-transport.js'

/** A user at a terminal. */
export const owner: Sender = { person: { id: 'local', role: 'admin' }, surface: { kind: 'terminal' } }
export const guest: Sender = { person: { id: 'guest', role: 'anyone' }, surface: { kind: 'chat', name: 'telegram' } }

export interface ConversationWorld extends AsyncDisposable {
  readonly store: SessionStore
  readonly desk: QuestionDesk
  /** Starts a process on the store: its conversations, and the model that answers in them. */
  start(script: Iterable<ScriptedReply>, options?: StartOptions): Process
}

export interface StartOptions extends Partial<ConversationsOptions> {
  readonly tools?: ToolExecutor
}

export interface Process {
  readonly conversations: Conversations
  readonly transport: ScriptedTransport
  /** The choices for which agents were requested. */
  readonly asked: readonly Choice[]
}

/** A model that reports how to reach it. */
export const placed = {
  id: 'placed',
  provider: 'lab',
  reference: {
    model: 'placed',
    provider: 'lab',
    baseUrl: 'http://127.0.0.1:1/v1',
    apiMode: 'anthropic_messages',
    contextWindow: 8_000,
  },
} as const satisfies ChosenModel

/** Models that a choice may name. */
const models: Readonly<Record<string, ChosenModel>> = {
  large: { id: 'large', provider: 'lab', price: { input: 3_000_000, output: 15_000_000, cacheRead: 300_000 } },
  small: { id: 'small', provider: 'lab', price: { input: 1_000_000, output: 5_000_000, cacheRead: 100_000 } },
  unpriced: { id: 'unpriced', provider: 'lab' },
  placed,
}

export function createWorld(
  store: SessionStore,
  createConversations: (options: ConversationsOptions) => Conversations,
): ConversationWorld {
  const started: Conversations[] = []
  if (!store.questions) throw new Error('The suite needs a store with questions.')
  const desk = createQuestionDesk({ table: store.questions })
  return {
    store,
    desk,
    start(script, { tools, ...options } = {}) {
      const transport = scripted(script)
      const asked: Choice[] = []
      const agents = new Map(
        Object.entries(models).map(([name, model]) => [
          name,
          { model, agent: createAgent({ transport, model, store, ...(tools && { tools }) }) },
        ]),
      )
      const conversations = createConversations({
        store,
        questions: desk,
        async agentFor(choice) {
          asked.push(choice)
          const chosen = agents.get(choice.model ?? 'large')
          if (!chosen) throw new ConfigError('model', `There is no model "${choice.model}".`)
          return chosen
        },
        ...options,
      })
      started.push(conversations)
      return { conversations, transport, asked }
    },
    async [Symbol.asyncDispose]() {
      for (const conversations of started) await conversations[Symbol.asyncDispose]()
      await desk[Symbol.asyncDispose]()
      await store[Symbol.asyncDispose]()
    },
  }
}

/** Returns the stored messages of a conversation, across all of its sessions. */
export async function storedMessages(store: SessionStore, id: string): Promise<readonly Message[]> {
  return (await store.messages.load(id)).map(({ message }) => message)
}

export async function storedTexts(store: SessionStore, id: string): Promise<readonly string[]> {
  return (await storedMessages(store, id)).map(({ role, content }) => `${role}: ${JSON.stringify(content)}`)
}

/** Collects the events of an onlooker until it is stopped. */
export class Watcher {
  readonly seen: ConversationEvent[] = []
  readonly #controller = new AbortController()
  readonly #ended: Promise<void>
  #check: (() => void) | undefined

  constructor(conversation: Conversation, options: Omit<OnlookOptions, 'signal'> = {}) {
    this.#ended = this.#read(conversation.events({ ...options, signal: this.#controller.signal }))
  }

  async #read(events: AsyncIterable<ConversationEvent>): Promise<void> {
    for await (const event of events) {
      this.seen.push(event)
      this.#check?.()
    }
  }

  /** Resolves with the first event of a type, past or future. */
  until<Type extends ConversationEvent['type']>(
    type: Type,
    is: (event: Extract<ConversationEvent, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<ConversationEvent, { type: Type }>> {
    return new Promise((resolve) => {
      const before = this.#check
      const check = () => {
        before?.()
        const found = this.seen.find(
          (event): event is Extract<ConversationEvent, { type: Type }> => isOf(event, type) && is(event),
        )
        if (found) resolve(found)
      }
      this.#check = check
      check()
    })
  }

  async stop(): Promise<readonly ConversationEvent[]> {
    this.#controller.abort()
    await this.#ended
    return this.seen
  }

  /** The displayed text of the answers. */
  get text(): string {
    return textIn(this.seen)
  }
}

function isOf<Type extends ConversationEvent['type']>(
  event: ConversationEvent,
  type: Type,
): event is Extract<ConversationEvent, { type: Type }> {
  return event.type === type
}

export function textIn(events: readonly ConversationEvent[]): string {
  return events
    .map((event) => (event.type === 'agent' && event.event.type === 'text-delta' ? event.event.text : ''))
    .join('')
}

/** Creates a reply that is held until released. */
export function held(reply: ScriptedReply): {
  readonly reply: ScriptedReply
  readonly asked: Promise<void>
  release(): void
} {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  return {
    asked: asked.promise,
    release: gate.resolve,
    reply: async (request, number) => {
      asked.resolve()
      await gate.promise
      return typeof reply === 'function' ? reply(request, number) : reply
    },
  }
}
