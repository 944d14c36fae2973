import type { Watchers, WorkTable } from '@hermes/core/queue'
import type { Connection } from '../../connection/connection.js'
import { createStatements } from '../../connection/statements.js'
import type { Holders } from '../../processes/holders.js'
import { toListStatement } from '../../queue/to-list-statement.js'
import { fromRecordRow, selectRecord, toPutWork, toWorkValues, type WorkRecordRow } from '../../queue/work-row.js'
import { encodeText } from '../../rows/text.js'
import { toSeconds } from '../../rows/to-row.js'
import { createArrivals } from './arrivals.js'
import { isNotLeft } from './is-not-left.js'
import { toChoice } from './lane-choice.js'
import { rebuildLanes } from './rebuild-lanes.js'
import type { WorkItems } from './work-items.js'

export interface WorkTableOptions {
  readonly connection: Connection
  readonly items: WorkItems
  readonly holders: Holders
  readonly watchers: Watchers
  readonly now: () => number
}

/** Items of other processes are found by polling: one index lookup, with growing intervals. */
const poll = { leastMs: 25, mostMs: 500 }

export function createWorkTable(options: WorkTableOptions): WorkTable {
  const { connection, items, holders, now, watchers } = options
  const { database, read, write } = connection
  const soonest = database
    .prepare<[string], number | null>('select min(ready_at) from work_lanes where queue = ?')
    .pluck()
  const soonestOf = database
    .prepare<[string, string], number | null>(
      'select min(ready_at) from json_each(?) join work_lanes on queue = ? and lane = value',
    )
    .pluck()
  const soonestApart = database
    .prepare<[string, string], number | null>(
      `select min(ready_at) from work_lanes where queue = ? and ${isNotLeft('?')}`,
    )
    .pluck()
  const claimed = `where queue = ? and ready_at > 0 and state = 'claimed'`
  const selectHolders = database.prepare<[string], string>(`select distinct holder from work_lanes ${claimed}`).pluck()
  const release = database.prepare(`update work_lanes set ready_at = 0 ${claimed} and holder = ?`)
  const late = `where queue = ? and state = 'retrying' and ready_at > ?`
  const hasLate = database.prepare<[string, number], number>(`select 1 from work_lanes ${late} limit 1`).pluck()
  const hurry = database.prepare(`update work_lanes set ready_at = 0 ${late}`)
  const forget = database.prepare(`delete from work_items where queue = ? and status = 'done' and settled_at < ?`)
  const selectOne = database.prepare<[string, string], WorkRecordRow>(`${selectRecord} where i.queue = ? and i.id = ?`)
  const prepareList = createStatements<WorkRecordRow>(database)
  const toRecord = (row: WorkRecordRow) => fromRecordRow(row, holders.describe)
  const rebuilt = new Set<string>()
  const arrivals = createArrivals()

  const changed = async (queue: string, work: () => boolean) => {
    const isChanged = await write(work)
    if (isChanged) watchers.wake(queue)
    return isChanged
  }

  return {
    async put(item, options) {
      const values = toWorkValues(item)
      const work = () => items.put(values)
      if (item.notBeforeMs !== undefined) return changed(item.queue, work)
      const put = write(work, options)
      using _ = arrivals.add(item)
      watchers.wake(item.queue)
      return await put
    },
    async putAndClaim(item, claimMs, options) {
      const values = toWorkValues(item)
      const holder = await holders.own()
      const put = await write(() => items.putAndClaim(values, claimMs, holder), options)
      if (put && put.fence === undefined) watchers.wake(item.queue)
      return put && toPutWork(values, put)
    },
    async advance(step) {
      const holder = await holders.own()
      const work = () => {
        let goesOn = false
        for (const ending of step.endings) goesOn = items.end(ending) || goesOn
        return step.from === 'all' || goesOn ? items.claim(step, holder) : []
      }
      // A power failure ends all holders, so it may undo their claims as well. An item whose end is undone is handed out again, as after
      // the death of its process. What is written later secures both.
      const claimed = await write(work, { isVolatile: true })
      // Other workers of this process may be waiting for the freed lanes.
      if (step.endings.length > 0) watchers.wake(step.queue, step.wake)
      return claimed
    },
    async readyInMs(queue, choice) {
      if (arrivals.has(queue, choice)) return 0
      const name = encodeText(queue)
      const { lanes, leaves } = toChoice(choice)
      const readyAt = await read(() => {
        if (lanes) return soonestOf.get(JSON.stringify(lanes), name)
        return leaves ? soonestApart.get(name, JSON.stringify(leaves)) : soonest.get(name)
      })
      return typeof readyAt === 'number' ? Math.max(0, readyAt * 1000 - now()) : undefined
    },
    renew: (claims, claimMs) => write(() => claims.filter((item) => !items.renew(item, claimMs))),
    async rescue(queue, longestDelayMs) {
      const name = encodeText(queue)
      if (!rebuilt.has(queue)) await write(() => rebuildLanes(database, name))
      rebuilt.add(queue)
      const own = await holders.own()
      for (const holder of await read(() => selectHolders.all(name))) {
        if (holder !== own && (await holders.isDead(holder))) await write(() => release.run(name, holder))
      }
      const latest = toSeconds(now() + longestDelayMs)
      if (await read(() => hasLate.get(name, latest))) await write(() => hurry.run(name, latest))
    },
    async prune(queue, retentionMs) {
      await write(() => forget.run(encodeText(queue), toSeconds(now() - retentionMs)))
    },
    async get({ queue, id }) {
      const row = await read(() => selectOne.get(encodeText(queue), encodeText(id)))
      return row && toRecord(row)
    },
    async list(query) {
      const { text, values } = toListStatement(query)
      const rows = await read(() => prepareList(text).all(...values))
      return Object.freeze(rows.map(toRecord))
    },
    replay: (ref) => changed(ref.queue, () => items.replay(ref)),
    remove: (ref) => changed(ref.queue, () => items.remove(ref)),
    watch: watchers.watch,
    poll,
    isClosed: connection.isClosed,
  }
}
