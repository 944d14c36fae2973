import type { EphemeralContext } from '../../contracts/agent/agent.js'
import type { Guardrail } from '../../contracts/agent/guardrail.js'
import type { AssistantMessage, Message, ToolMessage } from '../../contracts/model/message.js'
import type { ToolDefinition } from '../../contracts/model/tool-definition.js'
import type { TransportEvent } from '../../contracts/model/transport.js'
import { addUsage, noUsage, promptTokens, type Usage } from '../../contracts/model/usage.js'
import type { AppendOptions, SessionRecord } from '../../contracts/sessions/session-store.js'
import type { NewMessage, StoredMessage } from '../../contracts/sessions/stored-message.js'
import { type ModelCall, turnTask } from '../../contracts/sessions/usage-log.js'
import type { Budget } from '../../contracts/turn/budget.js'
import type { AgentEvent } from '../../contracts/turn/event.js'
import type { RunContext } from '../../contracts/turn/run-context.js'
import type { ReadOrigins } from '../../contracts/values/content-origin.js'
import type { TurnHooks } from '../../hooks/turn-hooks.js'
import { deepFreeze } from '../../json/deep-freeze.js'
import { type MeasuredRequest, measuredIn } from '../../session/measured-request.js'
import type { OpenSession } from '../../session/open-session.js'
import { addOrigins, originsNote } from '../../session/read-origins.js'
import { shownTexts } from '../../session/session-notes.js'
import { windowOf } from '../../session/window-of.js'
import type { Wiring } from '../../session/wiring.js'
import { appendMessage } from '../../transcript/append-message.js'
import { joinAssistants } from '../../transcript/merge-roles.js'
import { orderResults } from '../../transcript/order-results.js'
import { sanitizeTranscript } from '../../transcript/sanitize-transcript.js'
import { onlyReads } from './only-reads.js'
import { Overlays } from './overlays.js'
import type { RunControl } from './run-control.js'
import type { UnstoredAnswer, UnstoredTurn } from './unstored.js'

export interface TurnOptions {
  readonly wiring: Wiring
  readonly session: OpenSession
  readonly control: RunControl
  readonly context: RunContext
  readonly origins: ReadOrigins
  readonly hooks: TurnHooks
  readonly guardrail: Guardrail
  readonly ephemeral: EphemeralContext
  readonly taskId: string
  /** See `RunOptions.isVolatile`. */
  readonly isVolatile: boolean
}

/** The mutable state of one turn. */
export class Turn {
  readonly wiring: Wiring
  readonly control: RunControl
  readonly context: RunContext
  readonly origins: ReadOrigins
  readonly hooks: TurnHooks
  readonly guardrail: Guardrail
  readonly ephemeral: EphemeralContext
  readonly taskId: string
  readonly overlays = new Overlays()
  readonly beganAtMs: number
  /** Whether the session had no answer before this turn. */
  readonly isFirst: boolean
  iterations = 0
  usage: Usage = noUsage
  /** Whether a compression has failed in this turn: another attempt would fail in the same way. */
  compressionFailed = false
  /** The provider's token count for the newest request. */
  measured: MeasuredRequest | undefined
  readonly #isVolatile: boolean
  #session: OpenSession
  #messages: Message[]
  readonly #notified = new Set<string>()
  /** Calls whose usage has not been stored with a message yet. */
  readonly #uncounted: ModelCall[] = []
  #refused: UnstoredAnswer | undefined

  constructor(options: TurnOptions) {
    this.wiring = options.wiring
    this.control = options.control
    this.context = options.context
    this.origins = options.origins
    this.hooks = options.hooks
    this.guardrail = options.guardrail
    this.ephemeral = options.ephemeral
    this.taskId = options.taskId
    this.beganAtMs = options.wiring.services.now()
    this.isFirst = !options.session.messages.some(({ role }) => role === 'assistant')
    this.#isVolatile = options.isVolatile
    this.#session = options.session
    this.#messages = [...options.session.messages]
    this.measured = measuredIn(options.session.record, this.wiring.model.id)
    this.overlays.restore(shownTexts.of(options.session.record) ?? [], this.#messages)
  }

  get signal(): AbortSignal {
    return this.control.signal
  }

  get budget(): Budget {
    return this.context.budget
  }

  get record(): SessionRecord {
    return this.#session.record
  }

  get system(): string {
    return this.#session.system
  }

  get tools(): readonly ToolDefinition[] {
    return this.#session.tools
  }

  /** The history as requests show it: valid even when the stored one is not. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  /** The messages since the session was opened, including the latest user message. */
  get newMessages(): readonly Message[] {
    const asked = this.#messages.findLastIndex(({ role }) => role === 'user')
    return this.#messages.slice(Math.min(this.#session.messages.length, Math.max(asked, 0)))
  }

  get contextWindow(): number {
    return windowOf(this.wiring.model, this.record)
  }

  /** Waits while a person has paused the run. Throws the reason of `signal` when it is aborted. */
  untilResumed(): Promise<void> | undefined {
    return this.context.untilResumed?.(this.signal)
  }

  emit(event: AgentEvent): void {
    this.context.emit(event)
  }

  notify(code: string, text: string): void {
    this.emit({ type: 'notice', code, text })
  }

  /** Emits a notice once. @returns whether it is the first notice with this code. Later ones are dropped. */
  notifyOnce(code: string, text: string): boolean {
    if (this.#notified.has(code)) return false
    this.#notified.add(code)
    this.notify(code, text)
    return true
  }

  /** Stores a message and adds it to the history. */
  async store(message: Message, details?: StoreDetails): Promise<Message> {
    const stored = await this.#keep(message, details)
    appendMessage(this.#messages, stored)
    return stored
  }

  /** Stores a message that is not shown to people. {@link addStored} adds it to the history. */
  async storeQuietly(message: Message): Promise<Message> {
    await this.#keepOrigins(this.wiring.services.now())
    const entry: NewMessage = { message, timestampMs: this.wiring.services.now() }
    const [stored] = await this.#append([entry], { isVolatile: this.#isVolatile })
    return acknowledged(stored).message
  }

  /** Stores the rest of an answer whose first part is the newest message. The history joins them. */
  async storeRest(message: AssistantMessage, details?: StoreDetails): Promise<void> {
    const stored = await this.#keep(message, details)
    const part = this.#messages.at(-1)
    if (part?.role === 'assistant' && stored.role === 'assistant') {
      this.#messages[this.#messages.length - 1] = deepFreeze(joinAssistants(part, stored, ''))
    } else appendMessage(this.#messages, stored)
  }

  /** Stores the result of a call when it ends. {@link addStored} adds it to the history later. */
  storeResult(message: ToolMessage, isError: boolean): Promise<Message> {
    return this.#keep(message, isError ? { finishReason: 'failed' } : {})
  }

  /** Adds messages that are already stored. */
  addStored(messages: readonly Message[]): void {
    for (const message of messages) appendMessage(this.#messages, message)
  }

  /** Repairs a history that a crash left with open calls. */
  mendHistory(): void {
    this.#messages = [...sanitizeTranscript(orderResults(this.#messages))]
  }

  /** Switches to another session of the same lineage, as stored. */
  continueIn(session: OpenSession, survivors: readonly Message[]): void {
    this.#session = session
    this.#messages = [...session.messages]
    this.measured = undefined
    this.guardrail.forgetResults()
    this.overlays.move(survivors, session.messages)
  }

  /** Called when the stored session record has changed. */
  renew(record: SessionRecord): void {
    this.#session = { ...this.#session, record }
  }

  /** Records a finished model call. Its usage is stored with the next message. */
  count(finished: Finished, messageCount: number): void {
    this.countUnfinished(finished)
    this.measured = { promptTokens: promptTokens(finished.usage), messageCount }
  }

  /** Records the usage of a call that failed or was aborted, which was also paid for. */
  countUnfinished({ usage, servedBy }: Finished): void {
    const { model, transport, services } = this.wiring
    const { provider, model: id } = servedBy ?? { provider: model.provider ?? transport.id, model: model.id }
    this.#uncounted.push({ task: turnTask, provider, model: id, usage, atMs: services.now() })
    this.usage = addUsage(this.usage, usage)
    this.budget.count(usage)
  }

  /** Stores the usage of calls that produced no message. */
  async settle(): Promise<void> {
    if (this.#uncounted.length > 0) await this.#append([], { calls: this.#uncounted.splice(0) })
  }

  /** What the store has not accepted. */
  get unstored(): UnstoredTurn {
    return { calls: [...this.#uncounted], answer: this.#refused }
  }

  /** Stores the message before it is emitted, so that nothing displayed can be lost in a crash. */
  async #keep(message: Message, { settles, ...details }: StoreDetails = {}): Promise<Message> {
    const timestampMs = this.wiring.services.now()
    await this.#keepOrigins(timestampMs)
    const entry: NewMessage = { message, timestampMs, ...details }
    const calls = this.#uncounted.splice(0)
    const isVolatile = onlyReads(message, this.wiring.tools) || (this.#isVolatile && !ofCalls(message))
    const [stored] = await this.#appendMessage(entry, { calls, isVolatile, ...(settles && { settles }) })
    const { platformMessageId: inputId, ...kept } = acknowledged(stored)
    this.emit({
      type: 'message-end',
      message: kept.message,
      id: kept.id,
      ...(inputId !== undefined && { inputId }),
      ...(details.finishReason === 'interrupted' && { isPartial: true as const }),
    })
    return kept.message
  }

  /** Stores the origins before the message, so that no crash can separate content from its origin. */
  #keepOrigins(sinceMs: number): Promise<void> | undefined {
    const read = this.origins.list()
    const note = originsNote.of(this.record)
    if (read.length === (note?.read.length ?? 0)) return undefined
    const notes = originsNote.with(this.record.notes, addOrigins(note, read, sinceMs))
    return this.wiring.store.sessions.update(this.record.id, { notes }).then((record) => this.renew(record))
  }

  /**
   * Appends a message. An answer that the store rejects has been shown, so it is kept for the next turn. Tool calls are not,
   * because they do not run.
   */
  async #appendMessage(entry: NewMessage, options: AppendOptions): Promise<readonly StoredMessage[]> {
    try {
      return await this.#append([entry], options)
    } catch (error) {
      const { message } = entry
      if (message.role === 'assistant' && !ofCalls(message))
        this.#refused = { entry, messageCount: this.#messages.length }
      throw error
    }
  }

  /** Appends entries. If messages are rejected, the calls that produced them remain to be counted. */
  async #append(entries: readonly NewMessage[], options: AppendOptions): Promise<readonly StoredMessage[]> {
    try {
      return await this.wiring.store.messages.append(this.record.id, entries, options)
    } catch (error) {
      this.#uncounted.unshift(...(options.calls ?? []))
      throw error
    }
  }
}

function acknowledged(stored: StoredMessage | undefined): StoredMessage {
  if (!stored) throw new TypeError('The session store acknowledged a message without returning it.')
  return stored
}

/** Whether tools run because of the message, or have run for it. */
function ofCalls(message: Message): boolean {
  return message.role === 'tool' || (message.role === 'assistant' && (message.tool_calls?.length ?? 0) > 0)
}

type StoreDetails = Pick<NewMessage, 'finishReason' | 'platformMessageId'> & Pick<AppendOptions, 'settles'>
type Finished = Pick<Extract<TransportEvent, { type: 'finish' }>, 'usage' | 'servedBy'>
