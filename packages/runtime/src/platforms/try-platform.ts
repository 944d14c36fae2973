import { silentLogger } from '@hermes/core'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { platformSchema } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'
import { openPlatform } from './open-platform.js'

export interface TryPlatformOptions {
  /** The name of the network in the settings. */
  readonly name: string
  /** The section of the network in the settings. */
  readonly settings: Section
  readonly paths: Pick<HomePaths, 'home'>
  /** The variables of the process and of `.env`, which may name the proxy. */
  readonly variables: Variables
  readonly signal: AbortSignal
}

export interface TriedPlatform {
  /** How people address the agent on the network, such as `@hermes_bot`; `undefined` if the network has no way to check its settings. */
  readonly self: string | undefined
  /** Whether everyone in the world can write to the agent. */
  readonly isOpen: boolean
}

/**
 * Logs in to a chat network with the settings, as the gateway does. Nothing is received or sent.
 * @throws {PlatformError} when the network rejects them or cannot be reached.
 * @throws {ConfigError} when a setting is invalid.
 */
export async function tryPlatform(options: TryPlatformOptions): Promise<TriedPlatform> {
  const { name, settings, paths, variables, signal } = options
  const parsed = platformSchema().parse(settings)
  await using adapter = await openPlatform({ name, settings: parsed, paths, variables, logger: silentLogger })
  const self = await adapter.check?.({ signal })
  return { self, isOpen: adapter.limits.isOpen === true }
}
