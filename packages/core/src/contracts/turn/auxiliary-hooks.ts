import type { EndedSideCall, SideCall } from '../model/side-call.js'
import type { SessionOrigin } from '../sessions/session-event.js'

/** The hooks around the model calls of side tasks: titles, summaries, image descriptions, reviews of memory, judges. */
export interface AuxiliaryHooks {
  /** Called before each attempt, for each provider that Hermes tries. */
  readonly pre_auxiliary_call?: (event: AuxiliaryCallEvent) => Promise<void> | void
  /** Called after each attempt that succeeded or failed, but not after an interrupt. */
  readonly post_auxiliary_call?: (event: AuxiliaryResultEvent) => Promise<void> | void
}

export interface AuxiliaryCallEvent extends SideCall, SessionOrigin {}

export interface AuxiliaryResultEvent extends EndedSideCall, SessionOrigin {}
