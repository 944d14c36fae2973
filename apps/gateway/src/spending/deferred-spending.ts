import { addUsage, describeError, type Logger, noUsage } from '@hermes/core'
import { type DailySpending, isLimited, type Spent } from './daily-spending.js'

/** Spending that is written later while it has no limits, which saves writes: one covers many turns. */
export interface DeferredSpending extends DailySpending {
  /** Writes the deferred spending. A failure is logged, and what was not written is kept for the next write. */
  write(): Promise<void>
}

export interface DeferredSpendingOptions {
  /** Whether a holder has a limit now, so that spending is written at once. */
  readonly hasLimits: () => boolean
  readonly logger: Logger
}

/** How long spending is deferred, in milliseconds. A process that is killed loses it. */
const keptMs = 60_000

export function createDeferredSpending(
  spending: DailySpending,
  { hasLimits, logger }: DeferredSpendingOptions,
): DeferredSpending {
  const kept = new Map<string, Spent>()
  let timer: NodeJS.Timeout | undefined

  function keep(holder: string, { usage, turns }: Spent): void {
    const before = kept.get(holder) ?? { usage: noUsage, turns: 0 }
    kept.set(holder, { usage: addUsage(before.usage, usage), turns: before.turns + turns })
    timer ??= setTimeout(() => void write(), keptMs).unref()
  }

  async function writeOf(holder: string): Promise<void> {
    const spent = kept.get(holder)
    if (!spent) return
    kept.delete(holder)
    try {
      await spending.add(holder, spent)
    } catch (error) {
      keep(holder, spent)
      throw error
    }
  }

  async function write(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    try {
      for (const holder of [...kept.keys()]) await writeOf(holder)
    } catch (error) {
      logger.log('warn', 'The spending of people is not written yet.', { error: describeError(error) })
    }
  }

  return {
    write,
    async of(holder) {
      await writeOf(holder)
      return spending.of(holder)
    },
    async add(holder, spent) {
      if (!hasLimits()) return keep(holder, spent)
      await writeOf(holder)
      await spending.add(holder, spent)
    },
    async reached(holder, limits, ahead) {
      if (!isLimited(limits)) return undefined
      await writeOf(holder)
      return spending.reached(holder, limits, ahead)
    },
  }
}
