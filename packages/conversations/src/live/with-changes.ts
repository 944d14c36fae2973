import type { Choice } from '@hermes/core'
import type { ChoiceChanges } from '../contracts/conversation.js'

/** A choice with some settings changed, and others (`null`) back at their defaults. */
export function withChanges(choice: Choice, changes: ChoiceChanges): Choice {
  const entries = Object.entries({ ...choice, ...changes }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(entries)
}
