import type { CompressedLine } from '@hermes/compressor/trajectories'

/** Outcome of all lines. */
export interface Tally {
  readonly trajectories: number
  readonly compressed: number
  readonly unchanged: number
  readonly tooLong: number
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly broken: readonly { readonly line: number; readonly reason: string }[]
  /** How often each fallback was used. */
  readonly notices: Readonly<Record<string, number>>
}

export const emptyTally: Tally = {
  trajectories: 0,
  compressed: 0,
  unchanged: 0,
  tooLong: 0,
  tokensBefore: 0,
  tokensAfter: 0,
  broken: [],
  notices: {},
}

const counters = { compressed: 'compressed', unchanged: 'unchanged', 'too-long': 'tooLong' } as const

export function count(tally: Tally, line: CompressedLine): Tally {
  if (line.status === 'broken') {
    return { ...tally, broken: [...tally.broken, { line: line.number, reason: line.reason }] }
  }
  const counter = counters[line.status]
  const { notice } = line
  return {
    ...tally,
    trajectories: tally.trajectories + 1,
    [counter]: tally[counter] + 1,
    tokensBefore: tally.tokensBefore + line.tokensBefore,
    tokensAfter: tally.tokensAfter + line.tokensAfter,
    ...(notice !== undefined && { notices: { ...tally.notices, [notice]: (tally.notices[notice] ?? 0) + 1 } }),
  }
}
