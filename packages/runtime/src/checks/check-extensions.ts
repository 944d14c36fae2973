import { ConfigError } from '@hermes/core'
import { type ExtensionProducts, type ExtensionReference, readExtension } from '../extensions/load-extension.js'
import { providerReference } from '../features/memory/provider-reference.js'
import type { HomePaths, Variables } from '../home/home-paths.js'
import { isReplay } from '../model/choose-transport.js'
import { checkPlatform } from '../platforms/open-platform.js'
import { ownEngines } from '../schema/compression-schema.js'
import type { Config } from '../schema/config-schema.js'
import type { Section } from '../schema/section.js'
import { storeKindOf, storeProblem } from '../schema/store-schema.js'
import { checkPlugins } from './check-plugins.js'

/**
 * Returns the problems of the configured extensions, of a built-in store and of the enabled chat networks: not installed, not an extension,
 * or invalid options. For plugins, it also reports parts that could not work.
 */
export async function checkExtensions(
  config: Config,
  paths: Pick<HomePaths, 'home' | 'cache'>,
  variables: Variables,
): Promise<readonly ConfigError[]> {
  const errors = await Promise.all([
    ...referencesIn(config, paths).map((reference) =>
      errorsOf(async () => {
        await readExtension(reference)
        return []
      }),
    ),
    ...Object.entries(config.platforms).map(async ([name, settings]) => {
      if (!settings.enabled) return []
      const found = await errorsOf(() => checkPlatform({ name, settings, paths }))
      return found.filter(({ path }) => !isUnset(path, settings))
    }),
  ])
  const store = storeProblem(config)
  const ofPlugins = await checkPlugins(config, paths, variables)
  return [...errors.flat(), ...ofPlugins, ...(store ? [store] : [])]
}

async function errorsOf(check: () => Promise<readonly ConfigError[]>): Promise<readonly ConfigError[]> {
  try {
    return await check()
  } catch (error) {
    if (ConfigError.is(error)) return [error]
    throw error
  }
}

/** Whether a setting refers to a variable. A variable that is not set here may be set for the gateway, and loading the settings warns about it. */
function isUnset(path: string, settings: Section): boolean {
  const value = settings[path.split('.')[2] ?? '']
  return typeof value === 'string' && value.includes('${')
}

function referencesIn(
  config: Config,
  { home }: Pick<HomePaths, 'home'>,
): readonly ExtensionReference<keyof ExtensionProducts>[] {
  const { transport, environment, store, context, memory } = config
  const { engine, ...options } = context
  const provider = providerReference(memory, home)
  return [
    ...(transport && !isReplay(config)
      ? [{ kind: 'transport', path: 'transport', section: transport, home } as const]
      : []),
    ...(environment ? [{ kind: 'environment', path: 'environment', section: environment, home } as const] : []),
    ...(store && storeKindOf(config) === 'extension'
      ? [{ kind: 'store', path: 'store', section: store, home } as const]
      : []),
    ...(ownEngines.includes(engine)
      ? []
      : [
          {
            kind: 'context-engine',
            path: 'context',
            key: 'engine',
            section: { ...options, use: engine },
            home,
            own: ownEngines,
          } as const,
        ]),
    ...(provider ? [provider] : []),
  ]
}
