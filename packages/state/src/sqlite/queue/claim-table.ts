import { type ClaimTable, lostLane } from '@hermes/core/queue'
import type { WriteGuard } from '@hermes/core/sessions'
import type { Connection } from '../../connection/connection.js'
import type { Database } from '../../connection/driver/database.js'
import type { Holders } from '../../processes/holders.js'
import type { LaneClaimRow } from '../../rows/schema.js'
import { encodeText } from '../../rows/text.js'
import { toSeconds } from '../../rows/to-row.js'
import { createNextFence } from './next-fence.js'

const take = `
  insert into lane_claims (lane, fence, holder, held_until) values (@lane, @fence, @holder, @until)
  on conflict do update set fence = excluded.fence, holder = excluded.holder, held_until = excluded.held_until`

/** A holder that has been silent for this long is rejected whether its row exists or not. */
const forgetAfterMs = 3_600_000
/** How often each process looks for such rows. Doing so reads all claims. */
const forgetEveryMs = 60_000

/** Checks a guard. Call it inside a transaction. @throws {StoreError} `fenced`. */
export type CheckGuard = (guard: WriteGuard | undefined) => void

export function createCheckGuard(database: Database): CheckGuard {
  const select = database.prepare<[string, number]>('select 1 from lane_claims where lane = ? and fence = ?')
  return (guard) => {
    if (guard && select.get(encodeText(guard.lane), guard.fence) === undefined) throw lostLane(guard)
  }
}

export interface ClaimTableOptions {
  readonly connection: Connection
  readonly holders: Holders
  readonly now: () => number
}

export function createClaimTable({ connection, holders, now }: ClaimTableOptions): ClaimTable {
  const { database } = connection
  /** Writes claims, which end with their processes. A power failure ends all of them. */
  const write = <T>(work: () => T) => connection.write(work, { isVolatile: true })
  const nextFence = createNextFence(database)
  const select = database.prepare<[string], LaneClaimRow>('select * from lane_claims where lane = ?')
  const takeLane = database.prepare(take)
  const forget = database.prepare('delete from lane_claims where held_until < ?')
  const renew = database.prepare('update lane_claims set held_until = ? where lane = ? and fence = ?')
  const remove = database.prepare('delete from lane_claims where lane = ? and fence = ?')
  let forgetAt = 0

  function forgetSilent(time: number) {
    if (time < forgetAt) return
    forget.run(toSeconds(time - forgetAfterMs))
    forgetAt = time + forgetEveryMs
  }

  return {
    async take(lane, { claimMs, dead }) {
      const name = encodeText(lane)
      const holder = await holders.own()
      return write(() => {
        const time = now()
        const found = select.get(name)
        if (found && found.held_until > toSeconds(time) && found.fence !== dead) {
          return { isTaken: false, fence: found.fence, holder: found.holder }
        }
        forgetSilent(time)
        const fence = nextFence()
        takeLane.run({ lane: name, fence, holder, until: toSeconds(time + claimMs) })
        return { isTaken: true, fence, holder }
      })
    },
    renew: ({ lane, fence }, claimMs) =>
      write(() => renew.run(toSeconds(now() + claimMs), encodeText(lane), fence).changes > 0),
    async release({ lane, fence }) {
      await write(() => remove.run(encodeText(lane), fence))
    },
    isDead: holders.isDead,
    describe: holders.describe,
  }
}
