import { describeError, StoreError } from '@hermes/core'
import type { Claim } from '@hermes/core/queue'
import type { Job } from '../jobs/job.js'
import type { Receipt, Run } from '../ledger/run.js'
import type { RunTable } from '../ledger/run-table.js'
import type { Delivery, JobMessage } from './delivery.js'
import type { RunText } from './text-of.js'

export interface SendOptions {
  readonly job: Job
  readonly run: Run
  readonly claim: Claim
  /** The message to send. `undefined`: nothing is sent. */
  readonly message: RunText | undefined
  readonly runs: RunTable
  readonly deliveries: readonly Delivery[]
  readonly targetsOf: (job: Job) => Promise<readonly string[]>
  readonly now: () => number
}

/**
 * Sends the result of a run to each target of its job that has no receipt yet, and records the receipts.
 * @returns the run with its receipts, or `undefined` when another process holds the firing by now.
 * @throws when the store is unavailable or the claim is lost. Targets without a receipt are still to be served.
 */
export async function sendResult(options: SendOptions): Promise<Run | undefined> {
  const { job, claim, runs, message } = options
  let { run } = options
  const wasSending = run.sending
  if (message === undefined) return run
  for (const target of await options.targetsOf(job)) {
    if (run.deliveries.some((receipt) => receipt.target === target)) continue
    // Checked before the start is recorded: nothing is sent with a lost claim, so the message remains to be sent.
    claim.signal.throwIfAborted()
    const change = async (next: (current: Run) => Run) => {
      run = await runs.update(job.id, run.id, (current = run) =>
        current.fence === claim.fence ? next(current) : current,
      )
      return run.fence === claim.fence
    }
    if (!(await change((current) => ({ ...current, sending: target })))) return undefined
    const receipt = await send(options, { ...message, run, target }, target === wasSending)
    const kept = await change(({ sending: _, ...current }) => ({
      ...current,
      deliveries: [...current.deliveries, receipt],
    }))
    if (!kept) return undefined
  }
  return run
}

async function send(
  { job, claim, deliveries, now }: SendOptions,
  message: Omit<JobMessage, 'id' | 'job'>,
  mayBeSent: boolean,
): Promise<Receipt> {
  const { target, run } = message
  const delivery = deliveries.find((candidate) => candidate.serves(target))
  if (!delivery) return { target, state: 'failed', atMs: now(), detail: `No delivery serves "${target}".` }
  if (mayBeSent && !delivery.isIdempotent) {
    return { target, state: 'unknown', atMs: now(), detail: 'It was cut off while it was sent.' }
  }
  try {
    const sent = await delivery.send({ ...message, id: `${run.id}>${target}`, job }, { signal: claim.signal })
    if (typeof sent === 'object') {
      return { target, state: 'waiting', atMs: now(), detail: sent.where, messageIds: sent.messageIds }
    }
    return { target, state: 'delivered', atMs: now(), ...(sent !== undefined && { detail: sent }) }
  } catch (error) {
    // An unavailable store says nothing about the target, so the next attempt sends the message.
    if (claim.signal.aborted || isStoreAway(error)) throw error
    return { target, state: 'failed', atMs: now(), detail: describeError(error) }
  }
}

function isStoreAway(error: unknown): boolean {
  return StoreError.is(error) && /^(unavailable|full|fenced)$/.test(error.kind)
}
