import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, type JsonValue, type Logger, StoreError } from '@hermes/core'
import { PlatformError } from '@hermes/core/platform'
import type { Claim, PutOptions, WorkItem, WorkItemRecord, WorkQueue } from '@hermes/core/queue'
import type { ValueTable } from '@hermes/core/sessions'
import type { ChatNetwork, ChatNetworks } from '../network/chat-network.js'
import { fromOutboundPayload, type OutboundPayload, toPayload } from '../network/payload.js'
import { outboxQueue } from '../network/queues.js'
import { withinTime } from '../within-time.js'
import { createAttempts } from './attempts.js'
import { createKeptMessages } from './kept-messages.js'
import { laneOf, startOfLanes } from './lane-of.js'
import { createSendItem, type SendItemOptions } from './send-item.js'
import { type SendingState, sendingState } from './sending-state.js'
import { undeliveredText } from './undelivered-text.js'
import { untilSent } from './until-sent.js'

/** Messages to chats. Each is sent once, in order per chat, even across crashes. */
export interface Outbox {
  /** Puts a message. @returns `false` if a message with this id was put before. */
  put(id: string, message: OutboundPayload, options?: PutOptions): Promise<boolean>
  /** Whether a message with this id was put before. */
  has(id: string): Promise<boolean>
  /**
   * Waits briefly for messages that were put. Resolves to `false` if they will be sent later, such as when their network is reachable again.
   * @throws {PlatformError} `refused` if one was given up, for example because its chat no longer exists.
   */
  untilSent(ids: readonly string[], signal: AbortSignal): Promise<boolean>
  /** Returns the state of messages that were put. @throws {PlatformError} `refused` if one was given up. */
  stateOf(ids: readonly string[]): Promise<SendingState>
  /** Sends until `signal` is aborted. */
  work(signal: AbortSignal): Promise<void>
  /** Whether this process can send to the network now. To some networks, only one process can. */
  isHere(network: string): boolean
  /** Whether everything that was put for this chat has been sent, and this process can send what follows. */
  isClear(place: Pick<OutboundPayload, 'network' | 'address'>): Promise<boolean>
  /** Resolves when nothing waits to be sent, or `signal` is aborted. */
  drain(signal: AbortSignal): Promise<void>
}

/** Networks whose messages wait, because people paused them or they refuse the credentials. */
export interface HeldNetworks {
  isHeld(network: string): boolean
  /** Resolves when the network is not held. @throws the reason of the signal. */
  untilReleased(network: string, signal: AbortSignal): Promise<void>
  /** Returns networks to which this process cannot send now: those that send only where they are connected, and are not connected here. */
  elsewhere(): readonly string[]
  /** Holds a network that refused the credentials of a message, until it is connected again or opened with other settings. */
  hold(network: ChatNetwork, reason: string): void
}

export interface OutboxOptions extends Pick<SendItemOptions, 'onSent'> {
  readonly queue: WorkQueue
  readonly values: ValueTable
  readonly networks: ChatNetworks
  readonly held: HeldNetworks
  readonly logger: Logger
}

const attemptMs = 120_000
/** A network may be unreachable for hours. */
const retry = {
  attempts: 60,
  maxDelayMs: 300_000,
  isWorthRetrying: (error: unknown) =>
    !PlatformError.is(error) || ['transient', 'unknown-outcome'].includes(error.kind),
}

export function createOutbox({ queue, values, networks, held, onSent, logger }: OutboxOptions): Outbox {
  const attempts = createAttempts({ queue, values, logger })
  let sending: AbortSignal | undefined
  const put: Outbox['put'] = (id, message, options) =>
    queue.put({ queue: outboxQueue, lane: laneOf(message), id, payload: toPayload(message) }, options)
  const send = createSendItem({ attempts, kept: createKeptMessages(values), onSent, put, logger })

  const isHere = (network: string) => !held.elsewhere().includes(network)

  function isLeft(payload: JsonValue): boolean {
    const network = fromOutboundPayload(payload)?.network
    return network !== undefined && (held.isHeld(network) || !isHere(network))
  }

  async function handle(item: WorkItem, claim: Claim, stop: AbortSignal): Promise<void> {
    const message = fromOutboundPayload(item.payload)
    if (!message) throw new PlatformError('refused', 'The message was stored by another version.')
    const stopped = AbortSignal.any([claim.signal, stop])
    for (;;) {
      if (held.isHeld(message.network)) await held.untilReleased(message.network, stopped)
      const network = networks.get(message.network)
      if (!network || !isHere(message.network))
        throw new StoreError('unavailable', `The network ${message.network} is not connected.`)
      try {
        await withinTime(attemptMs, (signal) => send(item, network, message, signal), claim.signal)
        return
      } catch (error) {
        if (PlatformError.is(error) && error.kind === 'auth') {
          // The message itself is fine. It waits for other credentials.
          held.hold(network, describeError(error))
        } else if (PlatformError.is(error) && error.kind === 'rate-limit') {
          // The network decides how long to wait. The chat waits too, and keeps its order.
          await sleep(error.retryAfterMs ?? 1000, undefined, { signal: stopped })
        } else {
          await tellUndelivered(item, message, error)
          throw error
        }
      }
    }
  }

  async function tellUndelivered({ id }: WorkItem, message: OutboundPayload, error: unknown): Promise<void> {
    logger.log('warn', 'A message could not be sent.', { id, error: describeError(error) })
    const text = undeliveredText(message, error)
    if (text === undefined) return
    const { network, address, context } = message
    await put(`${id} undelivered`, { network, address, text, isNotice: true, ...(context && { context }) })
  }

  return {
    put,
    has: async (id) => (await queue.get({ queue: outboxQueue, id })) !== undefined,
    stateOf: (ids) => sendingState(queue, ids),
    // The next process sends what is left, so a stop does not wait for it.
    untilSent: (ids, signal) => untilSent(queue, ids, { signal, isOver: () => sending?.aborted === true }),
    isHere,
    async isClear(place) {
      if (held.isHeld(place.network) || !isHere(place.network)) return false
      const items = await queue.list({ queue: outboxQueue, lane: laneOf(place) })
      return items.every(({ status }) => status === 'dead')
    },
    async drain(signal) {
      while (!signal.aborted) {
        const items = await queue.list({ queue: outboxQueue })
        const isReady = ({ status, retryAtMs, payload }: WorkItemRecord) =>
          // Messages that failed wait for another attempt.
          status !== 'dead' && retryAtMs === undefined && !isLeft(payload)
        if (!items.some(isReady)) return
        await sleep(20)
      }
    },
    async work(signal) {
      sending = signal
      await queue.work(outboxQueue, (item, claim) => handle(item, claim, signal), {
        signal,
        retry,
        leaves: () => held.elsewhere().map(startOfLanes),
        // Otherwise the chats of a network that hangs would delay those of others.
        concurrency: Number.MAX_SAFE_INTEGER,
      })
    },
  }
}
