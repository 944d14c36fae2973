import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { InboundMessage } from '@hermes/core/platform'
import type { WorkItem, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import * as z from 'zod'
import { storedValue } from '../../stored-value.js'
import type { ChatNetwork } from '../network/chat-network.js'
import { isCommand, mayAnswer } from '../network/chat-origin.js'
import { fromInboundPayload } from '../network/payload.js'
import { inboxQueue, repliesQueue, turnsQueue } from '../network/queues.js'
import { joinMessages } from './join-messages.js'
import { storedMessages } from './stored-messages.js'

/** Joins messages that a person writes in quick succession. */
export interface Batches {
  /** Whether the item is a part of an earlier one, as {@link Batches.join} will decide. */
  isPart(item: WorkItem): Promise<boolean>
  /**
   * Waits for the messages that follow, which stay in the inbox in the meantime. After a crash, the same messages are joined again.
   * @returns the message with those that follow, or `undefined` if it is part of an earlier one.
   */
  join(item: WorkItem, message: InboundMessage, options: JoinOptions): Promise<InboundMessage | undefined>
}

export interface JoinOptions {
  /** The items that belong to the message itself. */
  readonly parts: readonly string[]
  readonly network: ChatNetwork
  readonly signal: AbortSignal
  /** Called with each following message before it is joined, also when it is joined again. `undefined` leaves it out. */
  readonly admit: (message: InboundMessage) => Promise<InboundMessage | undefined>
}

const namespace = 'chat-batches'
/** Maximum number of waits, after which a person who keeps writing is answered. */
const mostWaits = 10
const mostMessages = 50
const mostChars = 20_000

const batchSchema = z.object({ first: z.string(), rest: z.array(z.string()) })

interface Waiting {
  readonly id: string
  readonly message: InboundMessage
}

export function createBatches({ queue, values }: { readonly queue: WorkQueue; readonly values: ValueTable }): Batches {
  /** Returns the messages of the same person right behind an item. */
  async function following(
    { lane }: WorkItem,
    first: InboundMessage,
    { network, parts }: JoinOptions,
  ): Promise<readonly Waiting[]> {
    const items = await queue.list({ queue: inboxQueue, lane, status: 'waiting', limit: mostMessages })
    const found: Waiting[] = []
    let chars = first.text.length
    for (const { id, payload } of items) {
      if (parts.includes(id)) continue
      const event = fromInboundPayload(payload)?.event
      if (event?.type !== 'message' || event.sender.id !== first.sender.id) break
      // A person's own words are not mixed with forwarded ones.
      if (!isDeepStrictEqual(event.forwarded, first.forwarded)) break
      chars += event.text.length
      if (isCommand(event) || !mayAnswer(event, network) || chars > mostChars) break
      found.push({ id, message: event })
    }
    return found
  }

  async function quiet(item: WorkItem, first: InboundMessage, options: JoinOptions) {
    const { network, signal } = options
    let found: readonly Waiting[] = await following(item, first, options)
    for (let waits = 0; waits < mostWaits; waits += 1) {
      await sleep(network.settings.batch_seconds * 1000, undefined, { signal })
      const known = found.length
      found = await following(item, first, options)
      if (found.length === known) break
    }
    return found
  }

  async function isOwed(id: string): Promise<boolean> {
    const found = await Promise.all([repliesQueue, turnsQueue].map((name) => queue.get({ queue: name, id })))
    return found.some((each) => each !== undefined)
  }

  async function batchOf({ lane }: WorkItem) {
    return storedValue(batchSchema, await values.get(namespace, lane))
  }

  return {
    isPart: async (item) => (await batchOf(item))?.rest.includes(item.id) === true,
    async join(item, message, options) {
      const batch = await batchOf(item)
      if (batch?.rest.includes(item.id)) return undefined
      if (batch?.first === item.id)
        return joinMessages([message, ...(await admitted(await storedMessages(queue, batch.rest), options))])
      if (options.network.settings.batch_seconds === 0) return message
      const rest = await quiet(item, message, options)
      // An earlier attempt may have owed an answer to this message alone, before the others arrived.
      if (rest.length === 0 || (await isOwed(item.id))) return message
      // Stored before the answer is owed, so that after a crash no message is answered separately.
      await values.update(namespace, item.lane, () => ({ first: item.id, rest: rest.map(({ id }) => id) }))
      const messages = rest.map((each) => each.message)
      return joinMessages([message, ...(await admitted(messages, options))])
    },
  }
}

async function admitted(
  messages: readonly InboundMessage[],
  { admit }: JoinOptions,
): Promise<readonly InboundMessage[]> {
  const kept: InboundMessage[] = []
  for (const message of messages) {
    const own = await admit(message)
    if (own) kept.push(own)
  }
  return kept
}
