import { StoreError } from '@hermes/core'
import type { ValueOptions, ValueTable } from '@hermes/core/sessions'
import type { Tokens } from '../../tokens/tokens-schema.js'
import { parseRunRecord, type RunEnd, type RunRecord } from './run-record.js'

/** How long records are kept, in milliseconds. */
const keepMs = 30 * 24 * 60 * 60 * 1000
const namespace = 'api.runs'

/** The records of runs. The messages of a run are kept in its session. A record adds the options of its client and how it ended. */
export interface RunBook {
  /** Stores a new run, unless there is one with this id. @returns the stored run. */
  add(run: RunRecord): Promise<RunRecord>
  get(id: string): Promise<RunRecord | undefined>
  /** Calls `work` once no other work on this run is in progress in this process. */
  alone<Result>(id: string, work: () => Promise<Result>): Promise<Result>
  /** Records the usage of the conversation's earlier turns, in the run's record or in the one that is added later. */
  begin(id: string, usageBefore: Tokens): Promise<void>
  /** Forgets a run whose record is not added. */
  forget(id: string): void
  /** Stores the end of a run until its session is deleted. The first end stays. */
  settle(run: Pick<RunRecord, 'id' | 'sessionId'>, end: RunEnd): Promise<void>
  /** Reserves the continuation of a run's session for the first run that asks, in any process. @returns whether `by` may continue it. */
  continue(run: Pick<RunRecord, 'id' | 'sessionId'>, by: string): Promise<boolean>
  /** Releases what `continue` has reserved, because the run was not started. */
  abandon(run: Pick<RunRecord, 'id' | 'sessionId'>, by: string): Promise<void>
  /** Records that this process runs it, until `ended` resolves. */
  track(id: string, ended: Promise<unknown>): void
  /** Whether this process runs it. */
  isTracked(id: string): boolean
  /** Returns the run once its end is stored. For a run that this process does not run, it returns at once. */
  whenSettled(id: string): Promise<RunRecord | undefined>
  /** Removes a run. @returns whether it existed. */
  remove(id: string): Promise<boolean>
  /** Returns the runs without an end, and removes those that are older than 30 days. */
  unsettled(nowMs: number): Promise<readonly RunRecord[]>
}

export function createRunBook(values: ValueTable): RunBook {
  const change = (id: string, to: (run: RunRecord | undefined) => RunRecord | undefined, options?: ValueOptions) =>
    values.update(namespace, id, (value) => to(parseRunRecord(value)), options)
  const tracked = new Map<string, Promise<unknown>>()
  /** The latest work on each run. */
  const working = new Map<string, Promise<unknown>>()
  /** The usage before turns that have started before their record was added. */
  const begun = new Map<string, Tokens>()
  /** Adds the usage to the record. A turn may start before or after its record is added. */
  async function noteBegun(id: string): Promise<RunRecord | undefined> {
    const usageBefore = begun.get(id)
    if (!usageBefore) return undefined
    begun.delete(id)
    return parseRunRecord(await change(id, (run) => run && { ...run, usageBefore }, { isVolatile: true }))
  }

  const get = async (id: string) => parseRunRecord(await values.get(namespace, id))
  return {
    get,
    async alone(id, work) {
      const before = working.get(id)
      const own = Promise.allSettled([before]).then(work)
      working.set(id, own)
      try {
        return await own
      } finally {
        if (working.get(id) === own) working.delete(id)
      }
    },
    track(id, ended) {
      const untrack = () => void tracked.delete(id)
      tracked.set(id, ended.then(untrack, untrack))
    },
    isTracked: (id) => tracked.has(id),
    async whenSettled(id) {
      await tracked.get(id)
      return get(id)
    },
    async begin(id, usageBefore) {
      // Set first, so that a record that is being added finds it.
      begun.set(id, usageBefore)
      if (await get(id)) await noteBegun(id)
    },
    forget: (id) => void begun.delete(id),
    async add(run) {
      const added = parseRunRecord(await change(run.id, (stored) => stored ?? run)) ?? run
      return (await noteBegun(run.id)) ?? added
    },
    async settle({ id, sessionId }, end) {
      const withEnd = (run: RunRecord | undefined) => run && (run.end ? run : { ...run, end })
      try {
        await change(id, withEnd, { sessionId })
      } catch (error) {
        if (!StoreError.is(error) || error.kind !== 'not-found') throw error
        // The first turn of the session failed before the session was stored.
        await change(id, withEnd)
      }
    },
    async continue({ id, sessionId }, by) {
      const withNext = (run: RunRecord | undefined) => run && { ...run, continuedBy: run.continuedBy ?? by }
      const continued = parseRunRecord(await change(id, withNext, { sessionId, isVolatile: true }))
      return continued?.continuedBy === by
    },
    async abandon({ id, sessionId }, by) {
      const free = (run: RunRecord | undefined) => {
        if (run?.continuedBy !== by) return run
        const { continuedBy: _, ...rest } = run
        return rest
      }
      await change(id, free, { sessionId, isVolatile: true })
    },
    async remove(id) {
      let wasThere = false
      await values.update(namespace, id, (value) => {
        wasThere = value !== undefined
        return undefined
      })
      return wasThere
    },
    async unsettled(nowMs) {
      const stored = await values.list(namespace)
      const runs = stored.flatMap(({ value }) => parseRunRecord(value) ?? [])
      for (const { id, createdAtMs } of runs) {
        if (createdAtMs < nowMs - keepMs) await change(id, () => undefined)
      }
      return runs.filter(({ end, createdAtMs }) => end === undefined && createdAtMs >= nowMs - keepMs)
    },
  }
}
