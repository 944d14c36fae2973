import type { Message, ModelRequest } from '@hermes/core'

/** Which member of a fallback chain is asked first, and which ones after it. */
export interface FallbackRoute<Member> {
  begin(request: ModelRequest): RouteStart<Member>
  /** From now on the turn of this request is answered by that member. */
  settle(request: ModelRequest, member: Member): void
  /** The member takes no requests for this long. */
  block(member: Member, durationMs: number): void
}

export interface RouteStart<Member> {
  /** Whom to ask, in this order. */
  readonly members: readonly Member[]
  /** Set when the member whose turn it is was passed over, because it takes no requests for this long. */
  readonly passedOver?: { readonly member: Member; readonly remainingMs: number }
}

/**
 * A turn is known by its newest user message, which keeps its identity while the turn lasts: each new one starts with the
 * primary again, and all calls of one turn stay with the member that answers it. Nothing is kept of turns that are gone.
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
      // When every member is cooling down, trying one is better than failing.
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

/** After the last member comes the primary: it may have recovered while the turn went on elsewhere. */
function startingWith<Member>(first: Member, chain: readonly Member[]): readonly Member[] {
  const start = chain.indexOf(first)
  return [...chain.slice(start), ...chain.slice(0, start)]
}

function turnOf(request: ModelRequest): Message | undefined {
  return request.messages.findLast((message) => message.role === 'user')
}
