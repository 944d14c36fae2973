import type { OpenMemory, OpenMemoryOptions } from './open-memory.js'

/** The memory of a home, outside of a conversation. */
export async function openMemory(options: OpenMemoryOptions): Promise<OpenMemory> {
  // A start without memory loads nothing of it.
  return (await import('./open-memory.js')).openMemory(options)
}
