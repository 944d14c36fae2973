import { agentRules } from './agent.js'
import { fedPackageRunnerRules } from './fed-package-runners.js'
import { dangerRules } from './index.js'
import { loaderRules } from './loaders.js'
import { packageListRules } from './package-lists.js'
import { serviceRules } from './services.js'
import { isUnknownTool } from './unknown-tool.js'

/** Whether a reason is an effect on the agent itself, which a person is asked about each time. */
export function isAboutAgent(reason: string): boolean {
  return neverPermanent.has(reason)
}

const neverPermanent = new Set(agentRules.map(({ reason }) => reason))

const forGood: ReadonlySet<string> = new Set(
  dangerRules.map(({ reason }) => reason).filter((reason) => !neverPermanent.has(reason)),
)

/**
 * Returns true when a reason can be granted permanently: a known danger, or a tool without an assessment. What could
 * not be analyzed, what looks deceptive, and what affects the agent itself is asked about each time, or granted for a
 * session at most.
 */
export function isPatternClass(reason: string): boolean {
  return forGood.has(reason) || isUnknownTool(reason)
}

const undoable: ReadonlySet<string> = new Set(
  [...loaderRules, ...packageListRules, ...fedPackageRunnerRules, ...serviceRules].map(({ reason }) => reason),
)

/**
 * Returns true when a permanent grant may be suggested to a person who often allows the same call: nothing is deleted
 * or given away, and what the call changes can be changed back.
 */
export function maySuggest(reason: string): boolean {
  return isPatternClass(reason) && (undoable.has(reason) || isUnknownTool(reason))
}
