import type { Conversation, ConversationEvent, Submission } from '@hermes/conversations'
import { describeError, type MessageContent } from '@hermes/core'
import type { BeginWithSkills, RpcHost, RpcWorkspace } from '../../contracts/rpc-host.js'
import { toSessionEvent } from '../events/to-session-event.js'
import { EventLog } from './event-log.js'
import { OpenQuestions } from './open-questions.js'

export interface LiveSessionOptions {
  readonly host: RpcHost
  readonly workspace: RpcWorkspace
  readonly conversation: Conversation
  readonly notices: readonly string[]
  /** How long questions wait for a client that can answer after the last one has left, in milliseconds. */
  readonly answerGraceMs: number
  /** Called when the last client has left. */
  readonly onLeft: () => void
  /** Called with each event of the conversation. Some offer to continue in another conversation. */
  readonly onEvent: (event: ConversationEvent) => void
}

/** The size of the event log of a session, in characters. */
const maxLogChars = 2 * 1024 * 1024

/** One conversation with its workspace, for any number of clients. It outlives their connections. */
export class LiveSession implements AsyncDisposable {
  readonly log = new EventLog(maxLogChars)
  readonly questions = new OpenQuestions()
  /** Prompts that have not ended, by id. */
  readonly submissions = new Map<string, Submission>()
  readonly #options: LiveSessionOptions
  readonly #closing = new AbortController()
  #skills: BeginWithSkills | undefined
  #clients = 0
  #answering = 0
  #detach: (() => void) | undefined
  #grace: NodeJS.Timeout | undefined

  constructor(options: LiveSessionOptions) {
    this.#options = options
    void this.#read()
  }

  get id(): string {
    return this.#options.conversation.id
  }

  get conversation(): Conversation {
    return this.#options.conversation
  }

  get workspace(): RpcWorkspace {
    return this.#options.workspace
  }

  /** Returns the notices that are shown to the person once. */
  get notices(): readonly string[] {
    return this.#options.notices
  }

  get clients(): number {
    return this.#clients
  }

  get isIdle(): boolean {
    const { activity, queued } = this.conversation.state
    return this.#clients === 0 && activity === 'idle' && queued.length === 0
  }

  /** Registers a client. @returns a function to call when it leaves. */
  join(): () => void {
    this.#clients += 1
    return once(() => {
      this.#clients -= 1
      if (this.#clients === 0) this.#options.onLeft()
    })
  }

  /** Registers a client that can answer questions. @returns a function to call when it no longer can. */
  answers(): () => void {
    this.#answering += 1
    clearTimeout(this.#grace)
    this.#detach ??= this.workspace.questions.attach({ name: 'rpc', answersFor: (root) => root === this.id })
    return once(() => {
      this.#answering -= 1
      if (this.#answering > 0) return
      // A client that has lost its connection may come back.
      this.#grace = setTimeout(() => this.#stopAnswering(), this.#options.answerGraceMs)
      this.#grace.unref()
    })
  }

  /** Puts skills before the next message. @throws for a skill that does not exist. */
  async preload(names: readonly string[]): Promise<void> {
    const { workspace } = this
    if (!workspace.preloadSkills) throw new Error('This server has no skills.')
    this.#skills = await workspace.preloadSkills(names)
  }

  /** Returns the content of a message, preceded by the skills that wait for it. */
  async withSkills(content: MessageContent): Promise<MessageContent> {
    const begin = this.#skills
    this.#skills = undefined
    if (!begin) return content
    if (typeof content === 'string') return begin(content)
    const place = content.findIndex(({ type }) => type === 'text')
    const part = content[place]
    if (part?.type !== 'text') return [{ type: 'text', text: await begin('') }, ...content]
    return content.with(place, { type: 'text', text: await begin(part.text) })
  }

  keep(submission: Submission): void {
    this.submissions.set(submission.id, submission)
    void submission.ended.then(() => this.submissions.delete(submission.id))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort()
    clearTimeout(this.#grace)
    this.#stopAnswering()
    await this.workspace.conversations[Symbol.asyncDispose]()
    this.log.end()
    await this.workspace[Symbol.asyncDispose]()
  }

  async #read(): Promise<void> {
    const { host, onEvent } = this.#options
    try {
      for await (const event of this.conversation.events({ signal: this.#closing.signal })) {
        const converted = toSessionEvent(this.id, event)
        if (converted) this.log.add(converted)
        this.questions.see(event)
        onEvent(event)
      }
    } catch (error) {
      host.logger.log('warn', 'A session stopped reporting its events.', { error: describeError(error) })
    }
  }

  #stopAnswering(): void {
    this.#detach?.()
    this.#detach = undefined
  }
}

function once(callback: () => void): () => void {
  let isCalled = false
  return () => {
    if (isCalled) return
    isCalled = true
    callback()
  }
}
