import type { Random } from '../random.js'
import type { Replica } from '../replicas/replica.js'
import type { Fault } from './fault.js'

/** Stops a replica in an orderly way, as for an update, and starts it again. */
export function createRestarts(replicas: readonly Pick<Replica, 'restart'>[], random: Random): Fault {
  let strikes = 0
  return {
    name: 'restarts',
    chance: 0.15,
    get strikes() {
      return strikes
    },
    strike() {
      strikes += 1
      replicas[random.below(replicas.length)]?.restart()
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
