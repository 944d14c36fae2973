import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type Logger } from '@hermes/core'
import { type InboundEvent, PlatformError } from '@hermes/core/platform'
import type { WorkQueue } from '@hermes/core/queue'
import type { ChatNetwork } from '../network/chat-network.js'
import { isCommand } from '../network/chat-origin.js'
import { toPayload } from '../network/payload.js'
import { inboxQueue } from '../network/queues.js'
import { laneOf } from '../outbox/outbox.js'

export interface ConnectOptions {
  readonly network: ChatNetwork
  readonly queue: WorkQueue
  readonly logger: Logger
  /** Tells the owner: at the start, once when the connection is lost, and when it is there again. */
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

const [firstDelayMs, longestDelayMs] = [1_000, 60_000]
const checkMs = 30_000

/** Stores what a network sends until `signal` is aborted. Connects again for ever, unless the credentials are refused. Never throws. */
export async function connectNetwork({ network, queue, logger, say, signal }: ConnectOptions): Promise<void> {
  const { name, adapter } = network
  let delayMs = firstDelayMs
  let isLost = false
  while (!signal.aborted) {
    try {
      const self = await adapter.check?.({ signal: AbortSignal.any([signal, AbortSignal.timeout(checkMs)]) })
      say(`${name}: ${isLost ? 'connected again' : 'connected'}${self === undefined ? '' : ` as ${self}`}.`)
      isLost = false
      for await (const event of adapter.receive({ signal })) {
        await store(event, network, queue)
        delayMs = firstDelayMs
      }
    } catch (error) {
      if (signal.aborted) return
      logger.log('warn', `${name} is not connected.`, { error: describeError(error) })
      if (PlatformError.is(error) && error.kind === 'auth')
        return say(`${name}: ${describeError(error)} It is not tried again.`)
      if (!isLost) say(`${name}: not connected, tried again until it is: ${describeError(error)}`)
      isLost = true
      const wanted = PlatformError.is(error) ? (error.retryAfterMs ?? delayMs) : delayMs
      await sleep(wanted, undefined, { signal }).catch(() => undefined)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    }
  }
}

/** Commands that act on a running turn do not wait for the messages before them. */
const urgent = /^\/(?:stop|approve|deny)\b/

/** Once: a redelivery has the same id. */
async function store(event: InboundEvent, { name }: ChatNetwork, queue: WorkQueue): Promise<void> {
  const isUrgent = event.type === 'press' || (isCommand(event) && urgent.test(event.text))
  const lane = laneOf({ network: name, address: event })
  await queue.put({
    queue: inboxQueue,
    lane: isUrgent ? `${lane}:urgent` : lane,
    id: `${name}:${event.id}`,
    payload: toPayload({ network: name, event }),
  })
}
