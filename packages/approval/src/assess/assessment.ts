import type { Assessment } from '@hermes/core'

export type Verdict = Assessment['verdict']

/** The assessment of a harmless call. */
export const unsuspicious: Assessment = { verdict: 'run', reasons: [], outward: [] }
