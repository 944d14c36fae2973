import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { HermesError, type SessionId } from '@hermes/core'
import type { WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { handoffQueue, putHandoff } from './handoff-queue.js'
import type { ChatTarget } from './parse-target.js'

export interface HandOverOptions {
  readonly queue: Pick<WorkQueue, 'put' | 'get' | 'remove'>
  /** Aborting it withdraws the handoff, unless a gateway has taken it. */
  readonly signal: AbortSignal
  /** How long to wait until a gateway takes the handoff, in milliseconds. Default 60,000. */
  readonly claimMs?: number
  /** How long the gateway may take to complete it, in milliseconds. Default 15 minutes. */
  readonly transferMs?: number
}

const pollMs = 100

/**
 * Hands a session over to a chat: the gateway notifies the chat, where the next message of the session's owner continues the session.
 * Resolves when the chat was notified.
 * @throws {HermesError} `gateway/handoff` when no gateway takes it, or it cannot continue there; the reason of `signal` when it is aborted.
 */
export async function handOver(sessionId: SessionId, target: ChatTarget, options: HandOverOptions): Promise<void> {
  const { queue, signal, claimMs = 60_000, transferMs = 900_000 } = options
  const ref = { queue: handoffQueue, id: `handoff-${randomUUID()}` }
  const startedAt = performance.now()
  await putHandoff(queue, ref.id, { ...target, sessionId, untilMs: Date.now() + claimMs })
  for (;;) {
    const item = await queue.get(ref)
    if (item?.status === 'done') return
    if (item?.status === 'dead') throw refused(item.error)
    const waitedMs = performance.now() - startedAt
    const isOver = signal.aborted || waitedMs >= claimMs
    if (isOver && item?.status !== 'claimed' && (await queue.remove(ref))) {
      signal.throwIfAborted()
      throw notTaken(item, claimMs)
    }
    if (waitedMs >= claimMs + transferMs) throw refused('The gateway did not finish it.')
    await sleep(pollMs)
  }
}

function refused(reason = 'The gateway did not say why.'): HermesError {
  return new HermesError('gateway/handoff', `The session stays here. ${reason}`)
}

function notTaken(item: WorkItemRecord | undefined, claimMs: number): HermesError {
  if (item?.error !== undefined) return refused(item.error)
  const seconds = Math.round(claimMs / 1000)
  return refused(`No gateway took it within ${seconds} s: one must run, connected to the chat network.`)
}
