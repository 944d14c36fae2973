import type { Choice } from '@hermes/core'
import type { ChoiceChanges } from '../contracts/conversation.js'

/** What describes the model and its server, from the outside in: a change of one leaves nothing of those behind it. */
const ofServer = ['baseUrl', 'apiMode', 'contextWindow', 'speed'] as const
const ofModel = ['contextWindow', 'speed'] as const

/** A choice with some settings changed, and others (`null`) back at their defaults. */
export function withChanges(choice: Choice, changes: ChoiceChanges): Choice {
  const kept = Object.entries(choice).filter(([name]) => !outdatedBy(choice, changes).includes(name))
  const entries = Object.entries({ ...Object.fromEntries(kept), ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined))
}

/** Members that describe the server or the model of the choice before, where the changes name another one. */
function outdatedBy(choice: Choice, changes: ChoiceChanges): readonly string[] {
  const differs = (name: keyof Choice) => changes[name] !== undefined && (changes[name] ?? undefined) !== choice[name]
  if (differs('provider') || differs('baseUrl')) return ofServer
  return differs('model') || differs('apiMode') ? ofModel : []
}
