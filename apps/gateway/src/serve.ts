import { ConfigError, type Logger } from '@hermes/core'
import type { Runtime } from '@hermes/runtime'
import { createBackgroundCompression } from './compression/background-compression.js'
import { createApp } from './create-app.js'
import { listen } from './listen.js'
import { createRunSlots } from './run-slots.js'

export interface ServeOptions {
  readonly runtime: Runtime
  readonly source: string
  readonly workingDirectory: string
  readonly logger: Logger
}

export interface Gateway {
  readonly url: string
  /** Lets the running turns finish, for as long as `graceMs`, then interrupts them. Resolves when all is closed. */
  stop(graceMs: number): Promise<void>
  /** Interrupts the running turns. */
  interrupt(): void
}

/** Turns that run at the same time. */
const maxRuns = 10

/**
 * Serves a runtime's agent over HTTP.
 * @throws {ConfigError} without a key, or when the address cannot be listened on.
 */
export async function serve({ runtime, source, workingDirectory, logger }: ServeOptions): Promise<Gateway> {
  const { host, port, model_name: modelName, key } = runtime.config.gateway.api_server
  if (!key?.trim()) throw missingKey()
  const slots = createRunSlots(maxRuns)
  const { agent, agentFor, store, config } = runtime
  const compression = createBackgroundCompression({ agent, settings: config.compression, logger })
  const app = createApp({ agentFor, store, slots, modelName, source, workingDirectory, key, host, logger, compression })
  const listener = await listen(app, { host, port })
  const interrupt = () => slots.interrupt('The gateway is stopping.')
  return {
    url: listener.url,
    interrupt,
    async stop(graceMs) {
      const timer = setTimeout(interrupt, graceMs)
      await slots.drain()
      clearTimeout(timer)
      await listener.close()
      await compression[Symbol.asyncDispose]()
    },
  }
}

function missingKey(): ConfigError {
  return new ConfigError(
    'gateway.api_server.key',
    'The gateway needs a key that callers must send, also on this machine: set API_SERVER_KEY in the environment or with `hermes config set API_SERVER_KEY <key>`.',
  )
}
