import type { NewWorkItem, Watchers, WorkTable } from '@hermes/core/queue'
import type { Holders } from '../../processes/holders.js'
import { toListStatement } from '../../queue/to-list-statement.js'
import { fromRecordRow, selectRecord, toWorkValues, type WorkRecordRow, type WorkValues } from '../../queue/work-row.js'
import { decodeText, encodeText } from '../../rows/text.js'
import type { PostgresConnection } from '../connection.js'
import type { Query } from '../run-on-client.js'
import { named, positional } from '../sql.js'
import type { Announcements } from './announcements.js'
import { createBatcher } from './batcher.js'
import { claimItems } from './claim-items.js'
import { now } from './clock.js'
import { createHasSpareTime } from './has-spare-time.js'
import { isChosen, toChoice } from './lane-choice.js'
import { type PutClaim, putAndClaim } from './put-and-claim.js'
import { rebuildLanes } from './rebuild-lanes.js'
import { endItems, putItems, removeItem, replayItem } from './work-items.js'

export interface WorkTableOptions {
  readonly connection: PostgresConnection
  readonly holders: Holders
  readonly watchers: Watchers
  readonly announcements: Announcements
}

/** Other processes announce new items, but notifications may not pass through a connection pooler. */
const poll = { leastMs: 50, mostMs: 1000 }
const rarePoll = { leastMs: 1000, mostMs: 1000 }
/** A statement takes at most 65,535 values. */
const largestBatch = 500

const soonest = `
  select min(ready_at) - ${now} as seconds from work_lanes
  where queue = @queue and ${isChosen}`
const selectHolders = 'select distinct holder from work_lanes where queue = ? and holder is not null'
const release = `update work_lanes set ready_at = 0 where queue = ? and holder = ? and state = 'claimed'`
const isLate = `where queue = ? and state = 'retrying' and ready_at > ${now} + ?::float8`
const forget = `delete from work_items where queue = ? and status = 'done' and settled_at < ${now} - ?::float8`
const renewLanes = `
  update work_lanes as l set ready_at = ${now} + ?::float8
  from work_items as i
  where i.queue = ? and i.id = any(?::text[]) and i.fence = any(?::bigint[]) and i.status = 'claimed'
    and l.queue = i.queue and l.lane = i.lane and l.state = 'claimed' and l.fence = i.fence
  returning l.fence`
const selectSettled = `
  select fence from work_items where queue = ? and id = any(?::text[]) and fence = any(?::bigint[]) and status = 'done'`

export function createWorkTable({ connection, holders, watchers, announcements }: WorkTableOptions): WorkTable {
  const { read, write } = connection
  const toRecord = (row: WorkRecordRow) => fromRecordRow(row, holders.describe)
  const rebuilt = new Set<string>()
  let steps = 0

  const changed = async (queue: string, work: (query: Query) => Promise<boolean>) => {
    const isChanged = await write({ lane: `work ${queue}` }, async (query) => {
      const done = await work(query)
      if (done) await announcements.announce(query, [queue])
      return done
    })
    if (isChanged) watchers.wake(queue)
    return isChanged
  }

  async function putAll(batch: readonly { readonly item: NewWorkItem; readonly values: WorkValues }[]) {
    const stored = await write({ lane: 'work' }, async (query) => {
      const outcome = await putItems(
        query,
        batch.map(({ values }) => values),
      )
      await announcements.announce(
        query,
        batch.filter((_, index) => outcome[index]).map(({ item }) => item.queue),
      )
      return outcome
    })
    for (const queue of new Set(batch.map(({ item }) => item.queue))) watchers.wake(queue)
    return stored
  }
  const puts = createBatcher(putAll, largestBatch)

  async function claimAll(batch: readonly PutClaim[]) {
    const holder = await holders.own()
    const { works, waiting } = await write({ lane: 'work' }, async (query) => {
      const put = await putAndClaim(query, batch, holder)
      await announcements.announce(
        query,
        put.waiting.map(({ queue }) => decodeText(queue)),
      )
      return put
    })
    for (const queue of new Set(waiting.map(({ queue }) => decodeText(queue)))) watchers.wake(queue)
    return works.map((work) => work ?? 'known')
  }
  const claims = createBatcher(claimAll, largestBatch)
  const hasSpareTime = createHasSpareTime()

  return {
    put: (item) => puts.add({ item, values: toWorkValues(item) }),
    async putAndClaim(item, claimMs) {
      // Other gateways share the work of a busy process.
      if (!hasSpareTime()) return (await puts.add({ item, values: toWorkValues(item) })) ? {} : undefined
      const work = await claims.add({ values: toWorkValues(item), claimMs })
      return work === 'known' ? undefined : work
    },
    async advance(step) {
      const holder = await holders.own()
      // Each step has its own lane, because steps need not wait for each other.
      const claimed = await write({ lane: `work step ${++steps}` }, async (query) => {
        const goesOn = await endItems(query, step.queue, step.endings)
        return step.from === 'all' || goesOn ? claimItems(query, step, holder) : []
      })
      if (step.endings.length > 0) watchers.wake(step.queue, step.wake)
      return claimed
    },
    async readyInMs(queue, choice) {
      const values = { queue: encodeText(queue), ...toChoice(choice) }
      const [row] = await read<{ seconds: number | null }>(named(soonest, values))
      return typeof row?.seconds === 'number' ? Math.max(0, row.seconds * 1000) : undefined
    },
    async renew(items, claimMs) {
      const [first] = items
      if (!first) return []
      const values = [
        encodeText(first.queue),
        items.map(({ id }) => encodeText(id)),
        items.map(({ fence }) => String(fence)),
      ]
      return write({ lane: `work step ${++steps}` }, async (query) => {
        const renewed = await query<{ fence: number }>(positional(renewLanes, [claimMs / 1000, ...values]))
        const kept = new Set(renewed.rows.map(({ fence }) => fence))
        if (items.every(({ fence }) => kept.has(fence))) return []
        const settled = await query<{ fence: number }>(positional(selectSettled, values))
        for (const { fence } of settled.rows) kept.add(fence)
        return items.filter(({ fence }) => !kept.has(fence))
      })
    },
    async rescue(queue, longestDelayMs) {
      const name = encodeText(queue)
      if (!rebuilt.has(queue)) await write({ lane: `work ${queue}` }, (query) => rebuildLanes(query, name))
      rebuilt.add(queue)
      const own = await holders.own()
      for (const { holder } of await read<{ holder: string }>(positional(selectHolders, [name]))) {
        if (holder === own || !(await holders.isDead(holder))) continue
        await write({ lane: `work ${queue}` }, (query) => query(positional(release, [name, holder])))
      }
      const late = [name, longestDelayMs / 1000]
      const [found] = await read(positional(`select 1 from work_lanes ${isLate} limit 1`, late))
      if (found)
        await write({ lane: `work ${queue}` }, (query) =>
          query(positional(`update work_lanes set ready_at = 0 ${isLate}`, late)),
        )
    },
    async prune(queue, retentionMs) {
      const statement = positional(forget, [encodeText(queue), retentionMs / 1000])
      await write({ lane: `work ${queue}` }, (query) => query(statement))
    },
    async get({ queue, id }) {
      const text = `${selectRecord} where i.queue = ? and i.id = ?`
      const [row] = await read<WorkRecordRow>(positional(text, [encodeText(queue), encodeText(id)]))
      return row && toRecord(row)
    },
    async list(query) {
      const { text, values } = toListStatement(query)
      return Object.freeze((await read<WorkRecordRow>(positional(text, values))).map(toRecord))
    },
    replay: (ref) => changed(ref.queue, (query) => replayItem(query, ref)),
    remove: (ref) => changed(ref.queue, (query) => removeItem(query, ref)),
    watch(queue, wake) {
      const unwatch = watchers.watch(queue, wake)
      const ignore = announcements.listen()
      return () => {
        unwatch()
        ignore()
      }
    },
    get poll() {
      return announcements.areHeard ? rarePoll : poll
    },
    isClosed: connection.isClosed,
  }
}
