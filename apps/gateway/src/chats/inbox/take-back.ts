import type { MessageRemoval } from '@hermes/core/platform'
import type { WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import type { ChatNetwork } from '../network/chat-network.js'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue, repliesQueue, turnsQueue } from '../network/queues.js'
import type { Replies } from '../replies/replies-options.js'

export interface TakeBackOptions {
  readonly queue: WorkQueue
  readonly replies: Pick<Replies, 'withdraw'>
}

/** Removes a message from its queue that was removed on the network before a turn started with it or read it. Messages that were read stay. */
export async function takeBack(
  { chatId, messageId }: MessageRemoval,
  network: ChatNetwork,
  { queue, replies }: TakeBackOptions,
): Promise<void> {
  function messageIn({ payload }: Pick<WorkItemRecord, 'payload'>) {
    const found = fromInboundPayload(payload)
    const { event } = found ?? {}
    const isIt = found?.network === network.name && event?.chatId === chatId && event.messageId === messageId
    return isIt && event?.type === 'message' ? event : undefined
  }

  async function mayRemove(item: WorkItemRecord): Promise<boolean> {
    const event = item.status === 'waiting' ? messageIn(item) : undefined
    if (!event) return false
    if (item.queue !== repliesQueue) return true
    // The answer may also be owed to other messages that were joined with it.
    if (network.settings.batch_seconds > 0 || event.albumId !== undefined) return false
    return replies.withdraw(item)
  }

  for (const name of [inboxQueue, turnsQueue, repliesQueue]) {
    const items = await queue.list({ queue: name, status: 'waiting' })
    for (const item of items) if (await mayRemove(item)) await queue.remove({ queue: name, id: item.id })
  }
}
