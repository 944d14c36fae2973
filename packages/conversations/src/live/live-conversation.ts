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
import type { ConversationState } from '../contracts/conversation-state.js'
import { hasRole, type Person } from '../contracts/person.js'
import type { Submission } from '../contracts/submission.js'
import type { ConversationHost } from './conversation-host.js'
import { CurrentChoice } from './current-choice.js'
import { IdleCompression } from './idle-compression.js'
import { InputLane } from './input-lane.js'
import { InputRouter } from './input-router.js'
import { Onlookers } from './onlookers.js'
import { Slot } from './slot.js'
import { storedReply } from './stored-reply.js'
import { createSubmission, type OpenSubmission, refuse } from './submission.js'
import { toError } from './to-error.js'
import { type NextTurn, TurnRunner } from './turn-runner.js'
import { wasRead } from './was-read.js'

export interface LiveConversationOptions {
  readonly host: ConversationHost
  readonly id: SessionId
  /** Used when the first turn stores the session. */
  readonly seed: SessionSeed
  readonly choice: Choice
  readonly canContinue: boolean
  /** Its session exists. */
  readonly isStored: boolean
  /** {@link LiveConversation.isActive} may have changed. */
  readonly onChange: (conversation: LiveConversation) => void
}

/** Combines the parts of a conversation: its choice, turns, queued inputs and onlookers. */
export class LiveConversation implements Conversation {
  readonly id: SessionId
  readonly #options: LiveConversationOptions
  readonly #onlookers: Onlookers
  readonly #choice: CurrentChoice
  readonly #turns: TurnRunner
  readonly #lane: InputLane
  readonly #router: InputRouter
  readonly #compression: IdleCompression
  /** One turn or compression at a time. */
  readonly #slot = new Slot()
  #busyMode: BusyMode

  constructor(options: LiveConversationOptions) {
    const { host, id, onChange } = options
    this.id = id
    this.#options = options
    this.#busyMode = host.busyMode
    this.#onlookers = new Onlookers({
      // Higher than all cursors of earlier processes, as long as the clock moves forward.
      firstCursor: host.services.now() * 1000,
      state: () => this.state,
      onChange: () => onChange(this),
    })
    const publish = this.#onlookers.publish.bind(this.#onlookers)
    const showState = () => publish({ type: 'state', state: this.state })
    this.#choice = new CurrentChoice({ ...options, publish })
    this.#compression = new IdleCompression({
      id,
      compression: host.compression,
      betweenTurns: (work) => this.betweenTurns(work),
      onChange: () => onChange(this),
    })
    this.#turns = new TurnRunner({
      ...options,
      choice: this.#choice,
      publish,
      onState: showState,
      onEnd: (agent) => {
        if (!host.conversations.isClosing && !this.#isBusy) this.#compression.begin(agent)
      },
      onUnread: ({ submission }, isDropped) =>
        isDropped ? void submission.cancel() : this.#lane.return(submission.id),
    })
    this.#lane = new InputLane({
      inputs: host.inputsOf(id),
      slot: this.#slot,
      seedOf: () => (this.#turns.isStored ? {} : { seed: options.seed }),
      run: ({ content, by }, submission, claim) => this.#turns.run({ content, by, submission, claim }),
      wasRead: (inputId, signal) => wasRead(host.store, { id, inputId, signal }),
      onDuplicate: (submission) => void this.#tellDuplicate(submission),
      onQueued: (input) => publish({ type: 'queued', input }),
      onUnqueued: (id, why) => publish({ type: 'unqueued', id, why }),
      onChange: showState,
      onActivity: () => onChange(this),
    })
    this.#router = new InputRouter({
      host,
      conversation: this,
      lane: this.#lane,
      turns: this.#turns,
      isBusy: () => this.#isBusy,
      makeWay: () => this.#compression.makeWay(),
      runNow: (next) => this.#runNow(next),
      untilIdle: () => this.#untilIdle(),
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

  /** Whether it has work or onlookers. */
  get isActive(): boolean {
    return this.#isBusy || this.#compression.isUnderWay || this.#onlookers.count > 0
  }

  submit(input: UserInput, from: Sender): Submission {
    const submission = createSubmission(input.id ?? this.#options.host.newId())
    this.#router.take(input, from, submission)
    return submission
  }

  interrupt(reason?: string): void {
    this.#turns.turn?.interrupt(reason)
  }

  continue(from: Sender): Submission {
    const { conversations, newId } = this.#options.host
    const submission = createSubmission(newId())
    if (conversations.isClosing) refuse(submission, 'closing')
    else if (!hasRole(from.person, 'user')) refuse(submission, 'not-allowed')
    else if (this.#isBusy) refuse(submission, 'busy')
    else if (!this.#turns.canContinue) refuse(submission, 'nothing-to-continue')
    else void this.#runNow({ by: from.person, submission })
    return submission
  }

  choose(changes: ChoiceChanges, by: Person, options?: ChooseOptions): Promise<Choice> {
    return this.#choice.change(changes, by, options)
  }

  async compress(options: CompressSessionOptions = {}): Promise<CompressionOutcome> {
    const work = async () => (await this.#choice.agent()).agent.compress(this.id, options)
    return this.betweenTurns(work, options)
  }

  async betweenTurns<Result>(
    work: () => Promise<Result>,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<Result> {
    const free = await this.#takeSlot(signal)
    try {
      return await work()
    } finally {
      // The turn to continue may have been taken back.
      if (this.#turns.canContinue) this.#turns.canContinue = await this.#options.host.isCutShort(this.id)
      free()
      this.#options.onChange(this)
    }
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

  /** Leaves inputs queued; resolves when nothing runs. */
  async drain(): Promise<void> {
    this.#lane.close()
    await this.#compression.stop()
    await this.#untilIdle()
  }

  close(): void {
    this.#onlookers.close()
  }

  get #isBusy(): boolean {
    return this.#slot.count > (this.#compression.hasSlot ? 1 : 0) || this.#lane.isBusy
  }

  async #runNow(next: NextTurn): Promise<void> {
    const free = await this.#takeSlot()
    const tellEnd = await this.#turns.run(next)
    free()
    this.#options.onChange(this)
    tellEnd()
  }

  async #tellDuplicate(submission: OpenSubmission): Promise<void> {
    submission.accept({ as: 'duplicate' })
    try {
      const reply = await this.#replyTo(submission.id)
      submission.end({ status: 'duplicate', ...(reply !== undefined && { reply }) })
    } catch (error) {
      submission.end({ status: 'failed', error: toError(error) })
    }
  }

  /** The answer to the input with this id, when it is available. */
  async #replyTo(id: string): Promise<string | undefined> {
    const first = this.#lane.find(id)
    if (!first) return storedReply(this.#options.host.store, this.id, id)
    const end = await first.ended
    return end.status === 'turn' && 'text' in end.result.outcome ? end.result.finalResponse : undefined
  }

  async #untilIdle(): Promise<void> {
    const free = await this.#slot.take()
    free()
  }

  #takeSlot(signal?: AbortSignal): Promise<() => void> {
    const taken = this.#slot.take(signal)
    this.#options.onChange(this)
    return taken
  }
}
