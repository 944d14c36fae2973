import { setTimeout as sleep } from 'node:timers/promises'
import { InterruptError, type SessionId, type SessionStore, StoreError } from '@hermes/core'
import type { SubmissionEnd } from '../contracts/submission.js'
import { settledExchange } from '../stored/settled-exchange.js'
import type { StoredExchange } from '../stored/stored-exchange.js'
import type { InputLane } from './input/input-lane.js'
import type { Inputs } from './input/inputs.js'
import type { OpenSubmission } from './input/submission.js'
import { toError } from './input/to-error.js'

export interface DuplicatesOptions {
  readonly store: SessionStore
  readonly id: SessionId
  readonly inputs: Pick<Inputs, 'list'>
  readonly lane: Pick<InputLane, 'find' | 'resume'>
  /** Called when {@link Duplicates.isWaiting} may have changed. */
  readonly onChange: () => void
}

/**
 * How many checks may find the input queued while no turn runs, before it is taken over. A living process starts a turn at once when no
 * other one runs; on a busy machine with a database, that may take a few seconds.
 */
const looksAtRest = 30
const lookMs = 200

/** The submissions of a conversation whose ids were used before. They end with the answer to the first one. */
export class Duplicates {
  readonly #options: DuplicatesOptions
  readonly #stopping = new AbortController()
  #count = 0

  constructor(options: DuplicatesOptions) {
    this.#options = options
  }

  /** Whether a submission waits for an answer. */
  get isWaiting(): boolean {
    return this.#count > 0
  }

  async tell(submission: OpenSubmission): Promise<void> {
    submission.accept({ as: 'duplicate' })
    this.#wait(1)
    try {
      submission.end(await this.#endOf(submission.id))
    } catch (error) {
      const { aborted: isStopping } = this.#stopping.signal
      submission.end(isStopping ? { status: 'left-queued' } : { status: 'failed', error: toError(error) })
    }
    this.#wait(-1)
  }

  /** Ends waiting submissions: the sender asks the next process. */
  stop(): void {
    this.#stopping.abort(new InterruptError('The process is stopping.'))
  }

  #wait(change: 1 | -1): void {
    this.#count += change
    this.#options.onChange()
  }

  async #endOf(inputId: string): Promise<DuplicateEnd> {
    const end = await this.#options.lane.find(inputId)?.ended
    return !end || end.status === 'elsewhere' || isLost(end) ? this.#endElsewhere(inputId) : toDuplicate(end)
  }

  /** Waits for another process, which may be writing the answer, have the input in its queue, or have left it there. */
  async #endElsewhere(inputId: string): Promise<DuplicateEnd> {
    const { store, id, inputs, lane } = this.#options
    const { signal } = this.#stopping
    for (let looks = 1; ; looks += 1) {
      signal.throwIfAborted()
      // Checked before the answer: an input that has left the queue by then is in the session.
      const isQueued = (await inputs.list()).some(({ input }) => input.id === inputId)
      const exchange = await settledExchange(store, id, { inputId, signal })
      if (exchange || !isQueued) return endOf(exchange, inputId)
      if (looks < looksAtRest) await sleep(lookMs, undefined, { signal })
      else {
        await lane.resume()
        const end = await lane.find(inputId)?.ended
        if (end && end.status !== 'elsewhere') return toDuplicate(end)
      }
    }
  }
}

type DuplicateEnd = Extract<SubmissionEnd, { readonly status: 'duplicate' }>

/**
 * Whether the turn was lost to another process, which may be producing the answer, because this process was paused or could not reach
 * the store.
 */
function isLost(end: SubmissionEnd): boolean {
  if (end.status !== 'turn' || end.result.outcome.status !== 'failed') return false
  const { error } = end.result.outcome
  return StoreError.is(error) && /^(fenced|unavailable)$/.test(error.kind)
}

function toDuplicate(end: SubmissionEnd): DuplicateEnd {
  const reply = end.status === 'turn' && 'text' in end.result.outcome ? end.result.finalResponse : undefined
  return {
    status: 'duplicate',
    ...(reply !== undefined && { reply }),
    ...(end.status === 'steered' && { isSteer: true }),
  }
}

function endOf(exchange: StoredExchange | undefined, inputId: string): DuplicateEnd {
  if (!exchange) return { status: 'duplicate' }
  const { reply, partial, begunBy } = exchange
  return {
    status: 'duplicate',
    ...(reply !== undefined && { reply }),
    ...(partial !== undefined && { partial }),
    ...(begunBy !== inputId && { isSteer: true }),
  }
}
