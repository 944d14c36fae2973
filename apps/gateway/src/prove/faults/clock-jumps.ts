import type { Random } from '../random.js'
import type { Replica } from '../replicas/replica.js'
import type { Fault } from './fault.js'

const minuteMs = 60_000
const longestJumpMinutes = 180
const longestMs = 3_000

/** Sets the clock of a replica wrong by up to three hours and then right again, as a time server would. */
export function createClockJumps(replicas: readonly Pick<Replica, 'setClock'>[], random: Random): Fault {
  const timers = new Set<NodeJS.Timeout>()
  let strikes = 0
  return {
    name: 'clockJumps',
    chance: 0.2,
    get strikes() {
      return strikes
    },
    strike() {
      strikes += 1
      const replica = replicas[random.below(replicas.length)]
      const jumpMs = (1 + random.below(longestJumpMinutes)) * minuteMs
      replica?.setClock(random.chance(0.5) ? jumpMs : -jumpMs)
      const timer = setTimeout(() => {
        timers.delete(timer)
        replica?.setClock(0)
      }, 100 + random.below(longestMs))
      timers.add(timer)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
