import type { MemoryProvider } from '@hermes/core/extension'
import { type AttachedProvider, attachProvider } from '@hermes/memory'
import type { ExtensionReference } from '../../extensions/load-extension.js'
import type { Host } from '../../host.js'
import type { MemorySettings } from './memory-settings.js'
import { personOf } from './person-of.js'
import { providerReference } from './provider-reference.js'

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
  const reference = providerReference(settings.memory, host.folders.home, host.variables)
  const provider = reference ? await openExtension(host, reference) : await openLocal(host)
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

async function openExtension(
  host: Host<MemorySettings>,
  reference: ExtensionReference<'memory-provider'>,
): Promise<MemoryProvider> {
  const { loadExtension } = await import('../../extensions/load-extension.js')
  const { fetch, logger, store, now, folders } = host
  return loadExtension({
    ...reference,
    services: { fetch, logger, store, now, home: folders.home, redact: host.redact },
  })
}
