import type { Message, ModelRequest } from '@hermes/core'

/** Order in which the members of a fallback chain are tried. */
export interface FallbackRoute<Member> {
  begin(request: ModelRequest): RouteStart<Member>
  /** Makes further calls of this request's turn start with the member. */
  settle(request: ModelRequest, member: Member): void
  /** Skips the member for this long. */
  block(member: Member, durationMs: number): void
}

export interface RouteStart<Member> {
  /** Members to try, in order. */
  readonly members: readonly Member[]
  /** Preferred member that was skipped, if any, and the remaining time of its cooldown. */
  readonly passedOver?: { readonly member: Member; readonly remainingMs: number }
}

/**
 * Creates a route. A turn is identified by its newest user message, which stays the same object during the turn. Each
 * turn starts with the primary, and its calls stay with the member that answers. Finished turns are not kept in memory.
 */
export function createFallbackRoute<Member extends object>(
  chain: readonly [Member, ...Member[]],
  now: () => number,
): FallbackRoute<Member> {
  const settled = new WeakMap<Message, Member>()
  const openAtMs = new Map<Member, number>()
  const remainingMs = (member: Member) => (openAtMs.get(member) ?? 0) - now()

  return {
    begin(request) {
      const turn = turnOf(request)
      const first = (turn && settled.get(turn)) ?? chain[0]
      const all = startingWith(first, chain)
      const open = all.filter((member) => remainingMs(member) <= 0)
      // If all members are cooling down, one is tried anyway.
      if (open.length === 0) return { members: all }
      if (open[0] === first) return { members: open }
      return { members: open, passedOver: { member: first, remainingMs: remainingMs(first) } }
    },
    settle(request, member) {
      const turn = turnOf(request)
      if (turn) settled.set(turn, member)
    },
    block(member, durationMs) {
      openAtMs.set(member, Math.max(openAtMs.get(member) ?? 0, now() + durationMs))
    },
  }
}

/**
 * Rotates the chain to start with a member. The primary is tried again after the last member, because it may have
 * recovered during the turn.
 */
function startingWith<Member>(first: Member, chain: readonly Member[]): readonly Member[] {
  const start = chain.indexOf(first)
  return [...chain.slice(start), ...chain.slice(0, start)]
}

function turnOf(request: ModelRequest): Message | undefined {
  return request.messages.findLast((message) => message.role === 'user')
}
