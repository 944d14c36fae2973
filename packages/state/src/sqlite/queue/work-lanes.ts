import type { Database } from '../../connection/driver/database.js'
import { limitTo } from '../../rows/limit-to.js'
import type { WorkLaneRow } from '../../rows/schema.js'
import { isNotLeft } from './is-not-left.js'

const enter = `
  insert into work_lanes (queue, lane, head, ready_at) values (@queue, @lane, @number, @readyAt)
  on conflict do update set
    head = iif(state = 'open' and (excluded.ready_at, excluded.head) < (ready_at, head), excluded.head, head),
    ready_at = iif(state = 'open', min(ready_at, excluded.ready_at), ready_at)`

const enterClaimed = `
  insert into work_lanes (queue, lane, state, head, ready_at, fence, holder)
  values (@queue, @lane, 'claimed', @number, @until, @fence, @holder)
  on conflict do nothing`

const wake = 'update work_lanes set ready_at = 0 where queue = @queue and ready_at > 0 and ready_at <= @now'

const selectReady = `
  select queue, lane, state, head from work_lanes where queue = @queue and ready_at = 0 order by head ${limitTo('@limit')}`

/** The starts of lanes are a JSON array. */
const selectReadyApart = `
  select queue, lane, state, head from work_lanes where queue = @queue and ready_at = 0 and ${isNotLeft('@leaves')}
  order by head ${limitTo('@limit')}`

/** The lanes are a JSON array. */
const selectReadyOf = `
  select queue, lane, state, head from json_each(@lanes) join work_lanes on queue = @queue and lane = value
  where ready_at = 0 order by head ${limitTo('@limit')}`

const waiting = `
  from work_items
  where queue = @queue and lane = @lane and status <> 'done' and status = 'waiting'`

/**
 * Selects the oldest item that is due, or else the one that is due next. The second part only runs when the first is
 * empty.
 */
const oldestOrNext = `
  select * from (
    select number as head, 0 as readyAt ${waiting} and (not_before is null or not_before <= @now) order by number limit 1
  )
  union all
  select * from (select number as head, not_before as readyAt ${waiting} order by not_before, number limit 1)
  limit 1`

const open = `
  update work_lanes set state = 'open', head = @head, ready_at = @readyAt, fence = null, holder = null
  where queue = @queue and lane = @lane`

const dropEmpty = `delete from work_lanes where queue = @queue and lane = @lane and not exists (select 1 ${waiting})`

export type LaneName = Pick<WorkLaneRow, 'queue' | 'lane'>
export type ReadyLane = Pick<WorkLaneRow, 'queue' | 'lane' | 'state' | 'head'>

export interface ReadyQuery {
  readonly queue: string
  /** The lanes to choose from. Default: all lanes that do not start with one of `leaves`. */
  readonly lanes?: readonly string[] | undefined
  readonly leaves?: readonly string[] | undefined
  readonly now: number
  readonly limit: number
}

/** Lanes with open items. Call the methods inside transactions. */
export interface WorkLanes {
  /** Adds a new or returned item. `readyAt` 0 means now. */
  enter(item: LaneName & { readonly number: number; readonly readyAt: number }): void
  /** Adds a lane whose only item is claimed. Returns `false` if it has other items. */
  enterTaken(item: LaneName & { readonly number: number }, claim: LaneHold): boolean
  /** Returns the ready lanes, ordered by the age of their head item. */
  ready(query: ReadyQuery): readonly ReadyLane[]
  take(lane: LaneName, claim: LaneHold): void
  /** Delays the head item. `readyAt` 0 means now. */
  hold(lane: LaneName, readyAt: number): void
  /** Advances a lane whose head item is settled. Returns `false` if it has no other item. */
  moveOn(lane: LaneName, now: number): boolean
}

/** The claim of a lane. Times are in seconds since the epoch. */
export interface LaneHold {
  readonly fence: number
  readonly holder: string
  readonly until: number
}

export function createWorkLanes(database: Database): WorkLanes {
  const enterLane = database.prepare(enter)
  const enterTaken = database.prepare(enterClaimed)
  const wakeLanes = database.prepare(wake)
  const select = database.prepare<[{ queue: string; limit: number }], ReadyLane>(selectReady)
  const selectApart = database.prepare<[{ queue: string; leaves: string; limit: number }], ReadyLane>(selectReadyApart)
  const selectOf = database.prepare<[{ queue: string; lanes: string; limit: number }], ReadyLane>(selectReadyOf)
  const takeLane = database.prepare(
    `update work_lanes set state = 'claimed', fence = @fence, holder = @holder, ready_at = @until
     where queue = @queue and lane = @lane`,
  )
  const holdLane = database.prepare(
    `update work_lanes set state = 'retrying', ready_at = @readyAt, fence = null, holder = null
     where queue = @queue and lane = @lane`,
  )
  const selectNext = database.prepare<
    [LaneName & { now: number }],
    { readonly head: number; readonly readyAt: number }
  >(oldestOrNext)
  const openLane = database.prepare(open)
  const drop = database.prepare(dropEmpty)

  return {
    enter: (item) => void enterLane.run(item),
    enterTaken: (item, claim) => enterTaken.run({ ...item, ...claim }).changes > 0,
    ready({ queue, lanes, leaves, now, limit }) {
      wakeLanes.run({ queue, now })
      if (lanes) return selectOf.all({ queue, lanes: JSON.stringify(lanes), limit })
      if (leaves) return selectApart.all({ queue, leaves: JSON.stringify(leaves), limit })
      return select.all({ queue, limit })
    },
    take: ({ queue, lane }, claim) => void takeLane.run({ queue, lane, ...claim }),
    hold: ({ queue, lane }, readyAt) => void holdLane.run({ queue, lane, readyAt }),
    moveOn({ queue, lane }, now) {
      if (drop.run({ queue, lane }).changes > 0) return false
      const next = selectNext.get({ queue, lane, now })
      if (next) openLane.run({ queue, lane, ...next })
      return next !== undefined
    },
  }
}
