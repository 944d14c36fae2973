import { oneLine } from '@hermes/safety'
import type { RunningGateway } from './running-gateways.js'

/** What the gateway itself says, at most for a few seconds: `ready`, or why not. */
export async function readinessOf({ url }: Pick<RunningGateway, 'url'>): Promise<string> {
  try {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(7_000) })
    return response.ok ? 'ready' : `not ready: ${oneLine(await response.text())}`
  } catch {
    return 'does not answer'
  }
}
