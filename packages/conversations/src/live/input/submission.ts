import { InterruptError } from '@hermes/core'
import type { Acceptance, RefusalReason, Submission, SubmissionEnd } from '../../contracts/submission.js'

/** The internal side of a submission. */
export interface OpenSubmission extends Submission {
  accept(acceptance: Acceptance): void
  /** Rejects the input because it could not be stored or processed. */
  reject(error: Error): void
  end(end: SubmissionEnd): void
  /** Sets how the input is canceled from now on. */
  cancelWith(cancel: (reason?: string) => Promise<boolean>): void
}

export function createSubmission(id: string): OpenSubmission {
  const accepted = Promise.withResolvers<Acceptance>()
  const ended = Promise.withResolvers<SubmissionEnd>()
  // A caller that ignores this promise gets the failure from `ended`.
  accepted.promise.catch(() => undefined)
  const hasEnded = async () => false
  let cancel: (reason?: string) => Promise<boolean> = hasEnded
  return {
    id,
    accepted: accepted.promise,
    ended: ended.promise,
    cancel: (reason) => cancel(reason),
    accept: accepted.resolve,
    reject(error) {
      cancel = hasEnded
      accepted.reject(error)
      ended.resolve({ status: 'failed', error })
    },
    end(end) {
      cancel = hasEnded
      ended.resolve(end)
    },
    cancelWith(next) {
      cancel = next
    },
  }
}

/** Makes a cancellation end the submission at once. @returns a signal that the cancellation aborts. */
export function endWhenCancelled(submission: OpenSubmission): AbortSignal {
  const cancelled = new AbortController()
  submission.cancelWith(async (reason) => {
    const error = new InterruptError(reason)
    cancelled.abort(error)
    submission.end({ status: 'cancelled' })
    submission.reject(error)
    return true
  })
  return cancelled.signal
}

const sentences: Readonly<Record<RefusalReason, string>> = {
  busy: 'A turn is running: try again when it has ended.',
  closing: 'The process is stopping: try again in a moment.',
  empty: 'There is nothing to answer: the message is empty.',
  'given-up':
    'The turn was cut off again and again, because Hermes stopped while it ran. It is not continued by itself any more: /continue tries once more.',
  'not-admitted': 'This turn may not start now.',
  outdated: 'The model has read that meanwhile.',
  'nothing-to-continue': 'There is nothing to continue: the last turn has ended.',
  'too-late': 'The turn has ended, or is about to: it takes no more text.',
  'not-allowed': 'You may read this conversation, but not write to it.',
}

export function refuse(submission: OpenSubmission, reason: RefusalReason, message = sentences[reason]): void {
  submission.accept({ as: 'refused', reason, message })
  submission.end({ status: 'refused', reason, message })
}

export function duplicate(submission: OpenSubmission): void {
  submission.accept({ as: 'duplicate' })
  submission.end({ status: 'duplicate' })
}
