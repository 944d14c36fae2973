import type { Query } from '../run-on-client.js'
import { positional } from '../sql.js'

const openLanes = `
  insert into work_lanes (queue, lane, head, ready_at)
  select queue, lane, min(number), 0 from work_items
  where queue = ? and status <> 'done' and status in ('waiting', 'claimed') group by queue, lane
  on conflict (queue, lane) do nothing`

/** Recreates lanes from their items after a restored backup. */
export async function rebuildLanes(query: Query, queue: string): Promise<void> {
  await query(positional(openLanes, [queue]))
}
