import type { OpenMemory, OpenMemoryOptions } from './open-memory.js'
import type { TryMemoryProviderOptions } from './try-provider.js'

/** The memory of a home, outside of a conversation. */
export async function openMemory(options: OpenMemoryOptions): Promise<OpenMemory> {
  // A start without memory loads nothing of it.
  return (await import('./open-memory.js')).openMemory(options)
}

/** Asks the configured provider for a memory, once. Nothing is stored. @throws {Error} that of the provider. */
export async function tryMemoryProvider(options: TryMemoryProviderOptions): Promise<void> {
  return (await import('./try-provider.js')).tryMemoryProvider(options)
}
