import type { RunResult } from '@hermes/core'
import type { CommandOutcome } from './command-outcome.js'

/** The handle of one input. */
export interface Submission {
  /** The id given with the input, or a new one. */
  readonly id: string
  /**
   * Resolves when the input is safe: stored in the session or the queue, passed to the running turn, or rejected. An input accepted as a
   * turn, as queued or as a steer survives `kill -9`: a steer that the model had not read becomes the next input.
   * @throws {HermesError} when it could not be stored, or was cancelled before that; it has no effect then.
   */
  readonly accepted: Promise<Acceptance>
  /** Resolves when the input and everything that it caused has ended. Never rejects. */
  readonly ended: Promise<SubmissionEnd>
  /**
   * Removes the input from the queue, or interrupts its turn or command. Steers that its turn has not read are cancelled with it. `false` when it has
   * ended.
   */
  cancel(reason?: string): Promise<boolean>
}

export type Acceptance =
  | { readonly as: 'turn'; readonly turnId: string }
  /** `position`: 1 for the next one. */
  | { readonly as: 'queued'; readonly position: number }
  | { readonly as: 'steer'; readonly turnId: string }
  /**
   * It runs, with `isWaiting` after the turn. Waiting commands are not stored: if the process dies, they do not run, and if it stops
   * in order, they end as refused.
   */
  | { readonly as: 'command'; readonly name: string; readonly isWaiting?: true }
  /** An input with this id was accepted before. */
  | { readonly as: 'duplicate' }
  | { readonly as: 'refused'; readonly reason: RefusalReason; readonly message: string }

/**
 * `busy`: a turn is running and the input would not wait. `closing`: the process is stopping. `given-up`: the turn was cut off too often to
 * be continued without being asked for. `not-admitted` and `outdated`: see `ConversationsOptions.admitTurn`; an outdated message says only what the
 * model has read meanwhile. `too-late`: see `UserInput.extendsTurn`.
 */
export type RefusalReason =
  | 'busy'
  | 'closing'
  | 'empty'
  | 'given-up'
  | 'nothing-to-continue'
  | 'not-admitted'
  | 'not-allowed'
  | 'outdated'
  | 'too-late'

export type SubmissionEnd =
  | { readonly status: 'turn'; readonly turnId: string; readonly result: RunResult }
  | { readonly status: 'command'; readonly name: string; readonly outcome: CommandOutcome }
  /** The model has read it; or it came too late and was queued as the next input, which ended this way. */
  | { readonly status: 'steered'; readonly turnId: string }
  /**
   * `reply` is the answer to the first input with this id. Absent if its turn was cut short, or was compressed since. `partial`: what an
   * interrupt has left of the answer. `isSteer`: the turn of another input had read it, and the answer is that of this turn.
   */
  | { readonly status: 'duplicate'; readonly reply?: string; readonly partial?: string; readonly isSteer?: true }
  | { readonly status: 'cancelled' }
  | { readonly status: 'refused'; readonly reason: RefusalReason; readonly message: string }
  /** Another process with the same conversation took it from the queue. */
  | { readonly status: 'elsewhere' }
  /** The process stopped before the input's turn started. It is still queued, and the next process runs it. */
  | { readonly status: 'left-queued' }
  | { readonly status: 'failed'; readonly error: Error }
