import type { AgentEvent } from '../contracts/event.js'
import type { Message } from '../contracts/message.js'
import type { NewMessage, SessionRecord } from '../contracts/session-store.js'
import type { ToolDefinition } from '../contracts/tool.js'
import { addUsage, noUsage, promptTokens, type Usage } from '../contracts/usage.js'
import type { OpenSession } from '../session/open-session.js'
import { appendMessage } from '../transcript/append-message.js'
import type { IterationBudget } from './iteration-budget.js'
import type { Wiring } from './wiring.js'

export interface TurnOptions {
  readonly wiring: Wiring
  readonly session: OpenSession
  readonly budget: IterationBudget
  readonly signal: AbortSignal
  readonly emit: (event: AgentEvent) => void
  readonly taskId: string
}

/** Everything that changes while one input is worked on. */
export class Turn {
  readonly wiring: Wiring
  readonly budget: IterationBudget
  readonly signal: AbortSignal
  readonly emit: (event: AgentEvent) => void
  readonly taskId: string
  /** What the request shows in place of a stored message. Kept for the turn, so that the request's prefix stays the same. */
  readonly overlays = new Map<Message, Message>()
  iterations = 0
  usage: Usage = noUsage
  /** What the provider counted for the newest request. */
  measured: { readonly promptTokens: number; readonly messageCount: number } | undefined
  #session: OpenSession
  #messages: Message[]

  constructor({ wiring, session, budget, signal, emit, taskId }: TurnOptions) {
    this.wiring = wiring
    this.budget = budget
    this.signal = signal
    this.emit = emit
    this.taskId = taskId
    this.#session = session
    this.#messages = [...session.messages]
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

  /** The history as requests show it: legal, also where what was stored is not. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  /** Stores a message and shows it: in this order, so that nothing was ever seen that a crash could take back. */
  async store(message: Message, details: Pick<NewMessage, 'finishReason'> & { usage?: Usage } = {}): Promise<Message> {
    const { usage, ...metadata } = details
    const entry: NewMessage = { message, timestampMs: this.wiring.services.now(), ...metadata }
    const [stored] = await this.wiring.store.messages.append(this.record.id, [entry], usage)
    if (!stored) throw new TypeError('The session store acknowledged a message without returning it.')
    appendMessage(this.#messages, stored.message)
    this.emit({ type: 'message-end', message: stored.message, id: stored.id })
    return stored.message
  }

  /** Goes on in another session of the same lineage, as it was stored. */
  continueIn(session: OpenSession): void {
    this.#session = session
    this.#messages = [...session.messages]
    this.measured = undefined
  }

  count(usage: Usage, messageCount: number): void {
    this.usage = addUsage(this.usage, usage)
    this.measured = { promptTokens: promptTokens(usage), messageCount }
  }
}
