import { setTimeout as sleep } from 'node:timers/promises'
import { StoreError } from '@hermes/core'

export interface ThereIsRoomOptions {
  /** Called once, for the first failure. */
  readonly onFull?: (error: StoreError) => void
  /** Pause between attempts, in milliseconds. Default: 100. */
  readonly delayMs?: number
}

/** Repeats a call that fails because the disk of the store is full, until it succeeds or fails for another reason. */
export async function untilThereIsRoom<Result>(
  use: () => Promise<Result>,
  { onFull, delayMs = 100 }: ThereIsRoomOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await use()
    } catch (error) {
      if (!StoreError.is(error) || error.kind !== 'full') throw error
      if (attempt === 1) onFull?.(error)
      await sleep(delayMs)
    }
  }
}
