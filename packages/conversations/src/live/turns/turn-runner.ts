import {
  type ContentOrigin,
  describeError,
  InterruptError,
  isTurnOpen,
  type MessageContent,
  type ModelChoice,
  type RunOptions,
  type RunResult,
  type SessionId,
  type SessionSeed,
  type Usage,
} from '@hermes/core'
import type { ConversationEventBody } from '../../contracts/conversation-event.js'
import type { Person } from '../../contracts/person.js'
import type { TurnAdmission } from '../../contracts/starting-turn.js'
import type { CurrentChoice, TurnAgent } from '../choice/current-choice.js'
import type { EndedTurn } from '../compression/idle-compression.js'
import type { ConversationHost } from '../conversation-host.js'
import type { InputClaim } from '../input/inputs.js'
import type { OpenSubmission } from '../input/submission.js'
import { refuse } from '../input/submission.js'
import { toError } from '../input/to-error.js'
import { ActiveTurn, type Steer } from './active-turn.js'
import { admitTurn } from './admit-turn.js'

/** The input of a turn. */
export interface NextTurn {
  /** The content of the input. Absent for a continued turn. */
  readonly content?: MessageContent | undefined
  /** Whether a continued turn is still to be continued; called when no other turn runs. Default: it is. */
  readonly isWanted?: (() => Promise<boolean>) | undefined
  readonly by: Person
  readonly submission: OpenSubmission
  readonly claim?: InputClaim | undefined
  /** Who wrote the content, if not the person. */
  readonly origins?: readonly ContentOrigin[] | undefined
  /** The model of the turn, unless one was chosen for the conversation. */
  readonly model?: ModelChoice | undefined
  /**
   * Whether a power failure within a second may undo the input with its final answer. For a claimed input, the claim decides. Default
   * false.
   */
  readonly isVolatile?: boolean
  /** Aborted if the turn was stopped before it started: it ends as soon as its input is stored. */
  readonly stopped?: AbortSignal | undefined
}

type Followed = Pick<NextTurn, 'content' | 'isWanted' | 'claim' | 'origins'> & Required<Pick<NextTurn, 'isVolatile'>>

export interface TurnRunnerOptions {
  readonly host: ConversationHost
  readonly id: SessionId
  /** Used when the first turn stores the session. */
  readonly seed: SessionSeed
  readonly choice: CurrentChoice
  readonly canContinue: boolean
  /** Whether its session exists. */
  readonly isStored: boolean
  readonly publish: (body: ConversationEventBody) => void
  readonly onState: () => void
  readonly onEnd: (ended: EndedTurn) => void
  /**
   * Called when the turn did not read the steer. `isDropped`: the input of the turn was canceled, or the steer was only for
   * this turn.
   */
  readonly onUnread: (steer: Steer, isDropped: boolean) => void
}

/** Runs the turns of one conversation. The caller serializes them. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions
  #turn: ActiveTurn | undefined
  /** Whether the latest turn was cut short. */
  canContinue: boolean
  #isStored: boolean

  constructor(options: TurnRunnerOptions) {
    this.#options = options
    this.canContinue = options.canContinue
    this.#isStored = options.isStored
  }

  /** The running turn. */
  get turn(): ActiveTurn | undefined {
    return this.#turn
  }

  get isStored(): boolean {
    return this.#isStored
  }

  /** Takes a steer back from the running turn. @returns `false` when the model may have read it. */
  withdrawSteer(inputId: string): boolean {
    const steer = this.#turn?.unreadSteer(inputId)
    if (!this.#turn || !steer) return true
    if (!this.#turn.withdraw(steer)) return false
    const { text, by } = steer
    this.#options.publish({ type: 'steer-dropped', turnId: this.#turn.info.id, text, by })
    return true
  }

  /**
   * Runs a turn.
   * @returns a function that resolves the submission, to call when the conversation is idle again.
   * @throws when an input from the queue could not be stored.
   */
  async run(next: NextTurn): Promise<() => void> {
    const { content, isWanted, by, submission, claim, origins, model, isVolatile = false, stopped } = next
    const { host, id, choice, publish, onState } = this.#options
    const info = { id: submission.id, startedAtMs: host.services.now(), by }
    const { now } = host.services
    const turn = new ActiveTurn(info, { submission, isAccepted: claim !== undefined, onStored: claim?.onStored, now })
    this.#turn = turn
    if (stopped?.aborted) turn.stop(reasonOf(stopped))
    let admission: TurnAdmission | undefined
    try {
      const starting = { id, by, isContinued: content === undefined, ...(content !== undefined && { input: content }) }
      admission = host.admitTurn && (await admitTurn(host, starting))
      if (admission && 'refusal' in admission) {
        const { refusal, reason = 'not-admitted' } = admission
        return () => refuse(submission, reason, refusal)
      }
      const chosen = await turn.unlessInterrupted(choice.takeAgent(model))
      if (content !== undefined) await turn.unlessInterrupted(this.#prepare(turn, claim))
      const begin = { turn: turn.info, submissionId: submission.id }
      publish({ type: 'turn-begin', ...begin, ...(content !== undefined && { input: content }) })
      onState()
      const result = await this.#follow(turn, chosen, { content, isWanted, claim, origins, isVolatile })
      if (turn.isStored) this.canContinue = isOpen(result)
      this.#isStored ||= turn.isStored
      if (turn.usage) choice.noteCall(chosen, turn.usage)
      this.#turn = undefined
      const isOvertaken = wasOvertaken(result)
      if (!isOvertaken) await this.#account(turn, result)
      for (const { text, by } of turn.dropped) publish({ type: 'steer-dropped', turnId: turn.info.id, text, by })
      publish({ type: 'turn-done', ...begin, outcome: result.outcome })
      if (isOvertaken) return () => refuse(submission, 'nothing-to-continue')
      turn.end(result)
      if (!turn.isStored) this.#assertOpen(claim)
      return () => {
        turn.tellEnd(result)
        // The model of a single turn must not compress the conversation for other models.
        if (chosen.reference) return
        this.#options.onEnd({
          agent: chosen.agent,
          messageCount: result.messages.length,
          callTokens: turn.usage && tokensOf(turn.usage),
        })
      }
    } catch (error) {
      if (error instanceof InterruptError) {
        this.#assertOpen(claim)
        return () => turn.tellUnstored()
      }
      if (claim) throw error
      return () => submission.reject(toError(error))
    } finally {
      if (admission && 'end' in admission) admission.end()
      this.#turn = undefined
      for (const steer of turn.takeUnread()) this.#options.onUnread(steer, turn.isCancelled || steer.extendsTurn)
      onState()
    }
  }

  async #follow(
    turn: ActiveTurn,
    { agent, reference }: TurnAgent,
    { content, isWanted, claim, origins, isVolatile }: Followed,
  ): Promise<RunResult> {
    const { id, seed, publish, onState } = this.#options
    const { id: turnId, by } = turn.info
    const common = { userId: by.id, ...(reference && { reference }) }
    const input = { ...(origins && { origins }), ...(claim ? ofClaim(turn, claim) : { isVolatile }) }
    const options = { sessionId: id, session: claim?.seed ?? seed, ...common, ...input }
    const run =
      content === undefined
        ? agent.resume(id, { ...common, ...(isWanted && { isWanted }) })
        : agent.run(content, options)
    turn.start(run)
    if (content === undefined) turn.accept()
    for await (const event of run) {
      const hasChanged = turn.see(event)
      publish({ type: 'agent', turnId, event })
      if (hasChanged) onState()
    }
    return run.result
  }

  async #prepare({ info }: ActiveTurn, claim: InputClaim | undefined): Promise<void> {
    const { host, id, seed } = this.#options
    try {
      await host.beforeTurn?.({ id, turnId: info.id, by: info.by, seed: claim?.seed ?? seed })
    } catch (error) {
      host.services.logger.log('error', 'A turn was not prepared.', { session: id, error: describeError(error) })
    }
  }

  async #account({ info }: ActiveTurn, result: RunResult): Promise<void> {
    const { host, id } = this.#options
    const { onTurnEnd, services } = host
    if (!onTurnEnd) return
    try {
      await onTurnEnd({ id, by: info.by, result, startedAtMs: info.startedAtMs, endedAtMs: services.now() })
    } catch (error) {
      services.logger.log('error', 'A turn was not accounted for.', { session: id, error: describeError(error) })
    }
  }

  /**
   * Ensures that the process is not stopping.
   * @throws {InterruptError} when it is: an input from the queue that is not stored must stay queued.
   */
  #assertOpen(claim: InputClaim | undefined): void {
    if (claim && this.#options.host.conversations.isClosing) throw new InterruptError('The process is stopping.')
  }
}

/** Whether a turn is unfinished. The answer of an interrupted turn is only the part that was kept. */
function isOpen({ messages, outcome }: RunResult): boolean {
  return isTurnOpen(messages) || outcome.status === 'interrupted'
}

function reasonOf({ reason }: AbortSignal): string | undefined {
  return reason instanceof InterruptError ? reason.message : undefined
}

/** Whether there was nothing left to continue when the conversation was free. */
function wasOvertaken({ outcome }: RunResult): boolean {
  return outcome.status === 'failed' && outcome.error.code === 'run/nothing-to-resume'
}

/** Returns the tokens of a call; `undefined` if the provider did not count them. */
function tokensOf({ inputTokens, cacheReadTokens, cacheWriteTokens, outputTokens }: Usage): number | undefined {
  const read = inputTokens + cacheReadTokens + cacheWriteTokens
  return read > 0 ? read + outputTokens : undefined
}

function ofClaim(
  { submission }: ActiveTurn,
  { settles, isKept = false }: InputClaim,
): Pick<RunOptions, 'settles' | 'inputId' | 'isVolatile'> {
  return { inputId: submission.id, isVolatile: isKept, ...(settles && { settles }) }
}
