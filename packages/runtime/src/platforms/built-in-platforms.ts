import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import type { PlatformExtension, PlatformServices } from '@hermes/core/extension'
import type { PlatformAdapter } from '@hermes/core/platform'
import { nearestNames } from '@hermes/safety'
import { joinErrors } from '../config/sources/validate-config.js'
import type { Section } from '../schema/section.js'
import { settingErrors } from './setting-errors.js'

/** A chat network that ships with Hermes. */
export interface BuiltInPlatform {
  readonly options: PlatformExtension<unknown>['options']
  /** Returns the problems with the settings of the network. `path` is the path of its section. */
  check(path: string, settings: Section): Promise<readonly ConfigError[]>
  /** Creates the adapter. @throws {ConfigError} when a setting is invalid. */
  create(path: string, settings: Section, services: PlatformServices): Promise<PlatformAdapter>
}

type LoadBuiltIn = (home: string) => Promise<BuiltInPlatform>

/** The built-in networks by name. The libraries of a network are loaded when its adapter is created. */
export const builtInPlatforms: ReadonlyMap<string, LoadBuiltIn> = new Map<string, LoadBuiltIn>([
  ['telegram', async () => toBuiltIn((await import('@hermes/platforms/telegram')).default)],
  [
    'matrix',
    async (home) => toBuiltIn((await import('@hermes/platforms/matrix')).matrixPlatform(join(home, 'matrix'))),
  ],
  ['email', async () => toBuiltIn((await import('@hermes/platforms/email')).default)],
])

/** Loads a built-in network. @throws {ConfigError} when there is no such network. */
export async function loadBuiltIn(name: string, home: string): Promise<BuiltInPlatform> {
  const load = builtInPlatforms.get(name)
  if (load) return load(home)
  const path = `platforms.${name}`
  const [near] = nearestNames(name, builtInPlatforms.keys(), { most: 1 })
  const hint =
    near === undefined
      ? `name its package with ${path}.use.`
      : `did you mean ${near}? A network of a package needs ${path}.use.`
  throw new ConfigError(path, `There is no built-in chat network ${name}: ${hint}`)
}

function toBuiltIn<Options>({ options, create }: PlatformExtension<Options>): BuiltInPlatform {
  const { validate } = options['~standard']
  return {
    options,
    async check(path, settings) {
      const { issues } = await validate(settings)
      return issues ? settingErrors({ path, settings, options, issues }) : []
    },
    async create(path, settings, services) {
      const parsed = await validate(settings)
      if (!parsed.issues) return create(parsed.value, services)
      throw joinErrors(settingErrors({ path, settings, options, issues: parsed.issues }))
    },
  }
}
