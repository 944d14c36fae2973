import type { Random } from '../random.js'
import type { DatabaseLink } from '../world/database-link.js'
import type { Fault } from './fault.js'

const longestMs = 3_000

/** Makes the database of the replicas unavailable, as during its restart. */
export function createDatabaseCuts(link: Pick<DatabaseLink, 'cut'>, random: Random): Fault {
  let strikes = 0
  return {
    name: 'databaseCuts',
    chance: 0.2,
    get strikes() {
      return strikes
    },
    strike() {
      strikes += 1
      link.cut(100 + random.below(longestMs))
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
