import { StoreError } from '@hermes/core'
import {
  type ClaimedItem,
  type ClaimedWork,
  diedWhileHandled,
  lostItem,
  type UnputItem,
  usedItem,
  type WorkEnding,
  type WorkItemRef,
  type WorkStep,
} from '@hermes/core/queue'
import type { Database } from '../../connection/driver/database.js'
import { readWorkRow, toWorkValues, type WorkValues } from '../../queue/work-row.js'
import type { WorkItemRow } from '../../rows/schema.js'
import { encodeText } from '../../rows/text.js'
import { toSeconds } from '../../rows/to-row.js'
import { toChoice } from './lane-choice.js'
import { createNextFence } from './next-fence.js'
import { createWorkLanes, type LaneName, type ReadyLane } from './work-lanes.js'

const insert = `
  insert into work_items (queue, lane, id, payload, not_before, put_at, checksum)
  values (@queue, @lane, @id, @payload, @notBefore, @now, @checksum)
  on conflict do nothing`

const insertTaken = `
  insert into work_items (queue, lane, id, payload, status, attempt, not_before, put_at, fence, checksum)
  values (@queue, @lane, @id, @payload, 'claimed', 1, @notBefore, @now, @fence, @checksum)
  on conflict do nothing`

const insertSettled = `
  insert into work_items (queue, lane, id, payload, status, not_before, put_at, settled_at, checksum)
  values (@queue, @lane, @id, @payload, 'done', @notBefore, @now, @now, @checksum)
  on conflict do nothing`

const held = `
  select number, queue, lane, attempt from work_items
  where queue = ? and id = ? and status = 'claimed' and fence = ?`

const finishHeld = `
  update work_items set status = 'done', settled_at = @now, error = null, payload = 'null'
  where queue = @queue and id = @id and status = 'claimed' and fence = @fence
  returning queue, lane`

type HeldRow = Pick<WorkItemRow, 'number' | 'queue' | 'lane' | 'attempt'>

/** Items and their lanes. Call the methods inside transactions. Times are seconds since the epoch. */
export interface WorkItems {
  put(item: WorkValues): boolean
  /**
   * Puts an item, and claims it if it is the only one in its lane. Returns `undefined` if there is one with this id.
   */
  putAndClaim(item: WorkValues, claimMs: number, holder: string): PutClaim | undefined
  /** Settles an item. @throws {StoreError} `fenced`. */
  settle(item: ClaimedItem | UnputItem): void
  /** Ends an item. Returns whether its lane has another item that may be ready. */
  end(ending: WorkEnding): boolean
  claim(step: WorkStep, holder: string): readonly ClaimedWork[]
  /** Renews a claim. Returns `false` when it was lost. */
  renew(item: ClaimedItem, claimMs: number): boolean
  replay(ref: WorkItemRef): boolean
  remove(ref: WorkItemRef): boolean
}

export interface PutClaim {
  readonly putAt: number
  /** The fence of the claim. Absent: the item waits in its lane. */
  readonly fence?: number
}

export function createWorkItems(database: Database, now: () => number): WorkItems {
  const lanes = createWorkLanes(database)
  const nextFence = createNextFence(database)
  const insertItem = database.prepare(insert)
  const insertClaimed = database.prepare(insertTaken)
  const insertDone = database.prepare(insertSettled)
  const selectHeld = database.prepare<[string, string, number], HeldRow>(held)
  const selectItem = database.prepare<[number], WorkItemRow>('select * from work_items where number = ?')
  const takeItem = database.prepare(
    `update work_items set status = 'claimed', attempt = attempt + 1, fence = @fence where number = @number`,
  )
  const waitOn = database.prepare(
    `update work_items set status = 'waiting', attempt = @attempt, error = coalesce(@error, error) where number = @number`,
  )
  const finish = database.prepare<[ClaimedItem & { readonly now: number }], LaneName>(finishHeld)
  const kill = database.prepare(
    `update work_items set status = 'dead', settled_at = @now, error = @error where number = @number`,
  )
  const renewLane = database.prepare(
    `update work_lanes set ready_at = @until where queue = @queue and lane = @lane and state = 'claimed'`,
  )
  const isSettled = database.prepare(
    `select 1 from work_items where queue = ? and id = ? and status = 'done' and fence = ?`,
  )
  const revive = database.prepare<[string, string], LaneName & { readonly number: number }>(
    `update work_items set status = 'waiting', attempt = 0, error = null, settled_at = null
     where queue = ? and id = ? and status = 'dead' returning number, queue, lane`,
  )
  const drop = database.prepare<[string, string], LaneName & { readonly number: number }>(
    `delete from work_items where queue = ? and id = ? and status in ('waiting', 'dead') returning number, queue, lane`,
  )
  const isHead = database.prepare('select 1 from work_lanes where queue = ? and lane = ? and head = ?')
  const seconds = () => toSeconds(now())
  const findHeld = ({ queue, id, fence }: ClaimedItem) => selectHeld.get(encodeText(queue), encodeText(id), fence)

  /** Completes an item. @returns whether its lane has more; `undefined` when the claim was lost. */
  function complete({ queue, id, fence }: ClaimedItem): boolean | undefined {
    const lane = finish.get({ queue: encodeText(queue), id: encodeText(id), fence, now: seconds() })
    return lane && lanes.moveOn(lane, seconds())
  }

  /** Gives up an item. @returns whether its lane has more. */
  function giveUp(row: HeldRow, error: string): boolean {
    kill.run({ number: row.number, now: seconds(), error: encodeText(error) })
    return lanes.moveOn(row, seconds())
  }

  function take(lane: ReadyLane, { claimMs, mostClaims }: WorkStep, holder: string): ClaimedWork | undefined {
    const row = selectItem.get(lane.head)
    if (!row || !/^(waiting|claimed)$/.test(row.status)) {
      lanes.moveOn(lane, seconds())
      return undefined
    }
    // The lane is identified by its own name, because that in the row may be damaged.
    const held = { ...row, queue: lane.queue, lane: lane.lane }
    if (lane.state === 'claimed' && row.attempt >= mostClaims) {
      giveUp(held, diedWhileHandled(row.attempt))
      return undefined
    }
    const item = readWorkRow({ ...row, attempt: row.attempt + 1 })
    if (StoreError.is(item)) {
      giveUp(held, item.message)
      return undefined
    }
    const fence = nextFence()
    takeItem.run({ number: row.number, fence })
    lanes.take(lane, { fence, holder, until: seconds() + toSeconds(claimMs) })
    return { item, fence }
  }

  return {
    put(item) {
      const time = seconds()
      const { changes, lastInsertRowid } = insertItem.run({ ...item, now: time })
      if (changes === 0) return false
      const { queue, lane, notBefore } = item
      const readyAt = notBefore === null || notBefore <= time ? 0 : notBefore
      lanes.enter({ queue, lane, number: Number(lastInsertRowid), readyAt })
      return true
    },
    putAndClaim(item, claimMs, holder) {
      const [putAt, fence] = [seconds(), nextFence()]
      const { changes, lastInsertRowid } = insertClaimed.run({ ...item, now: putAt, fence })
      if (changes === 0) return undefined
      const { queue, lane } = item
      const number = Number(lastInsertRowid)
      if (lanes.enterTaken({ queue, lane, number }, { fence, holder, until: putAt + toSeconds(claimMs) }))
        return { putAt, fence }
      waitOn.run({ number, attempt: 0, error: null })
      lanes.enter({ queue, lane, number, readyAt: 0 })
      return { putAt }
    },
    settle(item) {
      if ('fence' in item) {
        if (complete(item) === undefined) throw lostItem(item)
      } else if (insertDone.run({ ...toWorkValues({ ...item, payload: null }), now: seconds() }).changes === 0) {
        throw usedItem(item)
      }
    },
    end({ item, outcome }) {
      if (outcome.status === 'done') return complete(item) ?? false
      const row = findHeld(item)
      if (!row) return false
      if (outcome.status === 'dead') return giveUp(row, outcome.error)
      const isRetry = outcome.status === 'retry'
      const error = isRetry ? encodeText(outcome.error) : null
      waitOn.run({ number: row.number, attempt: isRetry ? row.attempt : row.attempt - 1, error })
      lanes.hold(row, isRetry ? seconds() + toSeconds(outcome.delayMs) : 0)
      return true
    },
    claim(step, holder) {
      const { limit, queue } = step
      const chosen = { queue: encodeText(queue), ...toChoice(step) }
      const ready = limit > 0 ? lanes.ready({ ...chosen, now: seconds(), limit }) : []
      return ready.flatMap((lane) => take(lane, step, holder) ?? [])
    },
    renew(item, claimMs) {
      const row = findHeld(item)
      if (!row) return isSettled.get(encodeText(item.queue), encodeText(item.id), item.fence) !== undefined
      return renewLane.run({ queue: row.queue, lane: row.lane, until: seconds() + toSeconds(claimMs) }).changes > 0
    },
    replay({ queue, id }) {
      const row = revive.get(encodeText(queue), encodeText(id))
      if (row) lanes.enter({ ...row, readyAt: 0 })
      return row !== undefined
    },
    remove({ queue, id }) {
      const row = drop.get(encodeText(queue), encodeText(id))
      if (row && isHead.get(row.queue, row.lane, row.number) !== undefined) lanes.moveOn(row, seconds())
      return row !== undefined
    },
  }
}
