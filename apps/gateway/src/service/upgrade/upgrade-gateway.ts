import { setTimeout as delay } from 'node:timers/promises'
import { describeError, HermesError } from '@hermes/core'
import { readinessOf } from '../running/readiness-of.js'
import type { RunningGateway } from '../running/running-gateways.js'

/** How long a gateway may take from its start until it is ready, in milliseconds. */
const readyWithinMs = 30_000
const pollMs = 200

export interface Upgrade {
  readonly before: RunningGateway
  /** Stops the running gateway. */
  readonly stop: () => Promise<void>
  /** Starts the new gateway, which has to serve within `limitMs`. */
  readonly start: (limitMs: number) => Promise<RunningGateway>
  /** Ends the gateway that {@link start} has started, and starts the previous one. `undefined` if its program no longer exists, or a supervisor starts it. */
  readonly goBack: (() => Promise<RunningGateway>) | undefined
}

/**
 * Replaces a running gateway with a new version. If that does not become ready, the previous one is started again.
 * @throws {HermesError} if the new one is not ready, with the reason and the gateway that runs now.
 */
export async function upgradeGateway({ before, stop, start, goBack }: Upgrade): Promise<RunningGateway> {
  try {
    await stop()
    const endMs = performance.now() + readyWithinMs
    return await ready(await start(readyWithinMs), endMs)
  } catch (cause) {
    const reason = describeError(cause)
    if (!goBack) {
      const advice = before.isSupervised
        ? 'Its supervisor decides which version it starts'
        : `No gateway runs now: remove the cause, or install version ${before.version} again, then \`hermes gateway start\``
      throw new HermesError('gateway/service', `The new version does not serve. ${advice}. The cause: ${reason}`, {
        cause,
      })
    }
    const { pid, url, version } = await ready(await goBack(), performance.now() + readyWithinMs)
    throw new HermesError(
      'gateway/service',
      `The new version does not serve, so version ${version} runs again (process ${pid}, ${url}). The cause: ${reason}`,
      { cause },
    )
  }
}

async function ready(gateway: RunningGateway, endMs: number): Promise<RunningGateway> {
  for (;;) {
    const readiness = await readinessOf(gateway)
    if (readiness === 'ready') return gateway
    if (performance.now() > endMs) {
      throw new HermesError('gateway/service', `Process ${gateway.pid} (${gateway.url}): ${readiness}.`)
    }
    await delay(pollMs)
  }
}
