import { silentLogger } from '@hermes/core'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { platformSchema } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'
import { openPlatform } from './open-platform.js'

export interface TryPlatformOptions {
  /** Its name in the settings. */
  readonly name: string
  /** Its section of the settings. */
  readonly settings: Section
  readonly paths: Pick<HomePaths, 'home'>
  /** The process's variables with those of `.env`: they name the proxy. */
  readonly variables: Variables
  readonly signal: AbortSignal
}

export interface TriedPlatform {
  /** How people address the agent there: `@hermes_bot`. `undefined`: the network has no way to check its settings. */
  readonly self: string | undefined
  /** Everyone in the world can write there. */
  readonly isOpen: boolean
}

/**
 * Logs in to a chat network with the settings, as the gateway does. Nothing is received or sent.
 * @throws {PlatformError} when the network refuses them, or cannot be reached.
 * @throws {ConfigError} when a setting is invalid.
 */
export async function tryPlatform(options: TryPlatformOptions): Promise<TriedPlatform> {
  const { name, settings, paths, variables, signal } = options
  const parsed = platformSchema().parse(settings)
  await using adapter = await openPlatform({ name, settings: parsed, paths, variables, logger: silentLogger })
  const self = await adapter.check?.({ signal })
  return { self, isOpen: adapter.limits.isOpen === true }
}
