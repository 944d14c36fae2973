import { join } from 'node:path'
import { ConfigError } from '@hermes/core'
import type { ExtensionServices, PlatformExtension } from '@hermes/core/extension'
import type { PlatformAdapter } from '@hermes/core/platform'
import type { Section } from '../schema/section.js'

/** A chat network that comes with Hermes. */
export interface BuiltInPlatform {
  readonly options: PlatformExtension<unknown>['options']
  /** @throws {ConfigError} when a setting is invalid. `path` is that of the network. */
  create(path: string, settings: Section, services: ExtensionServices): Promise<PlatformAdapter>
}

type LoadBuiltIn = (home: string) => Promise<BuiltInPlatform>

/** By name. The libraries of a network are loaded when its adapter is created. */
export const builtInPlatforms: ReadonlyMap<string, LoadBuiltIn> = new Map<string, LoadBuiltIn>([
  ['telegram', async () => toBuiltIn((await import('@hermes/platforms/telegram')).default)],
  [
    'matrix',
    async (home) => toBuiltIn((await import('@hermes/platforms/matrix')).matrixPlatform(join(home, 'matrix'))),
  ],
  ['email', async () => toBuiltIn((await import('@hermes/platforms/email')).default)],
])

function toBuiltIn<Options>({ options, create }: PlatformExtension<Options>): BuiltInPlatform {
  return {
    options,
    async create(path, settings, services) {
      const parsed = await options['~standard'].validate(settings)
      if (!parsed.issues) return create(parsed.value, services)
      const [issue] = parsed.issues
      const keys = (issue?.path ?? []).map((key) => String(typeof key === 'object' ? key.key : key))
      const name = [path, ...keys].join('.')
      throw new ConfigError(name, `${name}: ${issue?.message ?? 'invalid'}.`)
    },
  }
}
