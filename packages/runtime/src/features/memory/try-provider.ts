import type { SessionStore } from '@hermes/core'
import { loadExtension } from '../../extensions/load-extension.js'
import type { HomePaths, Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import { providerReference } from './provider-reference.js'

export interface TryMemoryProviderOptions {
  readonly settings: Config['memory']
  readonly paths: Pick<HomePaths, 'home'>
  /** The process's variables with those of `.env`. */
  readonly variables: Variables
  readonly store: SessionStore
  readonly signal: AbortSignal
}

/**
 * Asks the configured provider for a memory, once. Nothing is stored.
 * @throws {Error} that of the provider.
 */
export async function tryMemoryProvider(options: TryMemoryProviderOptions): Promise<void> {
  const { settings, paths, variables, store, signal } = options
  const reference = providerReference(settings, paths.home, variables)
  if (!reference) return
  const provider = await loadExtension({
    ...reference,
    services: {
      fetch: globalThis.fetch,
      logger: { log: () => undefined },
      store,
      now: Date.now,
      home: paths.home,
      redact: (text) => text,
    },
  })
  try {
    await provider.prefetch({ sessionId: 'setup', text: 'Can you be reached?' }, { signal })
  } finally {
    await provider[Symbol.asyncDispose]?.()
  }
}
