import { StoreError } from '@hermes/core'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import { type ChatNetworks, networkOf } from '../network/chat-network.js'
import type { ChatDelivery } from './deliver-to-chats.js'
import { jobMessageQueue, readJobMessage } from './job-messages.js'

export interface JobMessagesOptions {
  readonly queue: WorkQueue
  readonly networks: ChatNetworks
  readonly delivery: Pick<ChatDelivery, 'put'>
}

/** A network may be unreachable for hours. */
const retry = {
  attempts: 60,
  maxDelayMs: 300_000,
  isWorthRetrying: (error: unknown) => !(StoreError.is(error) && error.kind === 'corrupt'),
}

/** Moves the messages of jobs in other processes to the outbox, until `signal` is aborted. */
export async function workOnJobMessages(options: JobMessagesOptions, signal: AbortSignal): Promise<void> {
  const { queue, networks, delivery } = options
  async function handle({ id, payload }: WorkItem): Promise<void> {
    const message = readJobMessage(payload)
    if (!message) throw new StoreError('corrupt', 'The message of a job was stored by another version.')
    networkOf(networks, message.network)
    await delivery.put({ id, ...message })
  }
  await queue.work(jobMessageQueue, handle, { signal, retry })
}
