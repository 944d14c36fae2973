import type { Query } from '../run-on-client.js'
import { named, positional } from '../sql.js'
import { together } from '../together.js'
import { now } from './clock.js'

/*
 * Lanes with open items. Call these functions inside transactions. The row of a lane is its lock. Several lanes are
 * locked in the order of their names, so that transactions do not deadlock.
 */

const readyAt = `case when coalesce(not_before, 0) <= ${now} then 0 else not_before end`

const enter = `
  insert into work_lanes as l (queue, lane, head, ready_at)
  select distinct on (queue, lane) queue, lane, number, ready_at
  from (select queue, lane, number, ${readyAt} as ready_at from work_items where number = any(?::bigint[])) as items
  order by queue, lane, ready_at, number
  on conflict (queue, lane) do update set
    head = case when l.state = 'open' and (excluded.ready_at, excluded.head) < (l.ready_at, l.head)
      then excluded.head else l.head end,
    ready_at = case when l.state = 'open' then least(l.ready_at, excluded.ready_at) else l.ready_at end`

/** Adds new or returned items to their lanes. */
export async function enterLanes(query: Query, numbers: readonly number[]): Promise<void> {
  await query(positional(enter, [numbers.map(String)]))
}

const waiting = `from work_items where queue = d.queue and lane = d.lane and status <> 'done' and status = 'waiting'`

const open = `
  update work_lanes as l
  set state = 'open', head = n.number, ready_at = ${readyAt.replaceAll('not_before', 'n.not_before')}, fence = null,
    holder = null
  from (
    select d.queue, d.lane, i.number, i.not_before
    from (select @queue::text collate "C" as queue, unnest(@lanes::text[]) collate "C" as lane) as d
    join work_items as i on i.number = coalesce(
      (select number ${waiting} and coalesce(not_before, 0) <= ${now} order by number limit 1),
      (select number ${waiting} order by not_before, number limit 1))
  ) as n
  where l.queue = n.queue and l.lane = n.lane`

const drop = `
  delete from work_lanes as l
  where queue = @queue and lane = any(@lanes::text[])
    and not exists (select 1 from work_items where number = l.head and status = 'waiting')`

/** Advances lanes whose head is settled. The lanes must be locked. @returns whether one of them has another item. */
export async function moveLanesOn(query: Query, queue: string, lanes: readonly string[]): Promise<boolean> {
  if (lanes.length === 0) return false
  const [{ count }] = await together([query(named(open, { queue, lanes })), query(named(drop, { queue, lanes }))])
  return count > 0
}

/** Delays the head of a lane. */
export async function holdLane(query: Query, lane: { queue: string; lane: string }, delayMs: number): Promise<void> {
  const text = `
    update work_lanes set state = 'retrying', fence = null, holder = null,
      ready_at = case when @delay::float8 > 0 then ${now} + @delay else 0 end
    where queue = @queue and lane = @lane`
  await query(named(text, { ...lane, delay: delayMs / 1000 }, { delay: 'float8' }))
}
