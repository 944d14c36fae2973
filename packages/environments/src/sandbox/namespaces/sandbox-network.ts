import type { CommandOwner } from '@hermes/core/environment'
import type { Admission, EgressTarget } from '../../egress/admission.js'

/**
 * `shared`: the machine's network. `none`: a network of the conversation's own, without any other machine. `proxied`:
 * the same, with a proxy that admits single connections.
 */
export type NetworkAccess = 'shared' | 'none' | 'proxied'

/** Decides about the network of commands, instead of the policy. */
export interface SandboxNetwork {
  /** Called for each command. */
  accessOf(owner: CommandOwner | undefined): NetworkAccess
  /**
   * Decides about a connection of a `proxied` command: the newest running one of its conversation. Rejects once the
   * signal is aborted.
   */
  admit(target: EgressTarget, owner: CommandOwner | undefined, signal: AbortSignal): Promise<Admission>
}
