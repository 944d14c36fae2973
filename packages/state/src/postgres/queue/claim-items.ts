import { StoreError } from '@hermes/core'
import { type ClaimedWork, diedWhileHandled, type WorkStep } from '@hermes/core/queue'
import { readWorkRow } from '../../queue/work-row.js'
import type { WorkItemRow, WorkLaneRow } from '../../rows/schema.js'
import { encodeText } from '../../rows/text.js'
import type { Query } from '../run-on-client.js'
import { named, positional } from '../sql.js'
import { together } from '../together.js'
import { now } from './clock.js'
import { isChosen, toChoice } from './lane-choice.js'
import { giveUp } from './work-items.js'
import { moveLanesOn } from './work-lanes.js'

const wake = `
  update work_lanes as l set ready_at = 0
  from (
    select queue, lane from work_lanes
    where queue = ? and ready_at > 0 and ready_at <= ${now} for update skip locked
  ) as due
  where l.queue = due.queue and l.lane = due.lane`

const selectReady = `
  select queue, lane, state, head from work_lanes
  where queue = @queue and ready_at = 0 and ${isChosen} order by head limit @limit
  for update skip locked`

const takeItems = `
  update work_items set status = 'claimed', attempt = attempt + 1, fence = nextval('fences')
  where number = any(?::bigint[]) and status in ('waiting', 'claimed') returning *`

const takeLanes = `
  update work_lanes as l set state = 'claimed', fence = c.fence, holder = @holder, ready_at = ${now} + @claim
  from (select unnest(@lanes::text[]) collate "C" as lane, unnest(@fences::bigint[]) as fence) as c
  where l.queue = @queue and l.lane = c.lane`

type ReadyLane = Pick<WorkLaneRow, 'queue' | 'lane' | 'state' | 'head'>

/** Claims the next items of free lanes. Skips lanes that are locked by other transactions. */
export async function claimItems(query: Query, step: WorkStep, holder: string): Promise<readonly ClaimedWork[]> {
  if (step.limit <= 0) return []
  const queue = encodeText(step.queue)
  const [, { rows: lanes }] = await together([
    query(positional(wake, [queue])),
    query<ReadyLane>(named(selectReady, { queue, ...toChoice(step), limit: step.limit })),
  ])
  if (lanes.length === 0) return []
  const heads = lanes.map(({ head }) => String(head))
  const { rows: taken } = await query<WorkItemRow>(positional(takeItems, [heads]))
  const { dead, alive, gone } = sortOut(lanes, taken, step.mostClaims)
  for (const { row, error } of dead) await giveUp(query, row, error)
  await moveLanesOn(query, queue, gone)
  if (alive.length > 0) {
    const claims = {
      queue,
      holder,
      claim: step.claimMs / 1000,
      lanes: alive.map(({ item }) => encodeText(item.lane)),
      fences: alive.map(({ fence }) => String(fence)),
    }
    await query(named(takeLanes, claims, { claim: 'float8' }))
  }
  return alive
}

interface DeadRow {
  readonly row: WorkItemRow
  readonly error: string
}

/**
 * Sorts out lanes. `dead`: items that crashed their process too often, or are damaged. `gone`: lanes whose head item
 * does not exist.
 */
function sortOut(lanes: readonly ReadyLane[], taken: readonly WorkItemRow[], mostClaims: number) {
  const byNumber = new Map(taken.map((row) => [row.number, row]))
  const dead: DeadRow[] = []
  const alive: ClaimedWork[] = []
  const gone: string[] = []
  for (const { queue, lane, head, state } of lanes) {
    const taken = byNumber.get(head)
    if (!taken) {
      gone.push(lane)
      continue
    }
    // The lane is identified by its own name, because that in the row may be damaged.
    const row = { ...taken, queue, lane, attempt: taken.attempt - 1 }
    const item = readWorkRow(taken)
    if (state === 'claimed' && taken.attempt > mostClaims) dead.push({ row, error: diedWhileHandled(row.attempt) })
    else if (StoreError.is(item)) dead.push({ row, error: item.message })
    else alive.push({ item, fence: taken.fence ?? 0 })
  }
  return { dead, alive, gone }
}
