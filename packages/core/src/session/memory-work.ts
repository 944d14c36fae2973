import type {
  ClaimedItem,
  NewWorkItem,
  UnputItem,
  WorkItemQuery,
  WorkItemRecord,
  WorkItemRef,
} from '../contracts/sessions/work-queue.js'
import { deepFreeze } from '../json/deep-freeze.js'
import { lostItem, usedItem } from '../queue/held-claims.js'
import { createWatchers } from '../queue/watchers.js'
import {
  type ClaimedWork,
  diedWhileHandled,
  isChosen,
  type LaneChoice,
  type WorkEnding,
  type WorkStep,
  type WorkTable,
} from '../queue/work-table.js'

export interface MemoryWork extends WorkTable {
  /** Like `put`, but synchronous. */
  add(item: NewWorkItem): boolean
  /** Checks an item. @throws {StoreError} `fenced` when the claim was lost, or the id was used before. */
  check(item: ClaimedItem | UnputItem): void
  settle(item: ClaimedItem | UnputItem): void
  close(): void
}

interface Entry {
  readonly number: number
  record: WorkItemRecord
  fence: number
  /** When the claim expires. */
  untilMs: number
}

interface Lane {
  /** The items, in the order of `put`. */
  members: Set<Entry>
  /** The item that was started but has not ended. */
  current?: Entry | undefined
}

/** Creates a work queue within one process. */
export function createMemoryWork(nextFence: () => number, now: () => number = Date.now): MemoryWork {
  /** The items by queue and id, in the order of `put`. */
  const entries = new Map<string, Entry>()
  const watchers = createWatchers()
  /** Unsettled items, by queue and lane. */
  const lanes = new Map<string, Lane>()
  let isClosed = false
  let lastNumber = 0

  const laneOf = ({ queue, lane }: { readonly queue: string; readonly lane: string }): Lane => {
    const name = JSON.stringify([queue, lane])
    const found = lanes.get(name) ?? { members: new Set<Entry>() }
    lanes.set(name, found)
    return found
  }
  const change = (entry: Entry, record: WorkItemRecord) => {
    entry.record = deepFreeze(record)
  }
  const leave = (entry: Entry) => {
    const lane = laneOf(entry.record)
    lane.members.delete(entry)
    if (lane.current === entry) lane.current = undefined
    if (lane.members.size === 0) lanes.delete(JSON.stringify([entry.record.queue, entry.record.lane]))
  }
  const heldBy = (item: ClaimedItem) => {
    const entry = entries.get(keyOf(item))
    return entry?.record.status === 'claimed' && entry.fence === item.fence ? entry : undefined
  }
  const finish = (entry: Entry, status: 'done' | 'dead', error?: string) => {
    const { holder: _, claimedUntilMs: __, retryAtMs: ___, ...record } = entry.record
    change(entry, { ...record, status, settledAtMs: now(), ...(error !== undefined && { error }) })
    leave(entry)
    watchers.wake(record.queue)
  }

  function conclude({ item, outcome }: WorkEnding): void {
    const entry = heldBy(item)
    if (!entry) return
    const { holder: _, claimedUntilMs: __, ...record } = entry.record
    switch (outcome.status) {
      case 'done':
        finish(entry, 'done')
        break
      case 'dead':
        finish(entry, 'dead', outcome.error)
        break
      case 'retry':
        change(entry, { ...record, status: 'waiting', error: outcome.error, retryAtMs: now() + outcome.delayMs })
        break
      case 'returned':
        change(entry, { ...record, status: 'waiting', attempt: record.attempt - 1 })
        if (record.attempt === 1) laneOf(record).current = undefined
    }
  }

  /** Returns the next item of a lane, and when it is due. */
  function headOf({ members, current }: Lane): Head | undefined {
    if (current)
      return { entry: current, atMs: current.record.status === 'claimed' ? current.untilMs : retryAt(current) }
    let head: Head | undefined
    for (const entry of members) {
      const atMs = entry.record.notBeforeMs ?? 0
      if (atMs <= now()) return { entry, atMs }
      if (!head || atMs < head.atMs) head = { entry, atMs }
    }
    return head
  }

  function hold(entry: Entry, claimMs: number): void {
    entry.untilMs = now() + claimMs
    change(entry, { ...entry.record, claimedUntilMs: entry.untilMs })
  }

  function claim(entry: Entry, { claimMs, mostClaims }: WorkStep): ClaimedWork | undefined {
    const { record } = entry
    if (record.status === 'claimed' && record.attempt >= mostClaims) {
      finish(entry, 'dead', diedWhileHandled(record.attempt))
      return undefined
    }
    const attempt = record.attempt + 1
    entry.fence = nextFence()
    const { retryAtMs: _, ...kept } = record
    change(entry, { ...kept, status: 'claimed', attempt, holder: 'this process' })
    hold(entry, claimMs)
    laneOf(record).current = entry
    const { queue, lane, id, payload, putAtMs, notBeforeMs } = record
    const item = { queue, lane, id, payload, putAtMs, attempt, ...(notBeforeMs !== undefined && { notBeforeMs }) }
    return { item: deepFreeze(item), fence: entry.fence }
  }

  const add = (item: NewWorkItem) => {
    if (entries.has(keyOf(item))) return false
    const record = deepFreeze({ ...structuredClone(item), attempt: 0, putAtMs: now(), status: 'waiting' as const })
    const entry: Entry = { number: ++lastNumber, record, fence: 0, untilMs: 0 }
    entries.set(keyOf(item), entry)
    laneOf(item).members.add(entry)
    watchers.wake(item.queue)
    return true
  }
  const readyLanes = function* (queue: string, choice: LaneChoice) {
    for (const lane of lanes.values()) {
      const head = headOf(lane)
      if (head?.entry.record.queue === queue && isChosen(head.entry.record.lane, choice)) yield head
    }
  }

  return {
    add,
    put: async (item) => add(item),
    async advance(step) {
      step.endings.forEach(conclude)
      const claimed: ClaimedWork[] = []
      for (const { entry, atMs } of [...readyLanes(step.queue, step)]) {
        if (claimed.length >= step.limit) break
        const work = atMs <= now() ? claim(entry, step) : undefined
        if (work) claimed.push(work)
      }
      return claimed
    },
    async readyInMs(queue, choice) {
      let soonest: number | undefined
      for (const { atMs } of readyLanes(queue, choice)) soonest = Math.min(soonest ?? atMs, atMs)
      return soonest === undefined ? undefined : Math.max(0, soonest - now())
    },
    async renew(items, claimMs) {
      for (const entry of items.map(heldBy)) if (entry) hold(entry, claimMs)
      return items.filter((item) => !heldBy(item) && entries.get(keyOf(item))?.fence !== item.fence)
    },
    async rescue(queue, longestDelayMs) {
      for (const entry of entries.values()) {
        const { retryAtMs, ...record } = entry.record
        const isTooLate = retryAtMs !== undefined && retryAtMs > now() + longestDelayMs
        if (isTooLate && record.queue === queue) change(entry, record)
      }
    },
    async prune(queue, retentionMs) {
      for (const [key, { record }] of entries) {
        if (record.queue !== queue || record.status !== 'done') continue
        if ((record.settledAtMs ?? 0) < now() - retentionMs) entries.delete(key)
      }
    },
    get: async (ref) => entries.get(keyOf(ref))?.record,
    async list(query) {
      const records = [...entries.values()].map(({ record }) => record)
      return records.filter((record) => matches(record, query)).slice(0, query.limit)
    },
    async replay(ref) {
      const entry = entries.get(keyOf(ref))
      if (entry?.record.status !== 'dead') return false
      const { error: _, settledAtMs: __, ...record } = entry.record
      change(entry, { ...record, status: 'waiting', attempt: 0 })
      const lane = laneOf(record)
      lane.members = new Set([...lane.members, entry].sort((left, right) => left.number - right.number))
      watchers.wake(record.queue)
      return true
    },
    async remove(ref) {
      const entry = entries.get(keyOf(ref))
      if (!entry || !/^(waiting|dead)$/.test(entry.record.status)) return false
      leave(entry)
      watchers.wake(ref.queue)
      return entries.delete(keyOf(ref))
    },
    watch: watchers.watch,
    isClosed: () => isClosed,
    check(item) {
      if ('fence' in item) {
        if (!heldBy(item)) throw lostItem(item)
      } else if (entries.has(keyOf(item))) throw usedItem(item)
    },
    settle(item) {
      if (!('fence' in item)) add({ ...item, payload: null })
      const entry = 'fence' in item ? heldBy(item) : entries.get(keyOf(item))
      if (entry) finish(entry, 'done')
    },
    close() {
      isClosed = true
    },
  }
}

interface Head {
  readonly entry: Entry
  readonly atMs: number
}

function retryAt({ record }: Entry): number {
  return record.retryAtMs ?? 0
}

function keyOf({ queue, id }: WorkItemRef): string {
  return JSON.stringify([queue, id])
}

function matches(record: WorkItemRecord, { queue, lane, status }: WorkItemQuery): boolean {
  return (
    (queue === undefined || record.queue === queue) &&
    (lane === undefined || record.lane === lane) &&
    (status === undefined ? record.status !== 'done' : record.status === status)
  )
}
