import { setTimeout as delay } from 'node:timers/promises'
import { describeError, HermesError } from '@hermes/core'
import { readinessOf } from '../running/readiness-of.js'
import type { RunningGateway } from '../running/running-gateways.js'

/** How long a started gateway may take until it is ready. */
const readyWithinMs = 30_000
const pollMs = 200

export interface Upgrade {
  readonly before: RunningGateway
  /** Stops the running gateway, and starts the new one. */
  readonly replace: () => Promise<RunningGateway>
  /** Ends what {@link replace} has started, and starts the gateway of before. `undefined` when its program is gone, or a supervisor starts it. */
  readonly goBack: (() => Promise<RunningGateway>) | undefined
}

/**
 * Replaces a running gateway by a new version. When that does not become ready, the one of before runs again.
 * @throws {HermesError} when the new one is not ready: which one runs now, and why.
 */
export async function upgradeGateway({ before, replace, goBack }: Upgrade): Promise<RunningGateway> {
  try {
    return await ready(await replace())
  } catch (cause) {
    const reason = describeError(cause)
    if (!goBack) {
      const advice = before.isSupervised
        ? 'Its supervisor decides which version it starts.'
        : `Version ${before.version} is not installed any more: install it, then \`hermes gateway start\`.`
      throw new HermesError('gateway/service', `The new version does not serve: ${reason} ${advice}`, { cause })
    }
    const { pid, url, version } = await ready(await goBack())
    throw new HermesError(
      'gateway/service',
      `The new version does not serve, so version ${version} runs again (process ${pid}, ${url}): ${reason}`,
      { cause },
    )
  }
}

async function ready(gateway: RunningGateway): Promise<RunningGateway> {
  const endMs = performance.now() + readyWithinMs
  for (;;) {
    const readiness = await readinessOf(gateway)
    if (readiness === 'ready') return gateway
    if (performance.now() > endMs) {
      throw new HermesError('gateway/service', `Process ${gateway.pid} (${gateway.url}): ${readiness}.`)
    }
    await delay(pollMs)
  }
}
