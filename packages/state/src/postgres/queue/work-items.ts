import {
  type ClaimedItem,
  lostItem,
  type UnputItem,
  usedItem,
  type WorkEnding,
  type WorkItemRef,
} from '@hermes/core/queue'
import { toWorkValues, type WorkValues } from '../../queue/work-row.js'
import { encodeText } from '../../rows/text.js'
import type { Query } from '../run-on-client.js'
import { named, positional, type SqlValue } from '../sql.js'
import { together } from '../together.js'
import { now } from './clock.js'
import { enterLanes, holdLane, moveLanesOn } from './work-lanes.js'

interface PutRow {
  readonly queue: string
  readonly id: string
  readonly number: number
}

/** Adds items. @returns for each item whether it was new. */
export async function putItems(query: Query, items: readonly WorkValues[]): Promise<readonly boolean[]> {
  if (items.length === 0) return []
  const values: SqlValue[] = items.flatMap(({ queue, lane, id, payload, notBefore, checksum }) => [
    queue,
    lane,
    id,
    payload,
    checksum,
    notBefore,
  ])
  const places = items.map(() => `(?, ?, ?, ?, ?::bigint, ?::float8, ${now})`).join(', ')
  const { rows } = await query<PutRow>(
    positional(
      `insert into work_items (queue, lane, id, payload, checksum, not_before, put_at) values ${places}
       on conflict (queue, id) do nothing returning queue, id, number`,
      values,
    ),
  )
  if (rows.length > 0)
    await enterLanes(
      query,
      rows.map(({ number }) => number),
    )
  const keyOf = ({ queue, id }: WorkItemRef) => JSON.stringify([queue, id])
  const stored = new Set(rows.map(keyOf))
  // When a call contains an id twice, the first one counts.
  return items.map((item) => stored.delete(keyOf(item)))
}

export interface HeldRow {
  readonly number: number
  readonly queue: string
  readonly lane: string
  readonly id: string
  readonly attempt: number
  readonly fence: number
}

const held = `
  select i.number, i.queue, i.lane, i.id, i.attempt, i.fence
  from work_items i join work_lanes l on l.queue = i.queue and l.lane = i.lane
  where i.queue = ? and i.id = any(?::text[]) and i.status = 'claimed'
    and l.state = 'claimed' and l.head = i.number and l.fence = i.fence
  order by l.lane for update of l`

/** Returns the items of a queue whose claims are still valid. Locks their lanes. */
async function lockHeld(query: Query, queue: string, items: readonly ClaimedItem[]): Promise<readonly HeldRow[]> {
  const { rows } = await query<HeldRow>(positional(held, [encodeText(queue), items.map(({ id }) => encodeText(id))]))
  return rows.filter((row) => items.some(({ id, fence }) => encodeText(id) === row.id && fence === row.fence))
}

const insertSettled = `
  insert into work_items (queue, lane, id, payload, checksum, status, put_at, settled_at)
  values (@queue, @lane, @id, @payload, @checksum::bigint, 'done', ${now}, ${now})
  on conflict (queue, id) do nothing`

/** Settles an item. @throws {StoreError} `fenced`. */
export async function settleItem(query: Query, item: ClaimedItem | UnputItem): Promise<void> {
  if (!('fence' in item)) {
    const { notBefore: _, ...values } = toWorkValues({ ...item, payload: null })
    const { count } = await query(named(insertSettled, values))
    if (count === 0) throw usedItem(item)
    return
  }
  const [row] = await lockHeld(query, item.queue, [item])
  if (!row) throw lostItem(item)
  await finishItems(query, [row])
}

const finish = `
  update work_items set status = 'done', settled_at = ${now}, payload = 'null', error = null
  where number = any(?::bigint[])`

/** Finishes items. @returns whether one of their lanes has more. */
async function finishItems(query: Query, rows: readonly HeldRow[]): Promise<boolean> {
  const [first] = rows
  if (!first) return false
  const lanes = rows.map(({ lane }) => lane)
  const [, goesOn] = await together([
    query(positional(finish, [rows.map(({ number }) => String(number))])),
    moveLanesOn(query, first.queue, lanes),
  ])
  return goesOn
}

/**
 * Records the results of items of one queue. Items whose claims were lost are skipped.
 * @returns whether one of their lanes has another item that may be ready.
 */
export async function endItems(query: Query, queue: string, endings: readonly WorkEnding[]): Promise<boolean> {
  if (endings.length === 0) return false
  const rows = await lockHeld(
    query,
    queue,
    endings.map(({ item }) => item),
  )
  const byFence = new Map(endings.map(({ item, outcome }) => [item.fence, outcome]))
  const finished = rows.filter(({ fence }) => byFence.get(fence)?.status === 'done')
  const goesOn = await finishItems(query, finished)
  for (const row of rows) {
    const outcome = byFence.get(row.fence)
    if (outcome?.status === 'dead') await giveUp(query, row, outcome.error)
    if (outcome?.status === 'retry') await waitOn(query, row, { attempt: row.attempt, ...outcome })
    if (outcome?.status === 'returned') await waitOn(query, row, { attempt: row.attempt - 1, delayMs: 0, error: null })
  }
  return goesOn || finished.length < rows.length
}

/** Gives up an item. Its lane must be locked. */
export async function giveUp(
  query: Query,
  row: Pick<HeldRow, 'number' | 'queue' | 'lane' | 'attempt'>,
  error: string,
): Promise<void> {
  const text = `
    update work_items set status = 'dead', attempt = @attempt, settled_at = ${now}, error = @error
    where number = @number`
  await query(named(text, { number: row.number, attempt: row.attempt, error: encodeText(error) }))
  await moveLanesOn(query, row.queue, [row.lane])
}

interface Wait {
  readonly attempt: number
  readonly delayMs: number
  readonly error: string | null
}

async function waitOn(query: Query, row: HeldRow, { attempt, delayMs, error }: Wait): Promise<void> {
  const text = `
    update work_items set status = 'waiting', attempt = @attempt, error = coalesce(@error::text, error)
    where number = @number`
  await query(named(text, { number: row.number, attempt, error: error === null ? null : encodeText(error) }))
  await holdLane(query, { queue: row.queue, lane: row.lane }, delayMs)
}

export async function replayItem(query: Query, { queue, id }: WorkItemRef): Promise<boolean> {
  const text = `
    update work_items set status = 'waiting', attempt = 0, error = null, settled_at = null
    where queue = ? and id = ? and status = 'dead' returning number`
  const { rows } = await query<{ number: number }>(positional(text, [encodeText(queue), encodeText(id)]))
  if (rows.length > 0)
    await enterLanes(
      query,
      rows.map(({ number }) => number),
    )
  return rows.length > 0
}

export async function removeItem(query: Query, ref: WorkItemRef): Promise<boolean> {
  const values = [encodeText(ref.queue), encodeText(ref.id)]
  // Locking the lane blocks a worker that claims the item in the meantime, and a put that makes it the head.
  const lock = `
    select l.lane from work_items i join work_lanes l on l.queue = i.queue and l.lane = i.lane
    where i.queue = ? and i.id = ? for update of l`
  const { rows: lanes } = await query<{ lane: string }>(positional(lock, values))
  const drop = `
    delete from work_items where queue = ? and id = ? and status in ('waiting', 'dead') returning number, queue, lane`
  const { rows } = await query<HeldRow>(positional(drop, values))
  const [row] = rows
  if (!row) return false
  if (lanes.length > 0) await moveOnFrom(query, row)
  return true
}

/** Advances the lane when the item was its head. */
async function moveOnFrom(query: Query, { queue, lane, number }: HeldRow): Promise<void> {
  const text = 'select 1 from work_lanes where queue = ? and lane = ? and head = ?'
  const { count } = await query(positional(text, [queue, lane, number]))
  if (count > 0) await moveLanesOn(query, queue, [lane])
}
