import type { ValueTable } from '@hermes/core/sessions'

/** When a scheduler last checked the jobs, so that people can be notified if none runs. */
export interface Heartbeat {
  /** Returns the time of the last heartbeat in milliseconds since 1970, or `undefined` if there was none. */
  lastMs(): Promise<number | undefined>
  /** Records a heartbeat, at most once a minute. */
  beat(nowMs: number): Promise<void>
}

const [namespace, key] = ['cron.state', 'heartbeat']
const intervalMs = 60_000

export function createHeartbeat(values: ValueTable): Heartbeat {
  let writtenMs = Number.NEGATIVE_INFINITY
  return {
    async lastMs() {
      const value = await values.get(namespace, key)
      return typeof value === 'number' ? value : undefined
    },
    async beat(nowMs) {
      if (Math.abs(nowMs - writtenMs) < intervalMs) return
      await values.update(namespace, key, () => nowMs)
      writtenMs = nowMs
    },
  }
}
