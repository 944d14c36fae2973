import { oneLine } from '@hermes/safety'
import type { RunningGateway } from './running-gateways.js'

/**
 * What the gateway itself says, at most for a few seconds: `ready`, or why not.
 * @param home One of those that it serves. Default: its own.
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
