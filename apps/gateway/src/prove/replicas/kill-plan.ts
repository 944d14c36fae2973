import type { Random } from '../random.js'
import type { Moment, SeeMoment } from '../world/moment.js'

export interface KillPlan {
  readonly see: SeeMoment
  /** Kills a replica at a moment, or at any time if no replica reaches it. @returns the moment. */
  killOnce(moment: Moment): Promise<Moment | 'idle'>
}

export interface KillPlanOptions {
  readonly random: Random
  readonly kill: (replica: string) => void
  readonly killAny: () => void
}

interface Armed {
  readonly moment: Moment
  readonly isAfter: boolean
  readonly delayMs: number
  readonly done: (moment: Moment | 'idle') => void
}

const patienceMs = 3_000
/** Delay between seeing the replica and the kill, in milliseconds. The moments `store` and `claim` happen within it. */
const delays: Readonly<Record<Moment, number>> = {
  receive: 0,
  store: 8,
  claim: 60,
  turn: 25,
  steer: 150,
  send: 0,
  acknowledge: 0,
}

export function createKillPlan({ random, kill, killAny }: KillPlanOptions): KillPlan {
  let armed: Armed | undefined
  return {
    see(moment, replica, isAfter) {
      const found = armed
      if (found?.moment !== moment || found.isAfter !== isAfter) return false
      armed = undefined
      const act = () => {
        kill(replica)
        found.done(moment)
      }
      if (found.delayMs > 0) setTimeout(act, found.delayMs)
      else act()
      return found.delayMs === 0
    },
    killOnce(moment) {
      const { promise, resolve } = Promise.withResolvers<Moment | 'idle'>()
      const isAfter = moment === 'store' || moment === 'claim' || (moment !== 'receive' && random.chance(0.5))
      armed = { moment, isAfter, delayMs: random.below(delays[moment] + 1), done: resolve }
      const timer = setTimeout(() => {
        if (!armed) return
        armed = undefined
        killAny()
        resolve('idle')
      }, patienceMs)
      return promise.finally(() => clearTimeout(timer))
    },
  }
}
