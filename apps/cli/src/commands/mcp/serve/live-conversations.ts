import { setTimeout as pause } from 'node:timers/promises'
import type { Conversation, Sender } from '@hermes/conversations'
import { describeError, HermesError, type SessionId, StoreError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import { generateSessionId, rootOf } from '@hermes/core/sessions'
import { withDefaultServices } from '@hermes/core/wiring'
import type { MessageToSend, SentMessage } from '@hermes/mcp'
import type { RuntimeHost } from '@hermes/runtime'
import type { CommandContext } from '../../../arguments/command-spec.js'
import { type OpenConversation, openConversation } from './open-conversation.js'
import { toSent } from './to-sent.js'

export interface LiveConversationsOptions {
  readonly host: RuntimeHost
  readonly context: CommandContext
  /** Whether the client can answer questions. If not, calls that need an approval are denied, and commands are unattended. */
  readonly answers: boolean
  /** Name of the client in the settings. */
  readonly client?: string
}

/** Maximum number of conversations that stay open. */
const mostOpen = 32

/** Conversations to which MCP clients have sent messages. When there are too many, the least recently used one without work is closed. */
export class LiveConversations implements AsyncDisposable {
  readonly #options: LiveConversationsOptions
  readonly #opened = new Map<SessionId, Promise<OpenConversation>>()
  readonly #sender: Sender

  constructor(options: LiveConversationsOptions) {
    this.#options = options
    const { client } = options
    const name = client === undefined ? 'mcp' : `mcp-${client}`
    this.#sender = { person: { id: 'local', role: 'user' }, surface: { kind: 'api', name } }
  }

  /** Sends a message. When the client cancels its call, the message is canceled as well. @throws {StoreError} `not-found`. */
  async send({ conversationId: wanted, text, waitMs, signal }: MessageToSend): Promise<SentMessage> {
    const { conversation } = await this.#open(wanted)
    const { id: conversationId } = conversation
    const turn = new AbortController()
    const asked = this.#firstQuestion(conversation, turn.signal)
    const submission = conversation.submit({ content: text, as: 'message' }, this.#sender)
    void submission.ended.then(() => turn.abort())
    const answered = new AbortController()
    try {
      return await Promise.race([
        submission.ended.then((end) => toSent(conversationId, end)),
        asked.then((question): SentMessage => ({ conversationId, status: 'waiting', question })),
        pause(waitMs, undefined, { signal: AbortSignal.any([signal, answered.signal]) }).then(
          (): SentMessage => ({ conversationId, status: 'running' }),
        ),
      ])
    } catch (error) {
      await submission.cancel('The client canceled its call.')
      throw error
    } finally {
      answered.abort()
    }
  }

  /** @returns whether a turn was running. */
  async interrupt(id: SessionId): Promise<boolean> {
    const record = await this.#options.host.store.sessions.get(id)
    const opened = await this.#opened.get(record ? (await rootOf(this.#options.host.store, record)).id : id)
    if (!opened || opened.conversation.state.activity === 'idle') return false
    opened.conversation.interrupt('An MCP client interrupted it.')
    return true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values())
    for (const result of opened) if (result.status === 'fulfilled') await result.value[Symbol.asyncDispose]()
  }

  /** Resolves to the first question. Reads until `signal` is aborted, because questions go only to surfaces that read. */
  #firstQuestion(conversation: Conversation, signal: AbortSignal): Promise<Question> {
    const { answers, host } = this.#options
    const { promise, resolve } = Promise.withResolvers<Question>()
    const read = async () => {
      for await (const event of conversation.events({ signal, answers })) {
        if (event.type === 'agent' && event.event.type === 'question-open') resolve(event.event.question)
      }
    }
    if (answers) {
      read().catch((error: unknown) =>
        host.logger.log('warn', 'The questions of a turn could not be read.', { error: describeError(error) }),
      )
    }
    return promise
  }

  async #open(id?: SessionId): Promise<OpenConversation> {
    const { host, context, answers } = this.#options
    const record = id === undefined ? undefined : await host.store.sessions.get(id)
    const key = record ? (await rootOf(host.store, record)).id : (id ?? generateSessionId(withDefaultServices()))
    if (!this.#opened.has(key) && this.#opened.size >= mostOpen) await this.#closeOne()
    const known = this.#opened.get(key)
    if (known) {
      this.#opened.delete(key)
      this.#opened.set(key, known)
      return known
    }
    if (id !== undefined && !record) throw new StoreError('not-found', `There is no conversation "${id}".`)
    const opening = openConversation({ host, context, isAttended: answers, by: this.#sender.person, id: key, record })
    this.#opened.set(key, opening)
    opening.catch(() => this.#opened.delete(key))
    return opening
  }

  /** Closes an idle conversation. @throws {HermesError} `mcp/refused` when all of them are busy. */
  async #closeOne(): Promise<void> {
    for (const [key, opening] of this.#opened) {
      const opened = await opening.catch(() => undefined)
      if (!opened || !(await opened.isIdle())) continue
      this.#opened.delete(key)
      return opened[Symbol.asyncDispose]()
    }
    throw new HermesError('mcp/refused', `All ${mostOpen} open conversations are at work: wait until one has ended.`)
  }
}
