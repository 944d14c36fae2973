import type { GuardrailCounts, GuardrailOptions } from '../contracts/agent/guardrail.js'

export interface Limit {
  readonly warn: number
  readonly halt: number
}

export type Limits = Readonly<Record<keyof GuardrailCounts, Limit>>

/**
 * The length from which a result is meaningful. Shorter results carry little information: two different calls may both
 * return `ok`, or find nothing.
 */
export const telling = 200

const defaults: Limits = {
  sameCall: { warn: 3, halt: 5 },
  cycle: { warn: 3, halt: 5 },
  failingCall: { warn: 2, halt: 5 },
  failingTool: { warn: 3, halt: 8 },
  failingTools: { warn: 6, halt: 12 },
  sameResult: { warn: 3, halt: 5 },
}

export function toLimits({ warnAfter, haltAfter, hardStop = true }: GuardrailOptions): Limits {
  const limit = (name: keyof GuardrailCounts): Limit => ({
    warn: orNever(warnAfter?.[name] ?? defaults[name].warn),
    halt: hardStop ? orNever(haltAfter?.[name] ?? defaults[name].halt) : Number.POSITIVE_INFINITY,
  })
  return {
    sameCall: limit('sameCall'),
    cycle: limit('cycle'),
    failingCall: limit('failingCall'),
    failingTool: limit('failingTool'),
    failingTools: limit('failingTools'),
    sameResult: limit('sameResult'),
  }
}

export function orNever(count: number): number {
  return count > 0 ? count : Number.POSITIVE_INFINITY
}

/** Returns the limit for a repetition that may be harmless: it is only warned about, never stopped. */
export function withoutHalt({ warn }: Limit): Limit {
  return { warn, halt: Number.POSITIVE_INFINITY }
}
