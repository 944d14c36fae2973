import type { SessionSeed } from '@hermes/core'
import type { ClaimedItem } from '@hermes/core/queue'
import type { KeptInput } from './input-payload.js'

/** The inputs of one conversation that wait for their turns. */
export interface Inputs {
  /** What is put outlives the process. */
  readonly isDurable: boolean
  /** @returns `false` when an input with this id was taken before: the given one is dropped. */
  put(kept: KeptInput): Promise<boolean>
  /** Those that are not done, oldest first. */
  list(): Promise<readonly KeptInput[]>
  /** @returns `false` when it is handled already, or gone. */
  remove(id: string): Promise<boolean>
  /**
   * Hands out what was put, one at a time and in order, until `signal` is aborted. An input is done when its handler resolves, or
   * when the turn settles its claim. One whose handler rejects is handed out again later. `hasOld`: something was put before.
   */
  work(handle: InputHandler, options: { readonly signal: AbortSignal; readonly hasOld: boolean }): void
  /** Remembers an id that needs no place in the queue. @returns `false` when it was taken before. */
  takeId(id: string): Promise<boolean>
}

export type InputHandler = (kept: KeptInput, claim: InputClaim) => Promise<void>

export interface InputClaim {
  /** For the append that stores the input. Absent where the queue is not the store's own. */
  readonly settles?: ClaimedItem
  /** Aborted when another process has the input. */
  readonly signal: AbortSignal
  /** A handler that rejects is not called again. */
  readonly isLastAttempt: boolean
  /** Of a conversation that is stored with this input's turn. */
  readonly seed?: SessionSeed
}
