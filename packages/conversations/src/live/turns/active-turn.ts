import { type AgentEvent, InterruptError, type Run, type RunResult, type Usage } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { Subagent, TurnInfo } from '../../contracts/conversation-state.js'
import type { Person } from '../../contracts/person.js'
import type { OpenSubmission } from '../input/submission.js'
import { Subagents } from './subagents.js'

/** Text for the model of a running turn. */
export interface Steer {
  readonly text: string
  readonly by: Person
  readonly submission: OpenSubmission
  /** See `UserInput.extendsTurn`. */
  readonly extendsTurn: boolean
  /** Called when the model has read the steer. */
  readonly onRead: () => void
}

export interface ActiveTurnOptions {
  readonly submission: OpenSubmission
  /** Whether the input was accepted before the turn, so that people rely on it. Default false. */
  readonly isAccepted?: boolean
  /** Called when the input is stored. */
  readonly onStored?: (() => void) | undefined
  readonly now: () => number
}

const unstored = 'The turn was interrupted before anything of it was stored: send it again.'

/** A turn of a conversation, from the decision to run it. The run starts when the agent is resolved. */
export class ActiveTurn {
  readonly info: TurnInfo
  readonly submission: OpenSubmission
  /** Whether the input is stored. */
  isStored = false
  /** Whether the input was canceled, together with the steers of the turn. */
  isCancelled = false
  /** The usage of the newest model call. */
  usage: Usage | undefined
  readonly #questions = new Map<string, Question>()
  #run: Run | undefined
  #interruptReason: string | undefined
  /** Set when the turn must end as soon as its input is stored. */
  #yields: { readonly reason: string | undefined } | undefined
  /** Whether the input must be stored before an interrupt. */
  readonly #mustStore: boolean
  #steers: Steer[] = []
  readonly #stopped = Promise.withResolvers<never>()

  readonly #subagents: Subagents

  readonly #onStored: (() => void) | undefined

  constructor(info: TurnInfo, { submission, isAccepted = false, onStored, now }: ActiveTurnOptions) {
    this.info = info
    this.#subagents = new Subagents(now)
    this.#onStored = onStored
    this.#mustStore = isAccepted
    this.submission = submission
    this.#stopped.promise.catch(() => undefined)
    submission.cancelWith(async (reason) => {
      this.isCancelled = true
      this.interrupt(reason)
      return true
    })
  }

  /** Whether the run has started and can be steered. */
  get takesSteers(): boolean {
    return this.#run !== undefined
  }

  /** The newest open question. */
  get question(): Question | undefined {
    return [...this.#questions.values()].at(-1)
  }

  /** The running sub-agents. */
  get subagents(): readonly Subagent[] {
    return this.#subagents.working
  }

  /** Waits for work unless the turn is interrupted. */
  unlessInterrupted<Value>(value: Promise<Value>): Promise<Value> {
    return Promise.race([value, this.#stopped.promise])
  }

  start(run: Run): void {
    this.#run = run
  }

  /** Ends the turn for a person. An accepted input is stored first, because the conversation must contain it. */
  stop(reason: string | undefined): void {
    if (this.#mustStore && !this.isStored) this.#yields = { reason }
    else this.interrupt(reason)
  }

  /**
   * Ends the turn at once. By default, the part of the answer that was shown stays in the session, because people and the model
   * refer to it.
   */
  interrupt(reason: string | undefined, keepPartial = true): void {
    this.#interruptReason = reason
    this.#stopped.reject(new InterruptError(reason))
    this.#run?.interrupt(reason, { keepPartial })
  }

  /** Ends the turn for the next input, but not before its own input is stored: that was accepted, too, and the next turn must see it. */
  yieldTo(reason: string): void {
    if (this.isStored) this.interrupt(reason)
    else this.#yields ??= { reason }
  }

  /** Steers the turn. @returns `false` when the turn can no longer accept the steer. */
  steer(steer: Steer): boolean {
    const { text, extendsTurn } = steer
    if (!this.#run?.steer(text, { inputId: steer.submission.id, extendsTurn })) return false
    this.#steers.push(steer)
    steer.submission.accept({ as: 'steer', turnId: this.info.id })
    return true
  }

  /** Takes back a steer. @returns `false` when the model may have read it. */
  withdraw({ submission }: Steer): boolean {
    if (this.#run?.withdrawSteer(submission.id) !== true) return false
    this.#steers = this.#steers.filter((steer) => steer.submission !== submission)
    return true
  }

  /** Returns the steer of this input, if the model has not read it. */
  unreadSteer(inputId: string): Steer | undefined {
    return this.#steers.find(({ submission }) => submission.id === inputId)
  }

  /** Updates the state from an event. @returns whether a question was opened or settled. */
  see(event: AgentEvent): boolean {
    this.#subagents.see(event)
    switch (event.type) {
      case 'message-end':
        if (event.message.role !== 'user') return false
        if (!this.isStored) this.accept()
        else if (event.inputId !== undefined) this.#seeSteer(event.inputId)
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
    this.#onStored?.()
    this.submission.accept({ as: 'turn', turnId: this.info.id })
    if (this.#yields) this.interrupt(this.#yields.reason)
  }

  /**
   * Called when the turn has ended.
   * @throws why the input could not be stored: it has had no effect.
   */
  end({ outcome }: RunResult): void {
    if (!this.isStored && outcome.status === 'failed') throw outcome.error
  }

  /** The steers that were only for this turn and that the model has not read. */
  get dropped(): readonly Steer[] {
    return this.#steers.filter(({ extendsTurn }) => extendsTurn)
  }

  /** Removes and returns the steers that the model did not read. */
  takeUnread(): readonly Steer[] {
    return this.#steers.splice(0)
  }

  /** Resolves the submission with the result. */
  tellEnd(result: RunResult): void {
    if (this.isStored) this.submission.end({ status: 'turn', turnId: this.info.id, result })
    else this.tellUnstored()
  }

  /** Resolves the submission when an interrupt came before anything was stored. */
  tellUnstored(): void {
    this.submission.end({ status: 'cancelled' })
    const reason = this.#interruptReason
    const options = reason === undefined ? {} : { cause: new InterruptError(reason) }
    this.submission.reject(new InterruptError(unstored, options))
  }

  #seeSteer(id: string): void {
    const read = this.#steers.find(({ submission }) => submission.id === id)
    if (!read) return
    this.#steers = this.#steers.filter((steer) => steer !== read)
    read.onRead()
    read.submission.end({ status: 'steered', turnId: this.info.id })
  }

  #seeQuestion(event: AgentEvent): boolean {
    if (event.type === 'subagent-event') return this.#seeQuestion(event.event)
    if (event.type === 'question-open') this.#questions.set(event.question.id, event.question)
    else if (event.type === 'question-settled') return this.#questions.delete(event.question.id)
    return event.type === 'question-open'
  }
}
