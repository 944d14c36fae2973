import type { CallOptions, InboundEvent } from '@hermes/core/platform'
import { type RoomEvent, syncAnswer } from './events.js'
import type { MatrixApi } from './matrix-api.js'
import type { MatrixOptions } from './matrix-options.js'
import { createPositions, type Position } from './position.js'
import type { RoomTasks } from './room-tasks.js'
import type { Rooms } from './rooms.js'
import { type OwnAccount, toInbound } from './to-inbound.js'

export interface Receiver {
  readonly api: MatrixApi
  readonly rooms: Rooms
  readonly tasks: RoomTasks
  readonly options: MatrixOptions
  readonly own: OwnAccount
}

/** How much of a room is read before the first start, and after a long absence. */
const longestTimeline = 100
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

/** The events of all rooms. One counts as received once the next is requested: then the position is saved. */
export async function* receiveRooms(receiver: Receiver, { signal }: CallOptions): AsyncGenerator<InboundEvent> {
  const { api, rooms, tasks, options, own } = receiver
  const positions = createPositions(api, own.userId)
  let position: Position = await positions.load({ signal })
  const oldest = position.since === undefined ? Date.now() - options.max_age_hours * 3_600_000 : 0
  while (!signal.aborted) {
    const batch = await sync(receiver, position.since, signal)
    for (const roomId of Object.keys(batch.rooms.invite))
      if (options.join === 'invited') await tasks.join(roomId, signal)
    for (const [roomId, event] of inOrder(batch.rooms.join)) {
      if (event.type === 'm.room.member') rooms.forget(roomId)
      if (event.type === 'm.room.encrypted' && event.sender !== own.userId)
        await tasks.explainEncryption(roomId, signal)
      if (position.received.includes(event.event_id) || event.origin_server_ts < oldest) continue
      const inbound = await toInbound(roomId, event, { own, rooms }, { signal })
      if (!inbound) continue
      yield inbound
      position = { ...position, received: [...position.received, event.event_id] }
      await positions.save(position, { signal })
    }
    if (position.since === batch.next_batch) continue
    const isIdle = position.since !== undefined && Object.keys(batch.rooms.join).length === 0
    position = { since: batch.next_batch, received: [] }
    // Nothing was received, so the old position leads to the same.
    if (!isIdle) await positions.save(position, { signal })
  }
}

function sync({ api, options }: Receiver, since: string | undefined, signal: AbortSignal) {
  const timeout = since === undefined ? '0' : String(options.sync_seconds * 1000)
  return api.call({ path: 'client/v3/sync', query: { since, timeout, filter }, answer: syncAnswer, signal })
}

type JoinedRooms = Readonly<
  Record<string, { readonly timeline?: { readonly events: readonly RoomEvent[] } | undefined }>
>

function* inOrder(joined: JoinedRooms): Generator<readonly [roomId: string, event: RoomEvent]> {
  for (const [roomId, { timeline }] of Object.entries(joined)) {
    for (const event of timeline?.events ?? []) yield [roomId, event]
  }
}
