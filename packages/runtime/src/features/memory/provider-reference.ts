import type { ExtensionReference } from '../../extensions/load-extension.js'
import type { Variables } from '../../home/home-paths.js'
import type { Config } from '../../schema/config-schema.js'
import { formerProviders } from '../../schema/features/memory.js'

interface ServiceProvider {
  /** The variable with the provider's key, unless `provider_options.api_key` contains it. Absent for a provider without keys. */
  readonly keyVariable?: string
  load(): Promise<unknown>
}

/** The service providers that ship with Hermes. Each is loaded when it is configured. */
const services: Readonly<Record<string, ServiceProvider>> = {
  byterover: { load: async () => (await import('@hermes/memory/byterover')).byteroverMemory },
  hindsight: {
    keyVariable: 'HINDSIGHT_API_KEY',
    load: async () => (await import('@hermes/memory/hindsight')).hindsightMemory,
  },
  honcho: { keyVariable: 'HONCHO_API_KEY', load: async () => (await import('@hermes/memory/honcho')).honchoMemory },
  mem0: { keyVariable: 'MEM0_API_KEY', load: async () => (await import('@hermes/memory/mem0')).mem0Memory },
  'mem0-local': { load: async () => (await import('@hermes/memory/mem0-local')).mem0LocalMemory },
  openviking: {
    keyVariable: 'OPENVIKING_API_KEY',
    load: async () => (await import('@hermes/memory/openviking')).openvikingMemory,
  },
  retaindb: {
    keyVariable: 'RETAINDB_API_KEY',
    load: async () => (await import('@hermes/memory/retaindb')).retaindbMemory,
  },
  supermemory: {
    keyVariable: 'SUPERMEMORY_API_KEY',
    load: async () => (await import('@hermes/memory/supermemory')).supermemoryMemory,
  },
}

/** A provider that ships with Hermes. */
export interface KnownMemoryProvider {
  readonly name: string
  /** The variable with the provider's key. Absent for a provider without keys. */
  readonly keyVariable?: string
}

/** Returns the providers that ship with Hermes, by name. */
export function memoryProviders(): readonly KnownMemoryProvider[] {
  const others = Object.entries(services).map(([name, { keyVariable }]) => ({
    name,
    ...(keyVariable !== undefined && { keyVariable }),
  }))
  return [{ name: 'local' }, ...others]
}

/** Returns the extension that `memory.provider` names; `undefined` for none, and for `local`. */
export function providerReference(
  { provider, provider_options }: Config['memory'],
  home: string,
  variables: Variables = {},
): ExtensionReference<'memory-provider'> | undefined {
  if (provider === '' || provider === 'local') return undefined
  const service = Object.hasOwn(services, provider) ? services[provider] : undefined
  const key = service?.keyVariable && variables[service.keyVariable]
  return {
    kind: 'memory-provider',
    path: 'memory',
    key: 'provider',
    optionsPath: 'memory.provider_options',
    section: { ...(key && { api_key: key }), ...provider_options, use: provider },
    home,
    own: memoryProviders().map(({ name }) => name),
    successors: formerProviders,
    ...(service && { load: () => service.load() }),
  }
}
