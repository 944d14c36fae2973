import type { Assessment } from '@hermes/core'

export type Verdict = Assessment['verdict']

/** Nothing speaks against it. */
export const unsuspicious: Assessment = { verdict: 'run', reasons: [] }
