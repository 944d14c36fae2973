import { type Choice, ConfigError, type ModelChoice, type SessionId, type Usage } from '@hermes/core'
import type { ChosenAgent, FixedChoice } from '@hermes/core/wiring'
import { namesModel } from '../../choice/names-model.js'
import { withChanges } from '../../choice/with-changes.js'
import type { ChoiceChanges, ChooseOptions } from '../../contracts/conversation.js'
import type { ConversationEventBody } from '../../contracts/conversation-event.js'
import type { Person } from '../../contracts/person.js'
import type { ConversationHost } from '../conversation-host.js'
import { cacheBreakOf, type LastCall } from './cache-break.js'

export interface CurrentChoiceOptions {
  readonly host: Pick<ConversationHost, 'agentFor' | 'storeChoice'>
  readonly id: SessionId
  readonly choice: Choice
  readonly publish: (body: ConversationEventBody) => void
}

/** The agent and model of one turn. */
export interface TurnAgent extends ChosenAgent {
  /** The conversation's usual model, when a different one runs this turn only. */
  readonly reference?: ModelChoice
}

/** The choice of a conversation, and its choice for the next turn only. */
export class CurrentChoice {
  readonly #options: CurrentChoiceOptions
  #choice: Choice
  #once: Choice | undefined
  #lastCall: LastCall | undefined
  /** Commands that are about to change the choice. */
  readonly #changing = new Set<Promise<void>>()
  /** The latest change, until it has ended. */
  #latest: Promise<unknown> | undefined

  constructor(options: CurrentChoiceOptions) {
    this.#options = options
    this.#choice = options.choice
  }

  get value(): Choice {
    return this.#choice
  }

  /**
   * Applies changes in the order of the calls: a change that takes seconds to look up its model must not undo later ones.
   * @throws {ConfigError} when the choice cannot answer, or an administrator has fixed a part of it; nothing is changed then.
   */
  async change(changes: ChoiceChanges, by: Person, options: ChooseOptions = {}): Promise<Choice> {
    const before = this.#latest
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#latest = ended
    try {
      await before
      return await this.#apply(changes, by, options)
    } finally {
      if (this.#latest === ended) this.#latest = undefined
      resolve()
    }
  }

  async #apply(changes: ChoiceChanges, by: Person, { once = false }: ChooseOptions): Promise<Choice> {
    const { host, id, publish } = this.#options
    const wanted = withChanges(this.#choice, changes)
    const { model, fixed } = await host.agentFor(wanted)
    if (fixed?.fields.some((field) => changes[field] !== undefined)) throw fixedByMachine(fixed)
    // The fields that identify the model are stored together, independently of later settings.
    const choice = namesModel(wanted) ? { ...wanted, ...model.reference } : wanted
    if (once) this.#once = choice
    else {
      await host.storeChoice(id, choice)
      this.#choice = choice
      this.#once = undefined
    }
    const cacheBreak = cacheBreakOf(this.#lastCall, model)
    publish({ type: 'choice', choice, by, ...(cacheBreak && { cacheBreak }), ...(once && { isOnce: true }) })
    return choice
  }

  /** Resolves when the commands that are about to change the choice have ended. Absent if there are none. */
  get changed(): Promise<unknown> | undefined {
    return this.#changing.size > 0 ? Promise.all(this.#changing) : undefined
  }

  /** Delays the agents of turns until `work` has ended, which may change the choice. */
  holdFor(work: Promise<void>): void {
    const held = work.finally(() => this.#changing.delete(held))
    this.#changing.add(held)
  }

  /** Returns the agent of the conversation, regardless of a choice for the next turn only. */
  agent(): Promise<ChosenAgent> {
    return this.#options.host.agentFor(this.#choice)
  }

  /**
   * Returns the agent of the starting turn, after the commands that change it. The turn may ask for a model if none was
   * chosen.
   */
  async takeAgent(asked?: ModelChoice): Promise<TurnAgent> {
    // Commands that arrive during this wait come after the turn.
    await this.changed
    const once = this.#once ?? (asked && !namesModel(this.#choice) ? { ...this.#choice, ...asked } : undefined)
    this.#once = undefined
    if (!once) return this.agent()
    const chosen = await this.#options.host.agentFor(once)
    const { reference } = (await this.agent()).model
    return { ...chosen, ...(reference && { reference }) }
  }

  /** Records the provider's token count for a model call. */
  noteCall({ model }: ChosenAgent, usage: Usage): void {
    this.#lastCall = { model, usage }
  }
}

function fixedByMachine({ by }: FixedChoice): ConfigError {
  return new ConfigError(
    '',
    `This is fixed for all conversations of this machine: ask the administrator who wrote ${by}.`,
  )
}
