import { join } from 'node:path'
import { ConfigError, type Logger } from '@hermes/core'
import type { PlatformExtension } from '@hermes/core/extension'
import type { PlatformAdapter } from '@hermes/core/platform'
import { loadExtension } from '../extensions/load-extension.js'
import type { HomePaths } from '../home/home-paths.js'
import { type PlatformSettings, platformSchema } from '../schema/platforms-schema.js'
import type { Section } from '../schema/section.js'

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
  const section = { path, own, services }
  switch (name) {
    case 'telegram':
      return create((await import('@hermes/platforms/telegram')).default, section)
    case 'email':
      return create((await import('@hermes/platforms/email')).default, section)
    case 'matrix':
      return create((await import('@hermes/platforms/matrix')).matrixPlatform(join(paths.home, 'matrix')), section)
    default:
      throw new ConfigError(path, `There is no built-in chat network ${name}: name its package with ${path}.use.`)
  }
}

async function create<Options>(
  { options, create: make }: PlatformExtension<Options>,
  {
    path,
    own,
    services,
  }: { readonly path: string; readonly own: Section; readonly services: Parameters<typeof make>[1] },
): Promise<PlatformAdapter> {
  const parsed = await options['~standard'].validate(own)
  if (!parsed.issues) return make(parsed.value, services)
  const [issue] = parsed.issues
  const keys = (issue?.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key))
  throw new ConfigError([path, ...keys].join('.'), `${[path, ...keys].join('.')}: ${issue?.message ?? 'invalid'}.`)
}

/** The settings that its adapter is created from. A change of others needs no new connection. */
export function adapterSettings(settings: PlatformSettings): Readonly<Record<string, unknown>> {
  return { ...ownSettings(settings), use: settings.use }
}

/** Those of the network itself. */
function ownSettings(settings: PlatformSettings): Section {
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !Object.hasOwn(platformSchema.shape, key)))
}
