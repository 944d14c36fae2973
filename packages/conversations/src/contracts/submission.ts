import type { RunResult } from '@hermes/core'
import type { CommandOutcome } from './command-outcome.js'

/** The handle of one input. */
export interface Submission {
  /** The id given with the input, or a new one. */
  readonly id: string
  /**
   * Resolves when the input is safe: stored in the session or the queue, passed to the running turn, or rejected. An input accepted as a
   * turn, as queued or as a steer survives `kill -9`: a steer that the model had not read becomes the next input.
   * @throws {HermesError} when the input could not be stored, or was canceled before that; it has no effect then.
   */
  readonly accepted: Promise<Acceptance>
  /** Resolves when the input and everything that it caused has ended. Never rejects. */
  readonly ended: Promise<SubmissionEnd>
  /**
   * Removes the input from the queue, or interrupts its turn or command. Steers that its turn has not read are canceled with it. Resolves
   * to `false` when it has ended.
   */
  cancel(reason?: string): Promise<boolean>
}

export type Acceptance =
  | { readonly as: 'turn'; readonly turnId: string }
  /** `position`: 1 is the next one. */
  | { readonly as: 'queued'; readonly position: number }
  | { readonly as: 'steer'; readonly turnId: string }
  /**
   * The command runs; with `isWaiting`, after the turn. Waiting commands are not stored: they do not run if the process dies, and
   * end as refused if it stops in order.
   */
  | { readonly as: 'command'; readonly name: string; readonly isWaiting?: true }
  /** An input with this id was accepted before. */
  | { readonly as: 'duplicate' }
  | { readonly as: 'refused'; readonly reason: RefusalReason; readonly message: string }

/**
 * `busy`: a turn is running and the input would not wait. `closing`: the process is stopping. `given-up`: the turn was cut off too often to
 * be continued automatically. `not-admitted` and `outdated`: see `ConversationsOptions.admitTurn`; an outdated message only contains what
 * the model has read in the meantime. `too-late`: see `UserInput.extendsTurn`.
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
  /** The model has read the steer; or it came too late and was queued as the next input, which has ended. */
  | { readonly status: 'steered'; readonly turnId: string }
  /**
   * `reply` is the answer to the first input with this id. Absent if its turn was cut short, or has been compressed since. `partial`:
   * the part of the answer that an interrupt left. `isSteer`: the turn of another input read this one, and the answer is that of this
   * turn.
   */
  | { readonly status: 'duplicate'; readonly reply?: string; readonly partial?: string; readonly isSteer?: true }
  | { readonly status: 'cancelled' }
  | { readonly status: 'refused'; readonly reason: RefusalReason; readonly message: string }
  /** Another process with the same conversation has taken the input from the queue. */
  | { readonly status: 'elsewhere' }
  /** The process stopped before the input's turn started. The input is still queued, and the next process runs it. */
  | { readonly status: 'left-queued' }
  | { readonly status: 'failed'; readonly error: Error }
