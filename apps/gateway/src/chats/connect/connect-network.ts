import { setTimeout as sleep } from 'node:timers/promises'
import { describeError, HermesError, type Logger } from '@hermes/core'
import {
  type ChatActivity,
  type InboundEvent,
  type MessageRemoval,
  PlatformError,
  type PlatformEvent,
} from '@hermes/core/platform'
import type { LaneClaims, WorkQueue } from '@hermes/core/queue'
import type { TellActivity } from '@hermes/core/wiring'
import type { ChatNetwork } from '../network/chat-network.js'
import { isUrgent } from '../network/chat-origin.js'
import { toPayload } from '../network/payload.js'
import { inboxQueue, urgentLane } from '../network/queues.js'
import { laneOf } from '../outbox/lane-of.js'
import type { OwnAccount } from './account-book.js'
import type { OnWait } from './account-claim.js'
import { claimAccount } from './claim-account.js'
import type { ConnectionStatus } from './connection-health.js'
import { readEvent } from './read-event.js'

export interface ConnectOptions {
  readonly network: ChatNetwork
  readonly queue: WorkQueue
  /** The network's account. Only one network of the process receives with it. Absent: any number may receive. */
  readonly own?: OwnAccount | undefined
  /** Claims that keep two gateways from receiving with the same account. */
  readonly claims: readonly LaneClaims[]
  readonly logger: Logger
  /** Called with what people do other than writing. */
  readonly onActivity: TellActivity
  /** Tells the owner at the start, once when the connection is lost, and when it is restored. */
  readonly say: (line: string) => void
  /** Called when the status changes. `reason`: why the network does not receive. */
  readonly onStatus: (status: ConnectionStatus, reason?: string) => void
  readonly signal: AbortSignal
}

const [firstDelayMs, longestDelayMs] = [1_000, 60_000]
const checkMs = 30_000
/** How long a lost connection has to last before it counts as restored, in milliseconds. An event restores it at once. */
const steadyMs = 5_000

/** Stores what a network sends until `signal` is aborted. Reconnects indefinitely, unless the credentials are refused. Never throws. */
export async function connectNetwork(options: ConnectOptions): Promise<void> {
  const { network, logger, say, onStatus, signal } = options
  const { name } = network
  const state: ConnectionState = { delayMs: firstDelayMs, isLost: false, isDropTold: false }
  while (!signal.aborted) {
    try {
      await receiveOnce(options, state)
      // The connection ended because the claim on its account was lost.
      if (!signal.aborted) onStatus('connecting')
    } catch (error) {
      if (signal.aborted) return
      const reason = describeError(error)
      logger.log('warn', `${name} is not connected.`, { error: reason })
      if (PlatformError.is(error) && error.kind === 'auth') {
        onStatus('failed', reason)
        return say(`${name}: ${reason} It is tried again when its settings change.`)
      }
      onStatus('lost', reason)
      if (!state.isLost) say(`${name}: not connected, tried again until it is: ${reason}`)
      state.isLost = true
      const wanted = PlatformError.is(error) ? (error.retryAfterMs ?? state.delayMs) : state.delayMs
      await sleep(wanted, undefined, { signal }).catch(() => undefined)
      state.delayMs = Math.min(state.delayMs * 2, longestDelayMs)
    }
  }
}

interface ConnectionState {
  delayMs: number
  isLost: boolean
  /** Whether the owner knows that the adapter delivers unreadable events. */
  isDropTold: boolean
}

async function receiveOnce(options: ConnectOptions, state: ConnectionState): Promise<void> {
  const { network, queue, say, onStatus, signal } = options
  const { name, adapter } = network
  const check = async (stop: AbortSignal) =>
    adapter.check?.({ signal: AbortSignal.any([stop, AbortSignal.timeout(checkMs)]) })
  let hasWaited = false
  const onWait: OnWait = ({ holder, advice }) => {
    hasWaited = true
    const reason = `${holder} receives with the same credentials. ${advice}`
    onStatus('waiting', reason)
    say(`${name}: ${reason}`)
  }
  // Checked before the wait, so that a gateway that could not take over reports it now and not when the other one has ended.
  const checked = await check(signal)
  await using claim = await claimOf(options, onWait)
  const receiving = claim?.signal ?? signal
  const self = hasWaited ? await check(receiving) : checked
  let isTold = false
  const tell = () => {
    if (isTold) return
    isTold = true
    say(`${name}: ${state.isLost ? 'connected again' : 'connected'}${self === undefined ? '' : ` as ${self}`}.`)
    state.isLost = false
    onStatus('connected')
  }
  if (!state.isLost) tell()
  // Some networks answer a check but refuse to receive. Without the delay, each attempt would be reported as a connection.
  const timer = setTimeout(tell, steadyMs)
  try {
    for await (const events of adapter.receive({ signal: receiving })) {
      tell()
      const read = readAll(events, options, state)
      await storeAll(
        read.filter((event) => !isActivity(event)),
        network,
        queue,
      )
      for (const event of read) if (isActivity(event)) options.onActivity(name, event)
      state.delayMs = firstDelayMs
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Returns `undefined` if any number may receive with these credentials. */
async function claimOf({ own, claims, signal }: ConnectOptions, onWait: OnWait) {
  return own && claimAccount(own, { claims, signal, onWait })
}

/**
 * Returns the events without unreadable ones. Those count as received, because otherwise the network would deliver them again indefinitely, and
 * nothing after them would arrive.
 */
function readAll(events: unknown, options: ConnectOptions, state: ConnectionState): readonly PlatformEvent[] {
  const { network, logger, say } = options
  const list: readonly unknown[] = Array.isArray(events) ? events : [events]
  return list.flatMap((each) => {
    try {
      return readEvent(each)
    } catch (error) {
      if (!HermesError.is(error)) throw error
      logger.log('error', `${network.name}: ${error.message}`)
      if (!state.isDropTold) say(`${network.name}: ${error.message} The log has those that follow.`)
      state.isDropTold = true
      return []
    }
  })
}

/** An event that is stored. */
type Received = InboundEvent | MessageRemoval

function isActivity(event: PlatformEvent): event is ChatActivity {
  return event.type === 'reaction' || event.type === 'member'
}

/** Stores events in order per chat. Events after one that cannot be stored are received again with it. */
async function storeAll(events: readonly Received[], network: ChatNetwork, queue: WorkQueue): Promise<void> {
  const chats = Map.groupBy(events, (event) => laneOf({ network: network.name, address: event }))
  const storeIn = async ([lane, ofChat]: readonly [string, readonly Received[]]) => {
    for (const event of ofChat) await store(event, { lane, network, queue })
  }
  await Promise.all([...chats].map(storeIn))
}

interface StoreOptions {
  /** The lane of the chat. */
  readonly lane: string
  readonly network: ChatNetwork
  readonly queue: WorkQueue
}

/** Stores an event once, because a redelivery has the same id. */
async function store(event: Received, { lane, network: { name }, queue }: StoreOptions): Promise<void> {
  const overtakes = event.type === 'press' || (event.type === 'message' && isUrgent(event))
  await queue.put({
    queue: inboxQueue,
    lane: overtakes ? urgentLane(lane) : lane,
    id: `${name}:${event.id}`,
    payload:
      event.type === 'removal' ? toPayload({ network: name, removal: event }) : toPayload({ network: name, event }),
  })
}
