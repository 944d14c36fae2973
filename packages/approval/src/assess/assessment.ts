/** `run`: nothing speaks against it. `ask`: a person decides. `refuse`: it never runs. */
export type Verdict = 'run' | 'ask' | 'refuse'

export interface Assessment {
  readonly verdict: Verdict
  /** Why it is not simply run, one sentence each; empty for `run`. */
  readonly reasons: readonly string[]
  /** Every command that was found in it, after quotes, expansions and wrappers. */
  readonly commands?: readonly string[]
  /** The reasons again, each with one command that it was found in; without one where it is about the text as a whole. */
  readonly findings?: readonly Finding[]
}

export interface Finding {
  readonly reason: string
  /** After quotes, expansions and wrappers. Absent, too, where its arguments are not all that it does. */
  readonly command?: string
}

/** Nothing speaks against it. */
export const unsuspicious: Assessment = { verdict: 'run', reasons: [] }
