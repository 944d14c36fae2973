import type {
  Choice,
  CompressionOutcome,
  CompressSessionOptions,
  SessionContext,
  SessionId,
  SessionSeed,
} from '@hermes/core'
import type { BusyMode } from '../contracts/busy-mode.js'
import type {
  ChoiceChanges,
  ChooseOptions,
  Conversation,
  OnlookOptions,
  Sender,
  UserInput,
} from '../contracts/conversation.js'
import type { ConversationEvent } from '../contracts/conversation-event.js'
import type { ConversationState, QueuedInput } from '../contracts/conversation-state.js'
import { hasRole, type Person } from '../contracts/person.js'
import type { Submission } from '../contracts/submission.js'
import { CurrentChoice } from './choice/current-choice.js'
import type { ConversationHost } from './conversation-host.js'
import { Duplicates } from './duplicates.js'
import { InputLane } from './input/input-lane.js'
import { createSubmission, refuse } from './input/submission.js'
import { InputRouter } from './input-router.js'
import { Onlookers } from './onlookers/onlookers.js'
import { readBy } from './read-by.js'
import type { TurnRunner } from './turns/turn-runner.js'
import { TurnSchedule } from './turns/turn-schedule.js'

export interface LiveConversationOptions {
  readonly host: ConversationHost
  readonly id: SessionId
  /** Used when the first turn stores the session. */
  readonly seed: SessionSeed
  readonly userId: string | undefined
  readonly choice: Choice
  readonly canContinue: boolean
  /** Whether its session exists. */
  readonly isStored: boolean
  /** Called when {@link LiveConversation.isActive} may have changed. */
  readonly onChange: (conversation: LiveConversation) => void
}

/** Combines the parts of a conversation: its choice, turns, queued inputs and onlookers. */
export class LiveConversation implements Conversation {
  readonly id: SessionId
  readonly userId?: string
  readonly #options: LiveConversationOptions
  readonly #onlookers: Onlookers
  readonly #choice: CurrentChoice
  readonly #schedule: TurnSchedule
  readonly #lane: InputLane
  readonly #duplicates: Duplicates
  readonly #router: InputRouter
  #busyMode: BusyMode

  constructor(options: LiveConversationOptions) {
    const { host, id, userId, onChange } = options
    this.id = id
    if (userId !== undefined) this.userId = userId
    this.#options = options
    this.#busyMode = host.busyMode
    this.#onlookers = new Onlookers({
      // Higher than all cursors of earlier processes, as long as the clock only moves forward.
      firstCursor: host.services.now() * 1000,
      state: () => this.state,
      onChange: () => onChange(this),
    })
    const publish = this.#onlookers.publish.bind(this.#onlookers)
    const showState = () => publish({ type: 'state', state: this.state })
    this.#choice = new CurrentChoice({ ...options, publish })
    this.#schedule = new TurnSchedule({
      ...options,
      choice: this.#choice,
      publish,
      hasNext: () => this.#lane.isBusy,
      onState: showState,
      onChange: () => onChange(this),
      onUnread: ({ submission }, isDropped) =>
        isDropped ? void submission.cancel() : this.#lane.return(submission.id),
    })
    const inputs = host.inputsOf(id)
    this.#lane = new InputLane({
      inputs,
      slot: this.#schedule.slot,
      seedOf: () => (this.#turns.isStored ? {} : { seed: options.seed }),
      run: ({ content, by, origins, model }, submission, { claim, stopped }) =>
        this.#turns.run({ content, by, submission, claim, origins, model, stopped }),
      readBy: (inputId, signal) => readBy(host.store, { id, inputId, signal }),
      withdrawSteer: (inputId) => this.#turns.withdrawSteer(inputId),
      onDuplicate: (submission) => void this.#duplicates.tell(submission),
      onQueued: (input) => publish({ type: 'queued', input }),
      onUnqueued: (id, why) => publish({ type: 'unqueued', id, why }),
      onChange: showState,
      onActivity: () => onChange(this),
    })
    this.#duplicates = new Duplicates({
      store: host.store,
      id,
      inputs,
      lane: this.#lane,
      onChange: () => onChange(this),
    })
    this.#router = new InputRouter({
      host,
      conversation: this,
      lane: this.#lane,
      schedule: this.#schedule,
      choice: this.#choice,
      isBusy: () => this.#isBusy,
      publish,
    })
  }

  get choice(): Choice {
    return this.#choice.value
  }

  get state(): ConversationState {
    const { info: turn, question, subagents } = this.#turns.turn ?? {}
    const { canContinue } = this.#turns
    const common = { queued: this.#lane.queued, busyMode: this.#busyMode, canContinue }
    if (!turn) return { activity: 'idle', ...common }
    const running = { turn, subagents: subagents ?? [], ...common }
    return question ? { activity: 'waiting', question, ...running } : { activity: 'running', ...running }
  }

  /** Whether the conversation has work or onlookers. */
  get isActive(): boolean {
    return this.#schedule.isActive || this.#lane.isBusy || this.#duplicates.isWaiting || this.#onlookers.count > 0
  }

  submit(input: UserInput, from: Sender): Submission {
    const submission = createSubmission(input.id ?? this.#options.host.newId())
    this.#router.take(input, from, submission)
    return submission
  }

  submissionOf(inputId: string): Submission | undefined {
    return this.#lane.find(inputId) ?? this.#schedule.finishing(inputId)
  }

  waitingFrom({ id }: Person): readonly QueuedInput[] {
    return this.#lane.unread.filter(({ by }) => by.id === id)
  }

  interrupt(reason?: string): void {
    this.#turns.turn?.stop(reason)
  }

  stop(reason?: string): boolean {
    const { turn } = this.#turns
    turn?.stop(reason)
    const isBeginning = this.#schedule.stopBeginning(reason)
    return this.#lane.stopNext(reason) || isBeginning || turn !== undefined
  }

  /**
   * Ends the running turn together with its process: the next process continues it from what is stored, as after a
   * crash.
   */
  cutShort(reason: string): void {
    this.#turns.turn?.interrupt(reason, false)
  }

  continue(from: Sender): Submission {
    const { conversations, newId } = this.#options.host
    const submission = createSubmission(newId())
    if (conversations.isClosing) refuse(submission, 'closing')
    else if (!hasRole(from.person, 'user')) refuse(submission, 'not-allowed')
    else if (this.#isBusy) refuse(submission, 'busy')
    else if (!this.#turns.canContinue) refuse(submission, 'nothing-to-continue')
    else void this.#schedule.runNow({ by: from.person, submission })
    return submission
  }

  /** Like {@link LiveConversation.continue}, but the store decides whether there is something to continue, and it waits for a running turn. */
  finish(from: Sender, inputId?: string): Submission {
    const { conversations, newId } = this.#options.host
    const under = inputId === undefined ? undefined : this.#schedule.finishing(inputId)
    if (under) return under
    const submission = createSubmission(inputId ?? newId())
    if (conversations.isClosing) refuse(submission, 'closing')
    else if (!hasRole(from.person, 'user')) refuse(submission, 'not-allowed')
    else void this.#schedule.finishNow({ by: from.person, submission, inputId })
    return submission
  }

  choose(changes: ChoiceChanges, by: Person, options?: ChooseOptions): Promise<Choice> {
    return this.#choice.change(changes, by, options)
  }

  async compress(options: CompressSessionOptions = {}): Promise<CompressionOutcome> {
    const work = async () => (await this.#choice.agent()).agent.compress(this.id, options)
    return this.betweenTurns(work, options)
  }

  betweenTurns<Result>(work: () => Promise<Result>, options?: { readonly signal?: AbortSignal }): Promise<Result> {
    return this.#schedule.betweenTurns(work, options)
  }

  async context(): Promise<SessionContext> {
    const { agent } = await this.#choice.agent()
    return agent.context(this.id)
  }

  setBusyMode(mode: BusyMode): void {
    if (mode === this.#busyMode) return
    this.#busyMode = mode
    this.#onlookers.publish({ type: 'state', state: this.state })
  }

  notify({ code, text }: { readonly code: string; readonly text: string }): void {
    this.#onlookers.publish({ type: 'notice', code, text })
    this.#options.host.onNotice?.({ id: this.id, code, text })
  }

  events(options: OnlookOptions): AsyncIterable<ConversationEvent> {
    const { questions } = this.#options.host
    if (!options.answers || !questions || options.signal.aborted) return this.#onlookers.open(options)
    const detach = questions.attach({ name: 'conversation', answersFor: (root) => root === this.id })
    return this.#onlookers.open(options, detach)
  }

  /** Takes over the queued inputs of an earlier process. */
  resumeQueued(): Promise<void> {
    return this.#lane.resume()
  }

  /** Leaves inputs queued and resolves when nothing runs. */
  async drain(): Promise<void> {
    this.#duplicates.stop()
    this.#lane.close()
    await this.#schedule.drain()
  }

  close(): void {
    this.#onlookers.close()
  }

  get #turns(): TurnRunner {
    return this.#schedule.turns
  }

  /** Whether an input has to wait. */
  get #isBusy(): boolean {
    return this.#schedule.isBusy || this.#lane.isBusy
  }
}
