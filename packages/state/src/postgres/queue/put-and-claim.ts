import type { PutWork } from '@hermes/core/queue'
import { toPutWork, type WorkValues } from '../../queue/work-row.js'
import type { Query } from '../run-on-client.js'
import { positional, type SqlValue } from '../sql.js'
import { now } from './clock.js'
import { enterLanes } from './work-lanes.js'

export interface PutClaim {
  /** The item to put, due now. */
  readonly values: WorkValues
  readonly claimMs: number
}

export interface PutAndClaimed {
  /** The claimed work for each item; `undefined` when there is an item with its id. */
  readonly works: readonly (PutWork | undefined)[]
  /** Items whose lanes have other items before them. */
  readonly waiting: readonly WorkValues[]
}

interface PutRow {
  readonly queue: string
  readonly id: string
  readonly number: number
  readonly fence: number
  readonly put_at: number
  /** A number instead of a boolean, because booleans are read as text. */
  readonly is_taken: 0 | 1
}

/** Lanes are inserted in the order of their names, so that transactions do not deadlock. */
const toStatement = (places: string) => `
  with given (place, queue, lane, id, payload, checksum, claim) as (values ${places}),
  added as (
    insert into work_items (queue, lane, id, payload, checksum, status, attempt, fence, put_at)
    select queue, lane, id, payload, checksum, 'claimed', 1, nextval('fences'), ${now} from given order by place
    on conflict (queue, id) do nothing returning queue, lane, id, number, fence, put_at
  ),
  entered as (
    insert into work_lanes (queue, lane, head, state, fence, holder, ready_at)
    select distinct on (queue, lane) added.queue, added.lane, number, 'claimed', fence, ?::text, ${now} + claim
    from added join given using (queue, id) order by queue, lane, number
    on conflict (queue, lane) do nothing returning head
  )
  select queue, id, number, fence, put_at, (head is not null)::int as is_taken
  from added left join entered on head = number`

const place = '(?::integer, ?::text, ?::text, ?::text, ?::text, ?::bigint, ?::float8)'
const wait = `update work_items set status = 'waiting', attempt = 0, fence = null where number = any(?::bigint[])`

/** Adds items, and claims those that are the only ones in their lanes. */
export async function putAndClaim(query: Query, items: readonly PutClaim[], holder: string): Promise<PutAndClaimed> {
  const values = items.flatMap(({ values: { queue, lane, id, payload, checksum }, claimMs }, index): SqlValue[] => [
    index,
    queue,
    lane,
    id,
    payload,
    checksum,
    claimMs / 1000,
  ])
  const statement = positional(toStatement(items.map(() => place).join(', ')), [...values, holder])
  const { rows } = await query<PutRow>(statement)
  const late = rows.filter((row) => row.is_taken === 0).map(({ number }) => number)
  if (late.length > 0) {
    await query(positional(wait, [late.map(String)]))
    await enterLanes(query, late)
  }
  const keyOf = ({ queue, id }: Pick<WorkValues, 'queue' | 'id'>) => JSON.stringify([queue, id])
  const added = new Map(rows.map((row) => [keyOf(row), row]))
  const waiting: WorkValues[] = []
  const works = items.map(({ values }) => {
    const row = added.get(keyOf(values))
    // When a batch contains an id twice, the first one counts.
    if (!row || !added.delete(keyOf(values))) return undefined
    if (row.is_taken === 0) waiting.push(values)
    return toPutWork(values, { putAt: row.put_at, ...(row.is_taken === 1 && { fence: row.fence }) })
  })
  return { works, waiting }
}
