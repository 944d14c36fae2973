import type { Database } from '../../connection/driver/database.js'

const freeItems = `
  update work_items set status = 'waiting'
  where queue = ? and status <> 'done' and status = 'claimed' and not exists (
    select 1 from work_lanes l
    where l.queue = work_items.queue and l.lane = work_items.lane and l.head = number and l.state = 'claimed')`

const openLanes = `
  insert or ignore into work_lanes (queue, lane, head, ready_at)
  select queue, lane, min(number), 0 from work_items
  where queue = ? and status <> 'done' and status = 'waiting' group by queue, lane`

/** Recreates lanes of a recovered file from its items. */
export function rebuildLanes(database: Database, queue: string): void {
  database.prepare(freeItems).run(queue)
  database.prepare(openLanes).run(queue)
}
