import type { Writable } from 'node:stream'
import type { HomePaths } from '@hermes/runtime'
import type { ServiceIo } from './install-service.js'

export interface ServiceContext {
  readonly paths: HomePaths
  readonly io: {
    readonly stdout: Writable
    readonly env: ServiceIo['env']
    readonly workingDirectory: string
  }
  /** The gateway's program. */
  readonly program: readonly string[]
  /** The options of `run`. */
  readonly address: readonly string[]
}
