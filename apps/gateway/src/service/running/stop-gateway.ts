import { setTimeout as delay } from 'node:timers/promises'
import { isRunning, type RunningGateway } from './running-gateways.js'

/** How long a gateway may take to stop after its turns, in milliseconds. It takes 4 seconds at most. */
const patienceMs = 8_000
const pollMs = 50

/**
 * Asks a gateway to stop, and kills it if it does not. Resolves to whether it had to be killed.
 * @param asks The signal. SIGHUP asks for a restart of a supervised gateway.
 */
export async function stopGateway(
  gateway: RunningGateway,
  env: Readonly<Record<string, string | undefined>>,
  asks: 'SIGTERM' | 'SIGHUP' = 'SIGTERM',
): Promise<boolean> {
  for (const [signal, limitMs] of [
    [asks, (gateway.drainSeconds ?? 4) * 1000 + patienceMs],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!(await isRunning(gateway, env))) return signal === 'SIGKILL'
    process.kill(gateway.pid, signal)
    const endMs = performance.now() + limitMs
    while (performance.now() < endMs) {
      if (!(await isRunning(gateway, env))) return signal === 'SIGKILL'
      await delay(pollMs)
    }
  }
  return true
}
