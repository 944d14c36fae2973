import {
  type Agent,
  type Choice,
  type CompressionOutcome,
  type CompressSessionOptions,
  InterruptError,
  isTurnOpen,
  type MessageContent,
  type RunOptions,
  type RunResult,
  type SessionContext,
  type SessionId,
  type SessionSeed,
} from '@hermes/core'
import { namesModel } from '../choice/names-model.js'
import { withChanges } from '../choice/with-changes.js'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { ChoiceChanges, Conversation, OnlookOptions, Sender, UserInput } from '../contracts/conversation.js'
import type { ConversationEvent } from '../contracts/conversation-event.js'
import type { ConversationState, QueuedInput } from '../contracts/conversation-state.js'
import { hasRole, type Person } from '../contracts/person.js'
import type { Submission } from '../contracts/submission.js'
import { ActiveTurn, type Steer } from './active-turn.js'
import { cacheBreakOf, type LastCall } from './cache-break.js'
import type { ConversationHost } from './conversation-host.js'
import { InputLane } from './input-lane.js'
import type { InputClaim } from './inputs.js'
import { isEmpty } from './is-empty.js'
import { Onlookers } from './onlookers.js'
import { Slot } from './slot.js'
import { storedReply } from './stored-reply.js'
import { createSubmission, duplicate, type OpenSubmission, refuse } from './submission.js'
import { submitCommand } from './submit-command.js'
import { toError } from './to-error.js'

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

/** A compression between two turns. */
interface Background {
  readonly controller: AbortController
  hasSlot: boolean
  ended?: Promise<void>
}

/** What a turn begins with. */
interface NextTurn {
  /** Absent for a turn that is continued. */
  readonly content?: MessageContent | undefined
  readonly by: Person
  readonly submission: OpenSubmission
  readonly claim?: InputClaim | undefined
}

export class LiveConversation implements Conversation {
  readonly id: SessionId
  readonly #options: LiveConversationOptions
  readonly #onlookers: Onlookers
  readonly #lane: InputLane
  /** One turn or compression at a time. */
  readonly #slot = new Slot()
  #choice: Choice
  #busyMode: BusyMode
  #canContinue: boolean
  #isStored: boolean
  #turn: ActiveTurn | undefined
  #background: Background | undefined
  #lastCall: LastCall | undefined

  constructor(options: LiveConversationOptions) {
    const { host, id } = options
    this.id = id
    this.#options = options
    this.#choice = options.choice
    this.#busyMode = host.busyMode
    this.#canContinue = options.canContinue
    this.#isStored = options.isStored
    this.#onlookers = new Onlookers({
      // Higher than every cursor of a process before this one, as long as its clock goes forward.
      firstCursor: host.services.now() * 1000,
      state: () => this.state,
      onChange: () => options.onChange(this),
    })
    this.#lane = new InputLane({
      inputs: host.inputsOf(id),
      slot: this.#slot,
      seedOf: () => (this.#isStored ? {} : { seed: options.seed }),
      run: ({ content, by }, submission, claim) => this.#run({ content, by, submission, claim }),
      onDuplicate: (submission) => void this.#tellDuplicate(submission),
      onQueued: (input) => this.#onlookers.publish({ type: 'queued', input }),
      onUnqueued: (id, why) => this.#onlookers.publish({ type: 'unqueued', id, why }),
      onChange: () => this.#showState(),
      onActivity: () => options.onChange(this),
    })
  }

  get choice(): Choice {
    return this.#choice
  }

  get state(): ConversationState {
    const { info: turn, question } = this.#turn ?? {}
    const common = { queued: this.#lane.queued, busyMode: this.#busyMode, canContinue: this.#canContinue }
    if (!turn) return { activity: 'idle', ...common }
    return question ? { activity: 'waiting', turn, question, ...common } : { activity: 'running', turn, ...common }
  }

  /** It has something to do, or somebody looks on. */
  get isActive(): boolean {
    return this.#isBusy || this.#background !== undefined || this.#onlookers.count > 0
  }

  submit(input: UserInput, from: Sender): Submission {
    const { commands, conversations } = this.#options.host
    const submission = createSubmission(input.id ?? this.#newId())
    const line = input.as === 'message' || !commands ? undefined : commandLine(input.content)
    const found = line === undefined ? undefined : commands?.find(line, from.surface, from.person)
    if (conversations.isClosing) refuse(submission, 'closing')
    else if (isEmpty(input.content)) refuse(submission, 'empty')
    else if (found && found.type !== 'message') {
      void submitCommand({
        found,
        from,
        submission,
        host: this.#options.host,
        conversation: this,
        isRunning: this.#turn !== undefined,
        takeId: input.id === undefined ? undefined : () => this.#lane.takeId(submission.id),
        untilIdle: () => this.#untilIdle(),
        publish: (body) => this.#onlookers.publish(body),
        send: (content, whenBusy) => this.#send({ content, ...(whenBusy && { whenBusy }) }, from, submission),
      })
    } else if (!hasRole(from.person, 'user')) refuse(submission, 'not-allowed')
    else this.#send(input, from, submission)
    return submission
  }

  interrupt(reason?: string): void {
    this.#turn?.interrupt(reason)
  }

  continue(from: Sender): Submission {
    const submission = createSubmission(this.#newId())
    if (this.#options.host.conversations.isClosing) refuse(submission, 'closing')
    else if (!hasRole(from.person, 'user')) refuse(submission, 'not-allowed')
    else if (this.#isBusy) refuse(submission, 'busy')
    else if (!this.#canContinue) refuse(submission, 'nothing-to-continue')
    else void this.#runNow({ by: from.person, submission })
    return submission
  }

  async choose(changes: ChoiceChanges, by: Person): Promise<Choice> {
    const { agentFor, storeChoice } = this.#options.host
    const wanted = withChanges(this.#choice, changes)
    const { model } = await agentFor(wanted)
    // What leads to the model belongs together, whatever the settings become.
    const choice = namesModel(wanted) ? { ...wanted, ...model.reference } : wanted
    await storeChoice(this.id, choice)
    this.#choice = choice
    const cacheBreak = cacheBreakOf(this.#lastCall, model)
    this.#onlookers.publish({ type: 'choice', choice, by, ...(cacheBreak && { cacheBreak }) })
    return choice
  }

  async compress(options: CompressSessionOptions = {}): Promise<CompressionOutcome> {
    const work = async () => (await this.#options.host.agentFor(this.#choice)).agent.compress(this.id, options)
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
      // The turn that could be continued may have been taken back.
      if (this.#canContinue) this.#canContinue = await this.#options.host.isCutShort(this.id)
      free()
      this.#options.onChange(this)
    }
  }

  async context(): Promise<SessionContext> {
    const { agent } = await this.#options.host.agentFor(this.#choice)
    return agent.context(this.id)
  }

  setBusyMode(mode: BusyMode): void {
    if (mode === this.#busyMode) return
    this.#busyMode = mode
    this.#showState()
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

  /** Takes over what a process before this one has left in the queue. */
  resumeQueued(): Promise<void> {
    return this.#lane.resume()
  }

  /** Leaves what is queued; resolves when nothing runs. */
  async drain(): Promise<void> {
    this.#lane.close()
    this.#background?.controller.abort(new InterruptError('The process is stopping.'))
    await this.#background?.ended
    await this.#untilIdle()
  }

  close(): void {
    this.#onlookers.close()
  }

  get #isBusy(): boolean {
    const inBackground = this.#background?.hasSlot ? 1 : 0
    return this.#slot.count > inBackground || this.#lane.isBusy
  }

  /** Shortens the conversation while nobody waits. */
  #compressInBackground(agent: Agent): void {
    const { compression, conversations } = this.#options.host
    if (!compression || conversations.isClosing || this.#background || this.#isBusy) return
    const background: Background = { controller: new AbortController(), hasSlot: false }
    this.#background = background
    this.#options.onChange(this)
    const alone = <Result>(work: () => Promise<Result>) => {
      background.hasSlot = true
      return this.betweenTurns(work).finally(() => {
        background.hasSlot = false
      })
    }
    background.ended = compression.consider({ id: this.id, agent, alone }, background.controller.signal).finally(() => {
      this.#background = undefined
      this.#options.onChange(this)
    })
  }

  /** A turn that comes while the conversation is being shortened waits a little for that. */
  #makeWay(): void {
    const { controller, ended } = this.#background ?? {}
    if (!controller || !ended) return
    const giveUp = () => controller.abort(new InterruptError('The next turn begins.'))
    const timer = setTimeout(giveUp, this.#options.host.compression?.holdMs ?? 0)
    void ended.finally(() => clearTimeout(timer))
  }

  /** Decides when a message becomes a turn. */
  #send(input: UserInput, { person: by }: Sender, submission: OpenSubmission): void {
    this.#makeWay()
    const { id, content, whenBusy = this.#busyMode } = input
    const atMs = this.#options.host.services.now()
    const queued: QueuedInput = { id: submission.id, content, by, atMs }
    if (!this.#isBusy && id === undefined) void this.#runNow({ content, by, submission })
    else if (!this.#isBusy) void this.#lane.put(queued, submission, { as: 'turn', turnId: submission.id })
    else if (whenBusy === 'refuse') refuse(submission, 'busy')
    else if (whenBusy === 'steer' && typeof content === 'string') void this.#steer(content, queued, submission, id)
    else void this.#queue(queued, submission, whenBusy)
  }

  async #queue(queued: QueuedInput, submission: OpenSubmission, whenBusy: BusyMode): Promise<void> {
    const isTaken = await this.#lane.put(queued, submission)
    if (isTaken && whenBusy === 'interrupt') this.#turn?.interrupt('The user said something else.', true)
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

  /** What an input with this id was answered, as soon as it is. */
  async #replyTo(id: string): Promise<string | undefined> {
    const first = this.#lane.find(id)
    if (!first) return storedReply(this.#options.host.store, this.id, id)
    const end = await first.ended
    return end.status === 'turn' && 'text' in end.result.outcome ? end.result.finalResponse : undefined
  }

  async #steer(text: string, queued: QueuedInput, submission: OpenSubmission, id: string | undefined): Promise<void> {
    if (!this.#turn?.takesSteers) return this.#queue(queued, submission, 'steer')
    if (id !== undefined && !(await this.#lane.takeId(id))) return duplicate(submission)
    const [turn, steer] = [this.#turn, { text, by: queued.by, submission }]
    if (!turn?.steer(steer)) return this.#queueLate(steer)
    this.#onlookers.publish({ type: 'steered', turnId: turn.info.id, text, by: queued.by })
  }

  /** Its id is taken: it waits under another one. */
  async #queueLate({ text, submission, by }: Steer): Promise<void> {
    const atMs = this.#options.host.services.now()
    await this.#lane.put({ id: this.#newId(), content: text, by, atMs }, submission)
  }

  async #runNow(next: NextTurn): Promise<void> {
    const free = await this.#takeSlot()
    const tellEnd = await this.#run(next)
    free()
    this.#options.onChange(this)
    tellEnd()
  }

  /**
   * Takes a turn; the slot is taken.
   * @returns what tells the submission, for the moment at which the conversation is idle again.
   * @throws what kept an input that came from the queue from being stored.
   */
  async #run({ content, by, submission, claim }: NextTurn): Promise<() => void> {
    const { agentFor, services } = this.#options.host
    const turn = new ActiveTurn({ id: submission.id, startedAtMs: services.now(), by }, submission)
    this.#turn = turn
    try {
      const chosen = await turn.unlessInterrupted(agentFor(this.#choice))
      const begin = { turn: turn.info, submissionId: submission.id }
      this.#onlookers.publish({ type: 'turn-begin', ...begin, ...(content !== undefined && { input: content }) })
      this.#showState()
      const result = await this.#follow(turn, chosen.agent, { content, claim })
      if (turn.isStored) this.#canContinue = isTurnOpen(result.messages)
      this.#isStored ||= turn.isStored
      if (turn.usage) this.#lastCall = { model: chosen.model, usage: turn.usage }
      this.#turn = undefined
      this.#onlookers.publish({ type: 'turn-done', ...begin, outcome: result.outcome })
      const late = turn.end(result)
      if (!turn.isStored) this.#assertOpen(claim)
      return () => {
        turn.tellEnd(result)
        for (const steer of late) void this.#queueLate(steer)
        this.#compressInBackground(chosen.agent)
      }
    } catch (error) {
      if (error instanceof InterruptError) {
        this.#assertOpen(claim)
        return () => turn.tellUnstored()
      }
      if (claim) throw error
      return () => submission.reject(toError(error))
    } finally {
      this.#turn = undefined
      this.#showState()
    }
  }

  async #follow(
    turn: ActiveTurn,
    agent: Agent,
    { content, claim }: Pick<NextTurn, 'content' | 'claim'>,
  ): Promise<RunResult> {
    const { id: turnId, by } = turn.info
    const session = claim?.seed ?? this.#options.seed
    const userId = by.id
    const options = { sessionId: this.id, session, userId, ...toRunOptions(turn, claim) }
    const run = content === undefined ? agent.resume(this.id, { userId }) : agent.run(content, options)
    turn.start(run)
    if (content === undefined) turn.accept()
    for await (const event of run) {
      const hasChanged = turn.see(event)
      this.#onlookers.publish({ type: 'agent', turnId, event })
      if (hasChanged) this.#showState()
    }
    return run.result
  }

  /** @throws {InterruptError} when the process stops: what came from the queue, and is not stored, has to stay there. */
  #assertOpen(claim: InputClaim | undefined): void {
    if (claim && this.#options.host.conversations.isClosing) throw new InterruptError('The process is stopping.')
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

  #showState(): void {
    this.#onlookers.publish({ type: 'state', state: this.state })
  }

  #newId(): string {
    return this.#options.host.newId()
  }
}

function toRunOptions(
  { submission }: ActiveTurn,
  claim: InputClaim | undefined,
): Pick<RunOptions, 'settles' | 'inputId'> {
  return claim ? { inputId: submission.id, ...(claim.settles && { settles: claim.settles }) } : {}
}

/** What is typed as a command: one that comes with pictures is none. */
function commandLine(content: MessageContent): string | undefined {
  return typeof content === 'string' && content.startsWith('/') ? content : undefined
}
