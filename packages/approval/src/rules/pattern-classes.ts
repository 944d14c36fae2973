import { agentRules } from './agent.js'
import { dangerRules } from './index.js'
import { isUnknownTool } from './unknown-tool.js'

/** What the agent may do to itself is decided anew each time, by a person. */
export function isAboutAgent(reason: string): boolean {
  return neverForGood.has(reason)
}

const neverForGood = new Set(agentRules.map(({ reason }) => reason))

const forGood: ReadonlySet<string> = new Set(
  dangerRules.map(({ reason }) => reason).filter((reason) => !neverForGood.has(reason)),
)

/**
 * Whether calls that are flagged for this reason can be allowed for good: a known danger that a person may want to take, or
 * a tool that does not say what it does.
 * What could not be understood, what looks like a deception, and what touches the agent itself is asked about each time, or
 * allowed for a session at most.
 */
export function isPatternClass(reason: string): boolean {
  return forGood.has(reason) || isUnknownTool(reason)
}
