import type { ContentOrigin, SessionStore } from '@hermes/core'
import { createReadOrigins, parseOrigins } from '@hermes/core/origins'

/**
 * The untrusted origins of everything that a service stores for an owner. A memory without labels counts as having read
 * all of them.
 */
export interface OwnerOrigins {
  of(owner: string): Promise<readonly ContentOrigin[]>
  add(owner: string, origins: readonly ContentOrigin[]): Promise<void>
}

export function createOwnerOrigins(values: SessionStore['values'], service: string): OwnerOrigins {
  const namespace = `memory-origins-${service}`
  return {
    of: async (owner) => parseOrigins(await values?.get(namespace, owner)),
    async add(owner, origins) {
      if (origins.length === 0) return
      await values?.update(namespace, owner, (before) => {
        const known = createReadOrigins(undefined)
        known.add([...parseOrigins(before), ...origins])
        return known.list().map((origin) => ({ ...origin }))
      })
    },
  }
}
