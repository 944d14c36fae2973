import { ConfigError } from '@hermes/core'
import { type ExtensionProducts, type ExtensionReference, readExtension } from '../extensions/load-extension.js'
import { providerReference } from '../features/memory/provider-reference.js'
import type { HomePaths } from '../home/home-paths.js'
import { isReplay } from '../model/choose-transport.js'
import { ownEngines } from '../model/compression/choose-engine.js'
import type { Config } from '../schema/config-schema.js'
import { storeKindOf, storeProblem } from '../schema/store-schema.js'

/** Problems of the configured extensions, and of a built-in store: not installed, not an extension, invalid options. */
export async function checkExtensions(config: Config, paths: Pick<HomePaths, 'home'>): Promise<readonly ConfigError[]> {
  const errors = await Promise.all(referencesIn(config, paths).map(problemOf))
  const store = storeProblem(config)
  return store ? [...errors.flat(), store] : errors.flat()
}

async function problemOf(reference: ExtensionReference<keyof ExtensionProducts>): Promise<readonly ConfigError[]> {
  try {
    await readExtension(reference)
    return []
  } catch (error) {
    if (ConfigError.is(error)) return [error]
    throw error
  }
}

function referencesIn(
  config: Config,
  { home }: Pick<HomePaths, 'home'>,
): readonly ExtensionReference<keyof ExtensionProducts>[] {
  const { transport, environment, store, context, memory, plugins } = config
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
          } as const,
        ]),
    ...(provider ? [provider] : []),
    ...plugins.map((section, index) => ({ kind: 'plugin', path: `plugins.${index}`, section, home }) as const),
  ]
}
