import type { MemoryProvider } from '@hermes/core/extension'
import { type AttachedProvider, attachProvider } from '@hermes/memory'
import type { Host } from '../../host.js'
import type { MemorySettings } from './memory-settings.js'
import { personOf } from './person-of.js'

export interface OpenProvider extends AttachedProvider {
  readonly provider: MemoryProvider
}

/**
 * The configured long-term memory; `undefined` if there is none.
 * @throws {ConfigError} when it is missing, or rejects its options.
 */
export async function openProvider(host: Host<MemorySettings>): Promise<OpenProvider | undefined> {
  const { settings, surface, store, logger } = host
  const { provider: name, prefetch_timeout: seconds } = settings.memory
  if (name === '') return undefined
  const provider = name === 'local' ? await openLocal(host) : await openExtension(host, name)
  const attached = attachProvider({
    provider,
    store,
    budgetMs: seconds * 1000,
    works: surface.keepsRunning === true || surface.servesStrangers === true,
    personOf: (sessionId, speaker) => personOf(store, sessionId, speaker),
    redact: host.redact,
    logger,
    now: host.now,
  })
  return { ...attached, provider }
}

async function openLocal({ store, embedder, now }: Host<MemorySettings>): Promise<MemoryProvider> {
  const { createLocalMemory } = await import('@hermes/memory/local')
  return createLocalMemory({ store, embedder, now })
}

async function openExtension(host: Host<MemorySettings>, name: string): Promise<MemoryProvider> {
  const { loadExtension } = await import('../../extensions/load-extension.js')
  const { fetch, logger, store, now, folders, settings } = host
  return loadExtension({
    kind: 'memory-provider',
    path: 'memory',
    key: 'provider',
    section: { ...settings.memory.provider_options, use: name },
    home: folders.home,
    services: { fetch, logger, store, now, home: folders.home, redact: host.redact },
  })
}
