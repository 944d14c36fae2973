import type { GuardrailOptions } from './guardrail.js'
import { defaultCaps, orNever } from './limits.js'
import { toRefusal } from './wording.js'

/** Counts the calls of the tools that may be called only so often in one turn. */
export function createCaps(changed: GuardrailOptions['caps']) {
  const caps = new Map(Object.entries({ ...defaultCaps, ...changed }))
  const used = new Map<string, number>()
  return {
    admit(name: string): string | undefined {
      const cap = orNever(caps.get(name) ?? 0)
      const count = used.get(name) ?? 0
      if (count >= cap) return toRefusal(name, cap)
      if (cap !== Number.POSITIVE_INFINITY) used.set(name, count + 1)
      return undefined
    },
  }
}
