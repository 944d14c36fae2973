import type { Job } from '../jobs/job.js'
import type { Run } from '../ledger/run.js'

/** Sends results of jobs somewhere. The built-in ones are files of the home and conversations; platforms bring more. */
export interface Delivery {
  /** Whether it serves this target: `local`, `origin`, `telegram:42`. */
  serves(target: string): boolean
  /**
   * Whether a message that may have been sent before a crash can be sent again without harm, because the same `id` has one effect.
   * Default false: such a message gets the receipt `unknown`.
   */
  readonly isIdempotent?: boolean
  /**
   * Sends a message.
   * @returns where the message is, for people: a path, a link, the id of a conversation.
   */
  send(message: JobMessage, options: { readonly signal: AbortSignal }): Promise<string | undefined>
}

export interface JobMessage {
  /** The same for every attempt to send it. */
  readonly id: string
  readonly target: string
  /** `notice`: something about the job itself, such as a failure. */
  readonly kind: 'result' | 'notice'
  readonly text: string
  readonly job: Job
  readonly run: Run
}
