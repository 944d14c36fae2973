import type { Agent } from '../contracts/agent/agent.js'
import type { Choice, ChosenModel } from '../contracts/model/choice.js'

/** An agent with the choice that it was resolved from. Shared by all conversations with that choice. */
export interface ChosenAgent {
  readonly agent: Agent
  readonly model: ChosenModel
  /** The parts of the choice that have no effect, because an administrator has fixed them. Absent: none. */
  readonly fixed?: FixedChoice
}

export interface FixedChoice {
  readonly fields: readonly (keyof Choice)[]
  /** The file that contains the administrator's settings. */
  readonly by: string
}

/**
 * Resolves a choice with the current settings. Agents are immutable and shared: the same choice and settings return the same
 * agent. Call it before each turn, so that changed settings apply to the next one; a running turn keeps its agent.
 * @throws {ConfigError} when no turn could succeed: unknown model, provider, toolset or personality, or a missing key.
 */
export type AgentFor = (choice: Choice) => Promise<ChosenAgent>
