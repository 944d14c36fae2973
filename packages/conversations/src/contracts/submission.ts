import type { RunResult } from '@hermes/core'
import type { CommandOutcome } from './command-outcome.js'

/** What becomes of one input. */
export interface Submission {
  /** The id that was given with the input, or a new one. */
  readonly id: string
  /**
   * Resolves once the input is safe: stored in the session or in the queue, handed to the running turn, or refused. What was
   * accepted as a turn, as queued or as a steer survives `kill -9`: a steer that the model had not read is then the next input.
   * @throws {HermesError} when it could not be stored, or was cancelled before that; it has no effect then.
   */
  readonly accepted: Promise<Acceptance>
  /** Resolves when everything that it caused has ended. Never rejects. */
  readonly ended: Promise<SubmissionEnd>
  /** Takes the input out of the queue, or interrupts the turn or the command that it began. `false` when it has ended. */
  cancel(reason?: string): Promise<boolean>
}

export type Acceptance =
  | { readonly as: 'turn'; readonly turnId: string }
  /** `position`: 1 for the next one. */
  | { readonly as: 'queued'; readonly position: number }
  | { readonly as: 'steer'; readonly turnId: string }
  /**
   * It runs; with `isWaiting`, when the turn has ended. Commands are not kept: one that waits when the process dies is not run, and
   * one whose process stops in order ends as refused.
   */
  | { readonly as: 'command'; readonly name: string; readonly isWaiting?: true }
  /** An input with this id was taken before. */
  | { readonly as: 'duplicate' }
  | { readonly as: 'refused'; readonly reason: RefusalReason; readonly message: string }

/** `busy`: a turn runs and the input would not wait. `closing`: the process is stopping. */
export type RefusalReason = 'busy' | 'closing' | 'empty' | 'nothing-to-continue' | 'not-allowed'

export type SubmissionEnd =
  | { readonly status: 'turn'; readonly turnId: string; readonly result: RunResult }
  | { readonly status: 'command'; readonly name: string; readonly outcome: CommandOutcome }
  /** The model has it; or it came too late for the turn and was queued as the next input, whose end this is. */
  | { readonly status: 'steered'; readonly turnId: string }
  /** `reply` is what the first one with this id was answered. Absent where its turn was cut short, or was compressed since. */
  | { readonly status: 'duplicate'; readonly reply?: string }
  | { readonly status: 'cancelled' }
  | { readonly status: 'refused'; readonly reason: RefusalReason; readonly message: string }
  /** Another process that has the conversation open took it from the queue. */
  | { readonly status: 'elsewhere' }
  /** The process stops before the input's turn began. It is still queued, and the next process runs it. */
  | { readonly status: 'left-queued' }
  | { readonly status: 'failed'; readonly error: Error }
