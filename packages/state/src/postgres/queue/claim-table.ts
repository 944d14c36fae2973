import { type ClaimTable, type LaneHolder, lostLane } from '@hermes/core/queue'
import type { WriteGuard } from '@hermes/core/sessions'
import type { Holders } from '../../processes/holders.js'
import type { LaneClaimRow } from '../../rows/schema.js'
import { encodeText } from '../../rows/text.js'
import type { PostgresConnection } from '../connection.js'
import type { Query } from '../run-on-client.js'
import { named, positional } from '../sql.js'
import { now } from './clock.js'

const take = `
  insert into lane_claims as c (lane, fence, holder, held_until)
  values (@lane, nextval('fences'), @holder, ${now} + @claim)
  on conflict (lane) do update
    set fence = excluded.fence, holder = excluded.holder, held_until = excluded.held_until
    where c.held_until <= ${now} or c.fence = @dead
  returning fence`

/** A holder that has been silent for an hour is rejected whether its row exists or not. */
const forget = `
  delete from lane_claims where lane in (
    select lane from lane_claims where held_until < ${now} - 3600 for update skip locked)`

/** The number of claims after which the rows of crashed holders are deleted. */
const claimsPerLook = 100

/**
 * Checks a guard. Call it inside a write transaction: the lane cannot be taken over before the transaction ends, so the
 * next holder sees its writes.
 *
 * @throws {StoreError} `fenced`.
 */
export async function checkGuard(query: Query, guard: WriteGuard | undefined): Promise<void> {
  if (!guard) return
  const text = 'select 1 from lane_claims where lane = ? and fence = ? for share'
  const { count } = await query(positional(text, [encodeText(guard.lane), guard.fence]))
  if (count === 0) throw lostLane(guard)
}

export function createClaimTable({ write }: PostgresConnection, holders: Holders): ClaimTable {
  let taken = 0
  const orderOf = (lane: string) => ({ lane: `claim ${lane}` })

  return {
    async take(lane, { claimMs, dead }) {
      const values = {
        lane: encodeText(lane),
        holder: await holders.own(),
        claim: claimMs / 1000,
        dead: dead ?? null,
      }
      return write(orderOf(lane), async (query) => {
        if (taken++ % claimsPerLook === 0) await query(positional(forget))
        for (;;) {
          const { rows } = await query<{ fence: number }>(named(take, values, { claim: 'float8', dead: 'bigint' }))
          if (rows[0]) return { isTaken: true, fence: rows[0].fence, holder: values.holder }
          const found = await currentHolder(query, values.lane)
          if (found) return found
        }
      })
    },
    renew: ({ lane, fence }, claimMs) =>
      write(orderOf(lane), async (query) => {
        const text = `update lane_claims set held_until = ${now} + ?::float8 where lane = ? and fence = ?`
        return (await query(positional(text, [claimMs / 1000, encodeText(lane), fence]))).count > 0
      }),
    async release({ lane, fence }) {
      const statement = positional('delete from lane_claims where lane = ? and fence = ?', [encodeText(lane), fence])
      await write(orderOf(lane), (query) => query(statement))
    },
    isDead: holders.isDead,
    describe: holders.describe,
  }
}

/** Returns the current holder; `undefined` when the claim was just released. */
async function currentHolder(query: Query, lane: string): Promise<LaneHolder | undefined> {
  const { rows } = await query<LaneClaimRow>(positional('select * from lane_claims where lane = ?', [lane]))
  return rows[0] && { isTaken: false, fence: rows[0].fence, holder: rows[0].holder }
}
