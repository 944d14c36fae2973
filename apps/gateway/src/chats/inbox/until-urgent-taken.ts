import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkItem, WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { isUrgent } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue, urgentLane } from '../network/queues.js'

const lookMs = 10

/**
 * Resolves when the commands that came before an event of the inbox, but have a separate lane, have acted: `/stop` ends the turn that the event
 * would otherwise reach. Does not wait for a command that has failed. Rejects with the reason of `signal`.
 */
export async function untilUrgentTaken(
  { id, lane }: Pick<WorkItem, 'id' | 'lane'>,
  { queue, signal }: { readonly queue: Pick<WorkQueue, 'list'>; readonly signal: AbortSignal },
): Promise<void> {
  const isAwaited = ({ lane: other, error, payload }: WorkItemRecord) => {
    const event = fromInboundPayload(payload)?.event
    return other === urgentLane(lane) && error === undefined && event?.type === 'message' && isUrgent(event)
  }
  const isFree = async () => (await queue.list({ queue: inboxQueue, lane: urgentLane(lane), limit: 1 })).length === 0
  while (!(await isFree())) {
    // Only the whole queue has the order of both lanes.
    const received = await queue.list({ queue: inboxQueue })
    const at = received.findIndex((item) => item.id === id)
    if (!received.slice(0, Math.max(at, 0)).some(isAwaited)) return
    await sleep(lookMs, undefined, { signal })
  }
}
