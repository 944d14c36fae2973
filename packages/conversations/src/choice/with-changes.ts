import type { Choice } from '@hermes/core'
import type { ChoiceChanges } from '../contracts/conversation.js'

/** The model settings, from general to specific: changing one resets all that follow it. */
const ofServer = ['baseUrl', 'apiMode', 'contextWindow', 'speed'] as const
const ofModel = ['contextWindow', 'speed'] as const

/** Returns a choice with some settings changed, and others (`null`) reset to their defaults. */
export function withChanges(choice: Choice, changes: ChoiceChanges): Choice {
  const kept = Object.entries(choice).filter(([name]) => !outdatedBy(choice, changes).includes(name))
  const entries = Object.entries({ ...Object.fromEntries(kept), ...changes })
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined))
}

/** Returns the settings of the previous server or model that the changes invalidate. */
function outdatedBy(choice: Choice, changes: ChoiceChanges): readonly string[] {
  const differs = (name: keyof Choice) => changes[name] !== undefined && (changes[name] ?? undefined) !== choice[name]
  if (differs('provider') || differs('baseUrl')) return ofServer
  return differs('model') || differs('apiMode') ? ofModel : []
}
