import { setTimeout as sleep } from 'node:timers/promises'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem, WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import { isCommand } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { commandsQueue, inboxQueue } from '../network/queues.js'
import { laneOf } from '../outbox/lane-of.js'

const startsAside = /^\/(?:bg|background|review)\b/i
/** A chat in which other events hang is stopped all the same. */
const longestMs = 10_000
const intervalMs = 20

/**
 * `/stop` overtakes what was sent before it. Resolves when the background sessions that its sender has asked for before have begun, so that it ends them
 * too.
 */
export async function untilBegun(
  stop: Pick<WorkItem, 'id' | 'putAtMs'>,
  message: InboundMessage,
  { queue, network, signal }: { readonly queue: WorkQueue; readonly network: string; readonly signal: AbortSignal },
): Promise<void> {
  const lane = laneOf({ network, address: message })

  function isAside({ payload, status }: WorkItemRecord): boolean {
    const found = fromInboundPayload(payload)
    if (status === 'dead' || found?.network !== network || found.event.type !== 'message') return false
    const { event } = found
    const isOwn = event.sender.id === message.sender.id && laneOf({ network, address: event }) === lane
    return isOwn && isCommand(event) && startsAside.test(event.text)
  }

  async function isEarlier({ id }: WorkItemRecord): Promise<boolean> {
    const received = await queue.get({ queue: inboxQueue, id })
    return received !== undefined && received.putAtMs <= stop.putAtMs
  }

  async function waitsFor(): Promise<boolean> {
    // In this order: an event leaves the inbox when its command was put.
    const received = await queue.list({ queue: inboxQueue, lane })
    const begun = await queue.list({ queue: commandsQueue })
    const earlier = await Promise.all([...received, ...begun].filter(isAside).map(isEarlier))
    return earlier.includes(true)
  }

  const endMs = performance.now() + longestMs
  while (performance.now() < endMs && (await waitsFor())) await sleep(intervalMs, undefined, { signal })
}
