import type { ClaimedItem } from '@hermes/core'
import type { BusyMode } from '../contracts/busy-mode.js'
import type { QueuedInput } from '../contracts/conversation-state.js'

/** The inputs of one conversation that wait for their turns. */
export interface Inputs {
  /** What is put outlives the process. */
  readonly isDurable: boolean
  /** @returns `false` when an input with this id was taken before: the given one is dropped. */
  put(input: QueuedInput): Promise<boolean>
  /** Oldest first. */
  list(): Promise<readonly QueuedInput[]>
  /** @returns `false` when it is handled already, or gone. */
  remove(id: string): Promise<boolean>
  /**
   * Hands out what was put, one at a time and in order, until `signal` is aborted. An input is done when its handler resolves, or
   * when the turn settles its claim; one whose handler rejects stays.
   */
  work(handle: InputHandler, signal: AbortSignal): Promise<void>
  /** Remembers an id that needs no place in the queue. @returns `false` when it was taken before. */
  takeId(id: string): Promise<boolean>
}

export type InputHandler = (input: QueuedInput, claim?: InputClaim) => Promise<void>

export interface InputClaim {
  /** For the append that stores the input. */
  readonly settles: ClaimedItem
  /** Aborted when another process has the input. */
  readonly signal: AbortSignal
}

/** What an input asks for while a turn runs. */
export type WhenBusy = BusyMode | 'refuse'
