import type { ConfigEdit } from '../../config/edit/edit-config.js'
import type { HomePaths } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import type { OpenMemory, OpenMemoryOptions } from './open-memory.js'
import type { TriedProvider, TryMemoryProviderOptions } from './try-provider.js'

/** Opens the memory of a home, outside of a conversation. */
export async function openMemory(options: OpenMemoryOptions): Promise<OpenMemory> {
  // Imported on demand, so that a start without memory loads nothing of it.
  return (await import('./open-memory.js')).openMemory(options)
}

/** Asks the configured provider for a memory. Nothing is stored. @throws {Error} the error of the provider. */
export async function tryMemoryProvider(options: TryMemoryProviderOptions): Promise<TriedProvider> {
  return (await import('./try-provider.js')).tryMemoryProvider(options)
}

/** Writes the provider of the long-term memory and its options to `config.yaml`, replacing those of another provider. */
export async function saveMemoryProvider(
  paths: HomePaths,
  memory: Pick<Config['memory'], 'provider' | 'provider_options'>,
): Promise<ConfigEdit> {
  return (await import('./save-provider.js')).saveMemoryProvider(paths, memory)
}
