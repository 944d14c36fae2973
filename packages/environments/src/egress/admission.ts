/** A machine that a command wants to reach. */
export interface EgressTarget {
  /** As the program wrote it: a name, or an address without brackets. */
  readonly host: string
  readonly port: number
}

/** `addresses`: the IP addresses to connect to, in order. `refused`: the reason, one sentence for the agent. */
export type Admission = { readonly addresses: readonly string[] } | { readonly refused: string }

/**
 * Decides about a connection. It resolves the name itself and returns the addresses, so that a second answer of a
 * name server has no effect. It should be aborted with `signal` when the program has given up.
 */
export type Admit = (target: EgressTarget, signal: AbortSignal) => Promise<Admission>
