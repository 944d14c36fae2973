import type { InboundMessage } from '@hermes/core/platform'
import type { WorkQueue } from '@hermes/core/queue'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'

/** Returns the messages with these ids in the inbox, taken or not. */
export async function storedMessages(queue: WorkQueue, ids: readonly string[]): Promise<readonly InboundMessage[]> {
  const items = await Promise.all(ids.map((id) => queue.get({ queue: inboxQueue, id })))
  return items.flatMap((item) => {
    const event = item && fromInboundPayload(item.payload)?.event
    return event?.type === 'message' ? [event] : []
  })
}
