/** Machine that a command wants to reach. */
export interface EgressTarget {
  /** Host as the program wrote it: a name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** Decision about a connection. `addresses`: IP addresses to connect to, in order. `refused`: the reason as a sentence for the agent. */
export type Admission = { readonly addresses: readonly string[] } | { readonly refused: string }

/**
 * Decides about a connection. Resolves the name and returns its addresses, so that a later answer of a name server has
 * no effect. Should stop when `signal` is aborted because the program has given up.
 */
export type Admit = (target: EgressTarget, signal: AbortSignal) => Promise<Admission>
