import { setTimeout as delay } from 'node:timers/promises'
import { HermesError } from '@hermes/core'
import { readOptional } from '@hermes/safety/files'
import { startInBackground } from '../run-program.js'
import { listGateways, type RunningGateway } from './running-gateways.js'

const pollMs = 50
const limitMs = 60_000

export interface StartOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly workingDirectory: string
  readonly logFile: string
}

/**
 * Starts a gateway as a background process, and resolves when it serves.
 * @throws {HermesError} with what it logged when it ends before.
 */
export async function startGateway(program: readonly string[], options: StartOptions): Promise<RunningGateway> {
  const { env, logFile } = options
  const before = (await readOptional(logFile))?.length ?? 0
  const { pid, ended } = await startInBackground(program, options)
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
  const logged = ((await readOptional(logFile)) ?? '').slice(before).trim()
  const why = reason ?? `it does not serve after ${limitMs / 1_000} s, and still runs as process ${pid}`
  throw new HermesError('gateway/service', `The gateway did not start: ${why}. It logged to ${logFile}:\n${logged}`)
}
