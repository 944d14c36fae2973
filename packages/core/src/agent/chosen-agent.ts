import type { Agent } from '../contracts/agent.js'
import type { Choice, ChosenModel } from '../contracts/choice.js'

/** The agent that serves every conversation with the same choice. */
export interface ChosenAgent {
  readonly agent: Agent
  readonly model: ChosenModel
}

/**
 * Resolves a choice under the settings of this moment. Agents are immutable and shared: the same choice under the same settings
 * gives the same agent. Call it before each turn, so that a change of the settings reaches the next one; a turn that runs keeps
 * the agent that it began with.
 * @throws {ConfigError} when no turn could succeed: no such model, provider, toolset or personality, or no key. The message says what to do.
 */
export type AgentFor = (choice: Choice) => Promise<ChosenAgent>
