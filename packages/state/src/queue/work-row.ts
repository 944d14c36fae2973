import { StoreError } from '@hermes/core'
import type { NewWorkItem, PutWork, WorkItem, WorkItemRecord } from '@hermes/core/queue'
import { parseJson } from '@hermes/core/wiring'
import { checksumOfRow, requireChecksum } from '../rows/checksum.js'
import { orCorrupt, toMilliseconds } from '../rows/from-row.js'
import { freeze } from '../rows/frozen.js'
import type { WorkItemRow } from '../rows/schema.js'
import { decodeText, encodeText } from '../rows/text.js'
import { orNull, toSeconds } from '../rows/to-row.js'

/** Returns the stored values of a new item. */
export function toWorkValues({ queue, lane, id, payload, notBeforeMs }: NewWorkItem) {
  const row = {
    queue: encodeText(queue),
    lane: encodeText(lane),
    id: encodeText(id),
    payload: JSON.stringify(payload),
  }
  return { ...row, notBefore: orNull(notBeforeMs, toSeconds), checksum: checksumOfRow('work_items', row) }
}

export type WorkValues = ReturnType<typeof toWorkValues>

/** Returns the result of putting an item, with the claimed item if there is a fence. Times are seconds since the epoch. */
export function toPutWork(
  { queue, lane, id, payload }: WorkValues,
  { fence, putAt }: { readonly fence?: number; readonly putAt: number },
): PutWork {
  if (fence === undefined) return {}
  const names = { queue: decodeText(queue), lane: decodeText(lane), id: decodeText(id) }
  const item = { ...names, payload: parseJson(payload), attempt: 1, putAtMs: toMilliseconds(putAt) }
  return { claimed: { item: freeze<WorkItem>(item), fence } }
}

/** Returns the item of a row, or a `corrupt` error when the row differs from what was stored. */
export function readWorkRow(row: WorkItemRow): WorkItem | StoreError {
  try {
    return fromWorkRow(row)
  } catch (error) {
    if (StoreError.is(error) && error.kind === 'corrupt') return error
    throw error
  }
}

function fromWorkRow(row: WorkItemRow): WorkItem {
  // The payload of a finished item was deleted.
  if (row.status !== 'done')
    requireChecksum(`item ${row.queue}/${row.id}`, row.checksum, checksumOfRow('work_items', row))
  return orCorrupt(`item ${row.queue}/${row.id}`, () =>
    freeze({
      queue: decodeText(row.queue),
      lane: decodeText(row.lane),
      id: decodeText(row.id),
      payload: parseJson(row.payload),
      attempt: row.attempt,
      putAtMs: toMilliseconds(row.put_at),
      ...(row.not_before !== null && { notBeforeMs: toMilliseconds(row.not_before) }),
    }),
  )
}

/** An item with the state of its lane. */
export interface WorkRecordRow extends WorkItemRow {
  readonly holder: string | null
  readonly claimed_until: number | null
  readonly retry_at: number | null
}

export const selectRecord = `
  select i.*,
    case when l.state = 'claimed' then l.holder end as holder,
    case when l.state = 'claimed' then l.ready_at end as claimed_until,
    case when l.state = 'retrying' and l.ready_at > 0 then l.ready_at end as retry_at
  from work_items i left join work_lanes l on l.queue = i.queue and l.lane = i.lane and l.head = i.number`

export function fromRecordRow(row: WorkRecordRow, describeHolder: (holder: string) => string): WorkItemRecord {
  const item = readWorkRow(row)
  const isDamaged = StoreError.is(item)
  return Object.freeze({
    ...(isDamaged ? { ...identityOfDamaged(row), isDamaged, error: item.message } : item),
    status: row.status,
    ...(row.retry_at !== null && { retryAtMs: toMilliseconds(row.retry_at) }),
    ...(row.error !== null && !isDamaged && { error: decodeText(row.error) }),
    ...(row.holder !== null && row.status === 'claimed' && { holder: describeHolder(row.holder) }),
    ...(row.claimed_until !== null &&
      row.status === 'claimed' && { claimedUntilMs: toMilliseconds(row.claimed_until) }),
    ...(row.settled_at !== null && { settledAtMs: toMilliseconds(row.settled_at) }),
  })
}

/** Returns what identifies a damaged item. Its columns may have any type. */
function identityOfDamaged({ queue, lane, id, attempt, put_at: putAt }: WorkItemRow): WorkItem {
  const named = { queue: String(queue), lane: String(lane), id: String(id), payload: null }
  return { ...named, attempt: Number(attempt), putAtMs: toMilliseconds(Number(putAt)) }
}
