import {
  type Agent,
  InterruptError,
  isTurnOpen,
  type MessageContent,
  type RunOptions,
  type RunResult,
  type SessionId,
  type SessionSeed,
} from '@hermes/core'
import type { ConversationEventBody } from '../contracts/conversation-event.js'
import type { Person } from '../contracts/person.js'
import { ActiveTurn, type Steer } from './active-turn.js'
import type { ConversationHost } from './conversation-host.js'
import type { CurrentChoice, TurnAgent } from './current-choice.js'
import type { InputClaim } from './inputs.js'
import type { OpenSubmission } from './submission.js'
import { toError } from './to-error.js'

/** What a turn begins with. */
export interface NextTurn {
  /** Absent for a turn that is continued. */
  readonly content?: MessageContent | undefined
  readonly by: Person
  readonly submission: OpenSubmission
  readonly claim?: InputClaim | undefined
}

export interface TurnRunnerOptions {
  readonly host: ConversationHost
  readonly id: SessionId
  /** Used when the first turn stores the session. */
  readonly seed: SessionSeed
  readonly choice: CurrentChoice
  readonly canContinue: boolean
  /** Its session exists. */
  readonly isStored: boolean
  readonly publish: (body: ConversationEventBody) => void
  readonly onState: () => void
  /** A turn of the conversation's own agent has ended, and is stored. */
  readonly onEnd: (agent: Agent) => void
  /** The turn did not read it. `isDropped`: it was ended by somebody who wants no other turn. */
  readonly onUnread: (steer: Steer, isDropped: boolean) => void
}

/** Takes the turns of one conversation; the caller sees to it that they come one at a time. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions
  #turn: ActiveTurn | undefined
  /** The newest turn was cut short. */
  canContinue: boolean
  #isStored: boolean

  constructor(options: TurnRunnerOptions) {
    this.#options = options
    this.canContinue = options.canContinue
    this.#isStored = options.isStored
  }

  /** The one that runs. */
  get turn(): ActiveTurn | undefined {
    return this.#turn
  }

  get isStored(): boolean {
    return this.#isStored
  }

  /**
   * @returns what tells the submission, for the moment at which the conversation is idle again.
   * @throws what kept an input that came from the queue from being stored.
   */
  async run({ content, by, submission, claim }: NextTurn): Promise<() => void> {
    const { host, choice, publish, onState } = this.#options
    const turn = new ActiveTurn({ id: submission.id, startedAtMs: host.services.now(), by }, submission, host.services)
    this.#turn = turn
    try {
      const chosen = await turn.unlessInterrupted(choice.takeAgent())
      const begin = { turn: turn.info, submissionId: submission.id }
      publish({ type: 'turn-begin', ...begin, ...(content !== undefined && { input: content }) })
      onState()
      const result = await this.#follow(turn, chosen, { content, claim })
      if (turn.isStored) this.canContinue = isTurnOpen(result.messages)
      this.#isStored ||= turn.isStored
      if (turn.usage) choice.noteCall(chosen, turn.usage)
      this.#turn = undefined
      publish({ type: 'turn-done', ...begin, outcome: result.outcome })
      turn.end(result)
      if (!turn.isStored) this.#assertOpen(claim)
      return () => {
        turn.tellEnd(result)
        // A model that took one turn does not shorten what others go on with.
        if (!chosen.reference) this.#options.onEnd(chosen.agent)
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
      for (const steer of turn.takeUnread()) this.#options.onUnread(steer, turn.wasStopped)
      onState()
    }
  }

  async #follow(
    turn: ActiveTurn,
    { agent, reference }: TurnAgent,
    { content, claim }: Pick<NextTurn, 'content' | 'claim'>,
  ): Promise<RunResult> {
    const { id, seed, publish, onState } = this.#options
    const { id: turnId, by } = turn.info
    const common = { userId: by.id, ...(reference && { reference }) }
    const options = { sessionId: id, session: claim?.seed ?? seed, ...common, ...toRunOptions(turn, claim) }
    const run = content === undefined ? agent.resume(id, common) : agent.run(content, options)
    turn.start(run)
    if (content === undefined) turn.accept()
    for await (const event of run) {
      const hasChanged = turn.see(event)
      publish({ type: 'agent', turnId, event })
      if (hasChanged) onState()
    }
    return run.result
  }

  /** @throws {InterruptError} when the process stops: what came from the queue, and is not stored, has to stay there. */
  #assertOpen(claim: InputClaim | undefined): void {
    if (claim && this.#options.host.conversations.isClosing) throw new InterruptError('The process is stopping.')
  }
}

function toRunOptions(
  { submission }: ActiveTurn,
  claim: InputClaim | undefined,
): Pick<RunOptions, 'settles' | 'inputId'> {
  return claim ? { inputId: submission.id, ...(claim.settles && { settles: claim.settles }) } : {}
}
