import type { ContentOrigin, GateRequest } from '@hermes/core'
import { originKey, type ReadOrigins } from '@hermes/core/origins'
import { matchesInAnyCase } from '../words/match-globs.js'

/** What happens to effects beyond a conversation once it has read untrusted content. */
export interface UntrustedPolicy {
  /** `ask`: a person decides. `refuse`: they never run. `allow`: untrusted content makes no difference. */
  readonly policy: 'ask' | 'refuse' | 'allow'
  /**
   * Origins that count as trusted in all conversations: case-insensitive patterns with `*` and `?` for a name
   * (`docs.python.org`), or for kind and name (`mcp:github`).
   */
  readonly trusted: readonly string[]
}

export const defaultUntrustedPolicy: UntrustedPolicy = { policy: 'ask', trusted: [] }

const none: readonly ContentOrigin[] = []

/** Whether the policy lists an origin as trusted. */
export function isTrustedSource(origin: ContentOrigin, { trusted }: Pick<UntrustedPolicy, 'trusted'>): boolean {
  return matchesInAnyCase(trusted, namesOf(origin))
}

/** Returns the untrusted content that the conversation of a call has read, without what its owner trusts. */
export type UntrustedSources = (request: GateRequest, policy: UntrustedPolicy) => readonly ContentOrigin[]

/**
 * Creates a function that keeps its answer as long as the conversation reads nothing new and the policy is the same.
 */
export function createUntrustedSources(): UntrustedSources {
  const answers = new WeakMap<ReadOrigins, Answer>()
  return ({ run }, policy) => {
    const origins = run?.origins
    const read = origins?.list() ?? none
    if (!origins || read.length === 0 || policy.policy === 'allow') return none
    const known = answers.get(origins)
    if (known?.read === read && known.policy === policy) return known.sources
    const sources = read.filter((origin) => !origins.isTrusted(origin) && !isTrustedSource(origin, policy))
    answers.set(origins, { read, policy, sources })
    return sources
  }
}

interface Answer {
  readonly read: readonly ContentOrigin[]
  readonly policy: UntrustedPolicy
  readonly sources: readonly ContentOrigin[]
}

function namesOf(origin: ContentOrigin): readonly string[] {
  return origin.name === undefined ? [origin.kind] : [origin.name, originKey(origin)]
}
