import type { JsonObject } from '@hermes/core'
import type { DispatchVerdict } from '@hermes/core/hooks'

const expected =
  '{"decision": "skip"}, {"decision": "rewrite", "text": "..."} with a text that is no command, or {"decision": "allow"}, or nothing to serve the message'

/**
 * Returns the verdict about a message in the output of a `pre_gateway_dispatch` hook. `block` and `approve`, which hooks of other
 * events print, are accepted, too.
 * @throws {Error} when the output contains no known decision, because a guard with a mistake must not let messages through.
 */
export function dispatchOf({ decision, reason, text }: JsonObject): DispatchVerdict {
  switch (decision) {
    case 'skip':
    case 'block':
      return { action: 'skip', ...(typeof reason === 'string' && { reason }) }
    case 'allow':
    case 'approve':
      return { action: 'allow' }
    case 'rewrite':
      if (typeof text === 'string' && !text.startsWith('/')) return { action: 'rewrite', text }
  }
  const printed = JSON.stringify(decision ?? null).slice(0, 50)
  throw new Error(
    `A hook of pre_gateway_dispatch printed the decision ${printed}, which it must not. It must print ${expected}.`,
  )
}
