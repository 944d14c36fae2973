import type { GuardrailOptions } from '../contracts/agent/guardrail.js'
import { orNever } from './limits.js'
import { toRefusal } from './wording.js'

/** Counts the calls of tools with a limit per turn. */
export function createCaps(
  changed: NonNullable<GuardrailOptions['caps']>,
  traitsOf: NonNullable<GuardrailOptions['traitsOf']>,
) {
  const used = new Map<string, number>()
  const capOf = (name: string) => (Object.hasOwn(changed, name) ? changed[name] : traitsOf(name)?.callsPerTurn)
  return {
    admit(name: string): string | undefined {
      const cap = orNever(capOf(name) ?? 0)
      const count = used.get(name) ?? 0
      if (count >= cap) return toRefusal(name, cap)
      if (cap !== Number.POSITIVE_INFINITY) used.set(name, count + 1)
      return undefined
    },
  }
}
