import type { ClaimTable } from '../claims/claim-table.js'
import { lostLane } from '../claims/create-lane-claims.js'
import type { WriteGuard } from '../contracts/sessions/lane-claims.js'

export interface MemoryClaims extends ClaimTable {
  /** Checks a guard. @throws {StoreError} `fenced`. */
  check(guard: WriteGuard | undefined): void
}

/** Creates claims within one process. */
export function createMemoryClaims(nextFence: () => number, now: () => number = Date.now): MemoryClaims {
  const claims = new Map<string, { readonly fence: number; readonly untilMs: number }>()
  const holds = ({ lane, fence }: WriteGuard) => claims.get(lane)?.fence === fence
  return {
    async take(lane, { claimMs }) {
      const found = claims.get(lane)
      if (found && found.untilMs > now()) return { isTaken: false, fence: found.fence, holder: '' }
      const fence = nextFence()
      claims.set(lane, { fence, untilMs: now() + claimMs })
      return { isTaken: true, fence, holder: '' }
    },
    async renew(guard, claimMs) {
      if (!holds(guard)) return false
      claims.set(guard.lane, { fence: guard.fence, untilMs: now() + claimMs })
      return true
    },
    async release(guard) {
      if (holds(guard)) claims.delete(guard.lane)
    },
    isDead: async () => false,
    describe: () => 'this process',
    check(guard) {
      if (guard && !holds(guard)) throw lostLane(guard)
    },
  }
}
