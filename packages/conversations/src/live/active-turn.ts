import {
  type AgentEvent,
  InterruptError,
  type MessageContent,
  type Run,
  type RunResult,
  type Usage,
} from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { TurnInfo } from '../contracts/conversation-state.js'
import type { Person } from '../contracts/person.js'
import type { OpenSubmission } from './submission.js'

/** What a person said to the model while it works. */
export interface Steer {
  readonly text: string
  readonly by: Person
  readonly submission: OpenSubmission
}

/** A turn of a conversation, from the moment it is decided on: the run follows once there is an agent for it. */
export class ActiveTurn {
  readonly info: TurnInfo
  readonly submission: OpenSubmission
  /** The input is stored. */
  isStored = false
  /** Of the newest model call. */
  usage: Usage | undefined
  readonly #questions = new Map<string, Question>()
  #run: Run | undefined
  #interrupt: { readonly reason: string | undefined; readonly keepPartial: boolean } | undefined
  #steers: Steer[] = []
  readonly #stopped = Promise.withResolvers<never>()

  constructor(info: TurnInfo, submission: OpenSubmission) {
    this.info = info
    this.submission = submission
    this.#stopped.promise.catch(() => undefined)
    submission.cancelWith(async (reason) => {
      this.interrupt(reason)
      return true
    })
  }

  /** The run has begun: what is said now reaches it. */
  get takesSteers(): boolean {
    return this.#run !== undefined
  }

  /** The newest of those that are open. */
  get question(): Question | undefined {
    return [...this.#questions.values()].at(-1)
  }

  /** Waits for something, but not past an interrupt. */
  unlessInterrupted<Value>(value: Promise<Value>): Promise<Value> {
    return Promise.race([value, this.#stopped.promise])
  }

  start(run: Run): void {
    this.#run = run
  }

  interrupt(reason: string | undefined, keepPartial = false): void {
    this.#interrupt = { reason, keepPartial }
    this.#stopped.reject(new InterruptError(reason))
    this.#run?.interrupt(reason, { keepPartial })
  }

  /** @returns `false` when the turn cannot take it any more. */
  steer(steer: Steer): boolean {
    if (!this.#run?.steer(steer.text)) return false
    this.#steers.push(steer)
    steer.submission.accept({ as: 'steer', turnId: this.info.id })
    return true
  }

  /** Notes what an event says of the turn. @returns whether a question was opened or settled. */
  see(event: AgentEvent): boolean {
    switch (event.type) {
      case 'message-end':
        if (event.message.role !== 'user') return false
        if (this.isStored) this.#seeSteers(event.message.content)
        else this.accept()
        return false
      case 'iteration-end':
        this.usage = event.usage
        return false
      case 'subagent-event':
        return this.#seeQuestion(event.event)
      default:
        return this.#seeQuestion(event)
    }
  }

  accept(): void {
    this.isStored = true
    this.submission.accept({ as: 'turn', turnId: this.info.id })
  }

  /**
   * The turn has ended.
   * @returns the steers that the model did not read, for the next turn.
   * @throws what kept the input from being stored: it has had no effect.
   */
  end(result: RunResult): readonly Steer[] {
    const { outcome } = result
    if (!this.isStored && outcome.status === 'failed') throw outcome.error
    const late = this.#steers.splice(0)
    const isStopped = this.#interrupt !== undefined && !this.#interrupt.keepPartial
    if (!isStopped || outcome.status !== 'interrupted') return late
    for (const { submission } of late) submission.end({ status: 'cancelled' })
    return []
  }

  /** Tells whoever waits for the submission. */
  tellEnd(result: RunResult): void {
    if (this.isStored) this.submission.end({ status: 'turn', turnId: this.info.id, result })
    else this.tellUnstored()
  }

  /** An interrupt came before anything was stored. */
  tellUnstored(): void {
    this.submission.end({ status: 'cancelled' })
    this.submission.reject(new InterruptError(this.#interrupt?.reason))
  }

  #seeSteers(content: MessageContent): void {
    // What was said up to then stands in one message.
    let text: string | undefined
    for (const [index, steer] of this.#steers.entries()) {
      text = text === undefined ? steer.text : `${text}\n\n${steer.text}`
      if (text !== content) continue
      const end = { status: 'steered', turnId: this.info.id } as const
      for (const { submission } of this.#steers.splice(0, index + 1)) submission.end(end)
      return
    }
  }

  #seeQuestion(event: AgentEvent): boolean {
    if (event.type === 'subagent-event') return this.#seeQuestion(event.event)
    if (event.type === 'question-open') this.#questions.set(event.question.id, event.question)
    else if (event.type === 'question-settled') return this.#questions.delete(event.question.id)
    return event.type === 'question-open'
  }
}
