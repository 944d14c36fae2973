/** The speed of a model, as measured in its latest call. */
export interface CallPace {
  /** When the running call started. */
  readonly startedAtMs?: number
  /** When its first word arrived. */
  readonly firstAtMs?: number
  /** The time from the request to the first word. */
  readonly latencyMs?: number
  readonly tokensPerSecond?: number
}

/** The moments of a call, in order. `word` may repeat. */
export type CallMoment =
  | { readonly type: 'start' }
  | { readonly type: 'word' }
  | { readonly type: 'end'; readonly outputTokens: number }

/** The shortest stream that says anything about the speed. */
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
