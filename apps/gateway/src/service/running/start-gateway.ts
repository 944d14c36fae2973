import { setTimeout as delay } from 'node:timers/promises'
import { HermesError } from '@hermes/core'
import { readOptional } from '@hermes/safety/files'
import { startInBackground } from '../run-program.js'
import { listGateways, type RunningGateway } from './running-gateways.js'

const pollMs = 50

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly workingDirectory: string
  readonly logFile: string
  /** How long it may take until the gateway serves, in milliseconds. Default: one minute. */
  readonly limitMs?: number
}

/**
 * Starts a gateway as a background process, and resolves when it serves. A gateway that does not serve in time is ended.
 * @throws {HermesError} with its log if it ends before it serves.
 */
export async function startGateway(program: readonly string[], options: StartOptions): Promise<RunningGateway> {
  const { env, logFile, limitMs = 60_000 } = options
  const before = (await readOptional(logFile))?.length ?? 0
  const { pid, ended, end } = await startInBackground(program, options)
  let reason: string | undefined
  void ended.then((text) => {
    reason = text
  })
  const endMs = performance.now() + limitMs
  while (reason === undefined && performance.now() < endMs) {
    const found = (await listGateways(env)).find((gateway) => gateway.pid === pid)
    if (found) return found
    await delay(pollMs)
  }
  const why = reason ?? `it did not serve within ${limitMs / 1_000} s, and was ended`
  // Left alone, it could serve or change the store later, next to the gateway that is started in its place.
  if (reason === undefined) await end()
  const logged = ((await readOptional(logFile)) ?? '').slice(before).trim()
  throw new HermesError('gateway/service', `The gateway did not start: ${why}. It logged to ${logFile}:\n${logged}`)
}
