import { oneLine } from '@hermes/safety'
import type { RunningGateway } from './running-gateways.js'

/**
 * Asks the gateway whether it is ready, for at most a few seconds. Returns `ready`, or why it is not.
 * @param home One of the homes that it serves. Default: its own.
 */
export async function readinessOf(
  { url, others = [] }: Pick<RunningGateway, 'url' | 'others'>,
  home?: string,
): Promise<string> {
  const other = others.find((each) => each.home === home)
  const base = other ? `${url}/p/${other.profile}` : url
  try {
    const response = await fetch(`${base}/readyz`, { signal: AbortSignal.timeout(7_000) })
    return response.ok ? 'ready' : `not ready: ${oneLine(await response.text())}`
  } catch {
    return 'does not answer'
  }
}
