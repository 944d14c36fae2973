import { ConfigError, type Logger } from '@hermes/core'
import type { PlatformAdapter } from '@hermes/core/platform'
import { loadExtension } from '../extensions/load-extension.js'
import type { HomePaths } from '../home/home-paths.js'
import { type PlatformSettings, platformSchema } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'
import { builtInPlatforms } from './built-in-platforms.js'

export interface OpenPlatformOptions {
  /** Its name in the settings. */
  readonly name: string
  readonly settings: PlatformSettings
  readonly paths: Pick<HomePaths, 'home'>
  readonly logger: Logger
}

/**
 * Creates the adapter of a configured chat network. The libraries of a network are loaded here.
 * @throws {ConfigError} when there is no such network, or it rejects its settings.
 */
export async function openPlatform({ name, settings, paths, logger }: OpenPlatformOptions): Promise<PlatformAdapter> {
  const path = `platforms.${name}`
  const services = { fetch: globalThis.fetch, logger }
  const { use } = settings
  const own = ownSettings(settings)
  if (use !== undefined) {
    const section = { ...own, use }
    return loadExtension({ kind: 'platform', path, section, home: paths.home, services })
  }
  const load = builtInPlatforms.get(name)
  if (!load) {
    throw new ConfigError(path, `There is no built-in chat network ${name}: name its package with ${path}.use.`)
  }
  const platform = await load(paths.home)
  return platform.create(path, own, services)
}

/** The settings that its adapter is created from. A change of others needs no new connection. */
export function adapterSettings(settings: PlatformSettings): Readonly<Record<string, unknown>> {
  return { ...ownSettings(settings), use: settings.use }
}

/** Those of the network itself. */
function ownSettings(settings: PlatformSettings): Section {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !Object.hasOwn(platformSchema().shape, key)))
}
