import { describeError, StoreError } from '../contracts/errors/errors.js'
import type { AcquireOptions, LaneClaim, LaneClaims, WriteGuard } from '../contracts/sessions/lane-claims.js'
import { type Logger, silentLogger } from '../contracts/values/logger.js'
import { Bell } from '../queue/bell.js'
import type { ClaimTable } from './claim-table.js'

export interface LaneClaimsServices {
  /** Receives log entries. Default: silent. */
  readonly logger?: Logger
  /** A monotonic clock in milliseconds. Default `performance.now`. */
  readonly monotonic?: () => number
}

const defaultClaimMs = 60_000
const pollMs = { least: 20, most: 250 }

/** Creates `LaneClaims` on top of the table of a store. For authors of stores. */
export function createLaneClaims(table: ClaimTable, services: LaneClaimsServices = {}): LaneClaims {
  const { logger = silentLogger, monotonic = () => performance.now() } = services
  const waiting = new Set<Bell>()
  /** Claims that this process gave up but could not release, for example on a full disk: their fences by lane. */
  const left = new Map<string, number>()

  async function release(guard: WriteGuard): Promise<void> {
    try {
      await table.release(guard)
    } catch (error) {
      left.set(guard.lane, guard.fence)
      logger.log(
        'warn',
        `A claim could not be released. Other processes wait until it expires: ${describeError(error)}`,
        {
          lane: guard.lane,
        },
      )
    }
    for (const bell of waiting) bell.ring()
  }

  return {
    async acquire(lane, options) {
      const { claimMs = defaultClaimMs } = options
      const isLeft = (found: number) => left.get(lane) === found
      const fence = await untilTaken(table, lane, { ...options, claimMs, isLeft }, waiting)
      left.delete(lane)
      return hold({ guard: { lane, fence }, claimMs, table, logger, monotonic, release })
    },
  }
}

interface WaitOptions extends AcquireOptions {
  readonly claimMs: number
  /** Whether this process gave up the claim with this fence. */
  readonly isLeft: (fence: number) => boolean
}

async function untilTaken(
  table: ClaimTable,
  lane: string,
  { signal, onWait, claimMs, isLeft }: WaitOptions,
  waiting: Set<Bell>,
): Promise<number> {
  const bell = new Bell()
  signal.addEventListener('abort', bell.ring, { once: true })
  waiting.add(bell)
  try {
    for (let waits = 0, dead: number | undefined; ; waits++) {
      signal.throwIfAborted()
      const { isTaken, fence, holder } = await table.take(lane, { claimMs, ...(dead !== undefined && { dead }) })
      if (isTaken) return fence
      dead = isLeft(fence) || (await table.isDead(holder)) ? fence : undefined
      if (dead !== undefined) continue
      if (waits === 0) onWait?.(table.describe(holder))
      await bell.wait(Math.min(pollMs.most, pollMs.least * 1.5 ** waits))
    }
  } finally {
    waiting.delete(bell)
    signal.removeEventListener('abort', bell.ring)
  }
}

interface HoldOptions {
  readonly guard: WriteGuard
  readonly claimMs: number
  readonly table: ClaimTable
  readonly logger: Logger
  readonly monotonic: () => number
  readonly release: (guard: WriteGuard) => Promise<void>
}

/** Renews the claim until it is released. */
function hold({ guard, claimMs, table, logger, monotonic, release }: HoldOptions): LaneClaim {
  const controller = new AbortController()
  let renewedAt = monotonic()
  let timer: ReturnType<typeof setTimeout> | undefined
  const renew = async () => {
    const startedAt = monotonic()
    try {
      if (!(await table.renew(guard, claimMs))) return controller.abort(lostLane(guard))
      renewedAt = startedAt
    } catch (error) {
      logger.log('warn', `A claim could not be renewed: ${describeError(error)}`, { lane: guard.lane })
      if (monotonic() - renewedAt > claimMs) return controller.abort(lostLane(guard))
    }
    schedule()
  }
  let isReleased = false
  const schedule = () => {
    if (!isReleased) timer = setTimeout(() => void renew(), claimMs / 4)
  }
  schedule()
  return {
    ...guard,
    signal: controller.signal,
    async [Symbol.asyncDispose]() {
      isReleased = true
      clearTimeout(timer)
      // Not awaited: the store keeps the order of writes, and a claim that is not released expires.
      void release(guard)
    },
  }
}

/** Returns the error of a write whose claim was lost. */
export function lostLane({ lane }: Pick<WriteGuard, 'lane'>): StoreError {
  return new StoreError(
    'fenced',
    `The claim of "${lane}" was lost to another process while this one was paused or disconnected: its writes are rejected; continue from the stored state.`,
  )
}
