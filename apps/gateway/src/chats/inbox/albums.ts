import { setTimeout as sleep } from 'node:timers/promises'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'
import { joinMessages } from './join-messages.js'
import { storedMessages } from './stored-messages.js'

/** Reassembles albums, which networks deliver as one message per file. */
export interface Albums {
  /**
   * Waits for the other parts of an album, which stay in the inbox in the meantime. After a crash, the same parts are put together again.
   * @returns the whole message, or `undefined` if the item is a part of an earlier one.
   */
  whole(item: WorkItem, message: InboundMessage, signal: AbortSignal): Promise<WholeMessage | undefined>
}

export interface WholeMessage {
  readonly message: InboundMessage
  /** The other items of the inbox that belong to the message. */
  readonly parts: readonly string[]
}

const namespace = 'chat-albums'
/** Time without a new part after which an album is complete, in milliseconds. Networks deliver its parts in quick succession. */
const quietMs = 600
/** Maximum number of parts, more than an album of any network has. */
const mostParts = 50
/** Maximum number of albums per chat. Their parts may be interleaved. */
const mostAlbums = 20

const album = z.object({
  id: z.string(),
  sender: z.string(),
  isAddressed: z.boolean(),
  first: z.string(),
  parts: z.array(z.string()),
})
const chatSchema = z.object({ albums: z.array(album) })

export function createAlbums({ queue, values }: { readonly queue: WorkQueue; readonly values: ValueTable }): Albums {
  async function waitingParts({ lane, id: own }: WorkItem, first: InboundMessage): Promise<readonly string[]> {
    const items = await queue.list({ queue: inboxQueue, lane, status: 'waiting', limit: mostParts })
    return items.flatMap(({ id, payload }) => {
      const event = fromInboundPayload(payload)?.event
      if (id === own || event?.type !== 'message') return []
      return event.albumId === first.albumId && event.sender.id === first.sender.id ? [id] : []
    })
  }

  async function quiet(item: WorkItem, first: InboundMessage, signal: AbortSignal): Promise<readonly string[]> {
    let found = await waitingParts(item, first)
    for (;;) {
      await sleep(quietMs, undefined, { signal })
      const known = found.length
      found = await waitingParts(item, first)
      if (found.length === known || found.length >= mostParts) return found
    }
  }

  async function partsOf(first: InboundMessage, parts: readonly string[]): Promise<WholeMessage> {
    return { message: joinMessages([first, ...(await storedMessages(queue, parts))]), parts }
  }

  return {
    async whole(item, message, signal) {
      const { albumId: id, sender } = message
      if (id === undefined) return { message, parts: [] }
      const { albums } = storedValue(chatSchema, await values.get(namespace, item.lane)) ?? { albums: [] }
      const known = albums.filter((each) => each.id === id && each.sender === sender.id)
      if (known.some(({ parts }) => parts.includes(item.id))) return undefined
      const own = known.find(({ first }) => first === item.id)
      // A part that arrives after the others were answered is addressed to the agent, as they were.
      const first = { ...message, isAddressed: message.isAddressed || known.some((each) => each.isAddressed) }
      if (own) return partsOf(first, own.parts)
      const whole = await partsOf(first, await quiet(item, message, signal))
      const { isAddressed } = whole.message
      const added = { id, sender: sender.id, isAddressed, first: item.id, parts: [...whole.parts] }
      // Stored before the answer is owed, so that after a crash no part is answered separately.
      await values.update(namespace, item.lane, () => ({ albums: [...albums, added].slice(-mostAlbums) }))
      return whole
    },
  }
}
