import type { Logger } from '@hermes/core'
import { type CallOptions, PlatformError, type PlatformEvent } from '@hermes/core/platform'
import type { RoomEncryption } from './encryption/room-encryption.js'
import { type RoomEvent, type SyncAnswer, syncAnswer } from './events.js'
import type { MatrixApi } from './matrix-api.js'
import type { MatrixOptions } from './matrix-options.js'
import { createPositions, type WaitingEvent } from './position.js'
import type { RemovedMessages } from './removed-messages.js'
import type { RoomTasks } from './room-tasks.js'
import type { Rooms } from './rooms.js'
import { type OwnAccount, toInbound } from './to-inbound.js'

export interface Receiver {
  readonly api: MatrixApi
  readonly rooms: Rooms
  readonly tasks: RoomTasks
  readonly removed: Pick<RemovedMessages, 'note'>
  readonly options: MatrixOptions
  readonly encryption: RoomEncryption | undefined
  readonly own: OwnAccount
  readonly logger: Logger
}

/** How many events of a room are read before the first start and after a long absence. */
const longestTimeline = 100
/** How many messages with a missing key are kept. The oldest are given up. */
const mostWaiting = 100
const filter = JSON.stringify({
  presence: { types: [] },
  account_data: { types: [] },
  room: {
    ephemeral: { types: [] },
    account_data: { types: [] },
    state: { types: [], lazy_load_members: true },
    timeline: { limit: longestTimeline },
  },
})

/**
 * Yields the events of all rooms; those of one answer come together. They count as received once the next events are requested: then the
 * position is saved.
 */
export async function* receiveRooms(
  receiver: Receiver,
  { signal }: CallOptions,
): AsyncGenerator<readonly PlatformEvent[]> {
  const { api, rooms, tasks, options, encryption, own } = receiver
  const positions = createPositions(api, own.userId)
  let position = await positions.load({ signal })
  let isFirst = true
  let oldest = 0
  while (!signal.aborted) {
    const known = await syncKnown(receiver, position.since, signal)
    if (!known) {
      position = { ...position, since: undefined }
      oldest = Date.now() - options.max_age_hours * 3_600_000
    }
    const batch = known ?? (await sync(receiver, undefined, signal))
    await encryption?.receive(batch, { signal })
    const hasNews = batch.to_device.events.length > 0 || isFirst
    isFirst = false
    const { waiting = [] } = position
    const late = hasNews && encryption ? await readWaiting(receiver, waiting, signal) : { events: [], waiting }
    for (const [roomId, { timeline }] of Object.entries(batch.rooms.join)) if (timeline?.limited) rooms.forget(roomId)
    for (const roomId of Object.keys(batch.rooms.invite))
      if (options.join === 'invited') await tasks.join(roomId, signal)
    const sent = await readTimelines(receiver, batch.rooms.join, { oldest, signal })
    const events = [...late.events, ...sent.events]
    if (events.length > 0) yield events
    const isIdle = Object.keys(batch.rooms.join).length === 0 && late.waiting.length === waiting.length
    const isKnown = position.since !== undefined
    position = { since: batch.next_batch, waiting: [...late.waiting, ...sent.waiting].slice(-mostWaiting) }
    // Nothing was received, so the old position leads to the same events.
    if (!isIdle || !isKnown) await positions.save(position, { signal })
  }
}

/** The events that can be read now, and the messages whose key is still missing. */
interface ReadEvents {
  readonly events: readonly PlatformEvent[]
  readonly waiting: readonly WaitingEvent[]
}

async function readWaiting(
  { rooms, own }: Receiver,
  waiting: readonly WaitingEvent[],
  signal: AbortSignal,
): Promise<ReadEvents> {
  const events: PlatformEvent[] = []
  const missing: WaitingEvent[] = []
  for (const each of waiting) {
    const event = await rooms.event(each.roomId, each.eventId, { signal })
    if (event?.type === 'm.room.encrypted') missing.push(each)
    const inbound = event && (await toInbound(each.roomId, event, { own, rooms }, { signal }))
    if (inbound) events.push(inbound)
  }
  return { events, waiting: missing }
}

async function readTimelines(
  { rooms, tasks, removed, encryption, own }: Receiver,
  joined: JoinedRooms,
  { oldest, signal }: { readonly oldest: number; readonly signal: AbortSignal },
): Promise<ReadEvents> {
  const events: PlatformEvent[] = []
  const waiting: WaitingEvent[] = []
  for (const [roomId, sent] of inOrder(joined, own)) {
    const isEncrypted = sent.type === 'm.room.encrypted' && sent.sender !== own.userId
    const event = (isEncrypted && (await encryption?.decrypt(roomId, sent, { signal }))) || sent
    if (event.type === 'm.room.member') rooms.forget(roomId)
    removed.note(event)
    if (isEncrypted && !encryption) await tasks.explainEncryption(roomId, signal)
    if (event.origin_server_ts < oldest) continue
    if (isEncrypted && encryption && event === sent) waiting.push({ roomId, eventId: event.event_id })
    const inbound = await toInbound(roomId, event, { own, rooms }, { signal })
    if (inbound) events.push(inbound)
  }
  return { events, waiting }
}

/**
 * Syncs from the position.
 * @returns `undefined` without a position, or if the homeserver does not know it: another program or an older backup may run there
 * now.
 */
async function syncKnown(
  receiver: Receiver,
  since: string | undefined,
  signal: AbortSignal,
): Promise<SyncAnswer | undefined> {
  if (since === undefined) return undefined
  try {
    return await sync(receiver, since, signal)
  } catch (error) {
    if (!PlatformError.is(error) || error.kind !== 'refused') throw error
    receiver.logger.log('warn', 'The homeserver does not know the position: the latest messages are read again.', {
      error: error.message,
    })
    return undefined
  }
}

function sync({ api, options }: Receiver, since: string | undefined, signal: AbortSignal) {
  const timeout = since === undefined ? '0' : String(options.sync_seconds * 1000)
  return api.call({ path: 'client/v3/sync', query: { since, timeout, filter }, answer: syncAnswer, signal })
}

type JoinedRooms = Readonly<
  Record<string, { readonly timeline?: { readonly events: readonly RoomEvent[] } | undefined }>
>

function* inOrder(joined: JoinedRooms, own: OwnAccount): Generator<readonly [roomId: string, event: RoomEvent]> {
  for (const [roomId, { timeline }] of Object.entries(joined)) {
    for (const event of sinceInvitation(timeline?.events ?? [], own)) yield [roomId, event]
  }
}

/** Drops events from before the invitation, which were not meant for the agent. */
function sinceInvitation(events: readonly RoomEvent[], { userId }: OwnAccount): readonly RoomEvent[] {
  const invited = events.findLastIndex(
    ({ type, state_key, content }) =>
      type === 'm.room.member' && state_key === userId && content.membership === 'invite',
  )
  return events.slice(invited + 1)
}
