import type { ValueTable } from '@hermes/core/sessions'

/** When a scheduler last looked at the jobs, so that people can be told if none runs. */
export interface Heartbeat {
  /** Milliseconds since 1970. `undefined`: never. */
  lastMs(): Promise<number | undefined>
  /** Written at most once a minute. */
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
