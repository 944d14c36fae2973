/** How fast a model answers: what is known of the latest call. */
export interface CallPace {
  /** Of the running call. */
  readonly startedAtMs?: number
  /** When its first word arrived. */
  readonly firstAtMs?: number
  /** From the request to the first word. */
  readonly latencyMs?: number
  readonly tokensPerSecond?: number
}

/** The moments of a call, in order. `word` may repeat. */
export type CallMoment =
  | { readonly type: 'start' }
  | { readonly type: 'word' }
  | { readonly type: 'end'; readonly outputTokens: number }

/** Shorter streams say nothing about the speed. */
const leastStreamMs = 250

export function paceAfter(pace: CallPace, moment: CallMoment, nowMs: number): CallPace {
  const { startedAtMs, firstAtMs, ...known } = pace
  if (moment.type === 'start') return { ...known, startedAtMs: nowMs }
  if (moment.type === 'word') {
    if (startedAtMs === undefined || firstAtMs !== undefined) return pace
    return { ...pace, firstAtMs: nowMs, latencyMs: nowMs - startedAtMs }
  }
  const streamMs = firstAtMs === undefined ? 0 : nowMs - firstAtMs
  return { ...known, ...(streamMs >= leastStreamMs && { tokensPerSecond: (1000 * moment.outputTokens) / streamMs }) }
}
