import type { SessionSeed } from '@hermes/core'
import type { ClaimedItem, PutOptions, UnputItem } from '@hermes/core/queue'
import type { KeptInput } from './input-payload.js'

/** The queued inputs of one conversation. */
export interface Inputs {
  /** Whether inputs outlive the process. */
  readonly isDurable: boolean
  /**
   * Stores an input.
   * @returns `false` when an input with this id was accepted before: the new one is dropped. An input that failed is handed out
   * again.
   */
  put(kept: KeptInput, options?: PutOptions): Promise<boolean>
  /**
   * Returns the item for the append that stores an input without the queue: it fails when an input with this id was
   * accepted before.
   */
  unput(id: string): UnputItem
  /** Lists unfinished inputs, oldest first. */
  list(): Promise<readonly KeptInput[]>
  /** Removes an input. @returns `false` when it is already being handled, or no longer exists. */
  remove(id: string): Promise<boolean>
  /**
   * Hands out inputs one at a time and in order, until `signal` is aborted. An input is done when its handler resolves, or when the turn
   * settles its claim. An input whose handler rejects is handed out again later. `hasOld`: earlier inputs may be queued.
   */
  work(handle: InputHandler, options: { readonly signal: AbortSignal; readonly hasOld: boolean }): void
  /** Reserves an id without queuing an input. @returns `false` when it was used before. */
  takeId(id: string): Promise<boolean>
}

export type InputHandler = (kept: KeptInput, claim: InputClaim) => Promise<void>

export interface InputClaim {
  /** The item to settle with the append that stores the input. Absent if the queue is not part of the store. */
  readonly settles?: ClaimedItem | UnputItem
  /** Aborted when another process has taken the input. */
  readonly signal: AbortSignal
  /** Whether a rejecting handler is final: the input is not handed out again. */
  readonly isLastAttempt: boolean
  /** Whether the sender keeps the input until its turn has ended, and submits it again after a power failure. */
  readonly isKept?: boolean
  /** For a conversation that is stored with this input's turn. */
  readonly seed?: SessionSeed
  /** Called when the turn has stored the input. */
  readonly onStored?: () => void
}
