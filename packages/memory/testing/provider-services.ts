import { createMemoryStore } from '@hermes/core'
import type { MemoryProviderServices } from '@hermes/core/extension'

/** The services of a provider without programs and models, unless they are given. */
export function providerServices(given: Partial<MemoryProviderServices> = {}): MemoryProviderServices {
  return {
    fetch,
    store: createMemoryStore(),
    home: '/',
    logger: { log: () => undefined },
    redact: (text) => text,
    now: Date.now,
    model: () => undefined,
    embedder: undefined,
    run: () => Promise.reject(new Error('There are no programs.')),
    ...given,
  }
}
