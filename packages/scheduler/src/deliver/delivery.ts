import type { Job } from '../jobs/job.js'
import type { Run } from '../ledger/run.js'

/**
 * Sends the results of jobs somewhere. The built-in deliveries are files of the home and conversations; platforms add
 * more.
 */
export interface Delivery {
  /** Returns whether the delivery serves this target: `local`, `origin`, `telegram:42`. */
  serves(target: string): boolean
  /**
   * Whether a message that may have been sent before a crash can be sent again without harm, because the same `id` has
   * one effect. Default: false; such a message gets the receipt `unknown`.
   */
  readonly isIdempotent?: boolean
  /**
   * Sends a message.
   * @returns where the message is, for people: a path, a link, the id of a conversation. {@link Waiting}: it is stored
   * and sent later.
   */
  send(message: JobMessage, options: { readonly signal: AbortSignal }): Promise<string | Waiting | undefined>
  /**
   * Returns the current state of a message that waited. Required if `send` resolves to {@link Waiting}.
   * @returns `unknown`: it is neither waiting nor known to have arrived. @throws the reason when it was given up.
   */
  follow?(message: WaitingMessage): Promise<'waiting' | 'delivered' | 'unknown'>
}

/** A message that was stored, and is sent as soon as its target accepts it. */
export interface Waiting {
  /** Where the message will be, for people. */
  readonly where: string
  /** The ids by which the delivery knows its parts. */
  readonly messageIds: readonly string[]
}

export interface WaitingMessage extends Pick<Waiting, 'messageIds'> {
  readonly job: Job
}

export interface JobMessage {
  /** The id, the same for every attempt to send the message. */
  readonly id: string
  readonly target: string
  /** `notice`: a message about the job itself, such as a failure. */
  readonly kind: 'result' | 'notice'
  readonly text: string
  readonly job: Job
  readonly run: Run
}
