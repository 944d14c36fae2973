import type { CommandOwner } from '@hermes/core/environment'
import type { Admission, EgressTarget } from '../../egress/admission.js'

/**
 * `shared`: the machine's network. `none`: a separate network for the conversation, without any other machine.
 * `proxied`: like `none`, with a proxy that admits single connections.
 */
export type NetworkAccess = 'shared' | 'none' | 'proxied'

/** Decides about the network of commands instead of the policy. */
export interface SandboxNetwork {
  /** Returns the access of a command. Called for each command. */
  accessOf(owner: CommandOwner | undefined): NetworkAccess
  /**
   * Decides about a connection of a `proxied` command. `owner` is that of the newest running command of the
   * conversation. Rejects once the signal is aborted.
   */
  admit(target: EgressTarget, owner: CommandOwner | undefined, signal: AbortSignal): Promise<Admission>
}
