import type { Variables } from '@hermes/runtime'
import {
  findLocalServers,
  type KeptCredential,
  type LocalServer,
  type ProviderPreset,
  providerPresets,
} from '@hermes/transports'

/** A provider, and what exists for it on this machine. */
export interface ModelSource {
  readonly preset: ProviderPreset
  readonly found:
    | { readonly type: 'server'; readonly server: LocalServer }
    | { readonly type: 'variable'; readonly name: string }
    | { readonly type: 'credential' }
    | { readonly type: 'nothing' }
}

export interface FindSourcesOptions {
  readonly variables: Variables
  readonly kept: readonly KeptCredential[]
  /** Model servers found. Default: those on the default ports of this machine. */
  readonly servers?: readonly LocalServer[]
}

/** How long servers on this machine may take to answer, in milliseconds. */
const serverMs = 800

/** Returns all providers, starting with those that can be used right away. */
export async function findSources(options: FindSourcesOptions): Promise<readonly ModelSource[]> {
  const servers = options.servers ?? (await findLocalServers({ timeoutMs: serverMs }))
  const sources = providerPresets
    .filter(({ id }) => id !== 'offline')
    .map((preset) => sourceOf(preset, servers, options))
  return sources.toSorted((left, right) => Number(isReady(right)) - Number(isReady(left)))
}

/** Whether neither a key nor an address is missing. */
export function isReady({ found }: ModelSource): boolean {
  return found.type !== 'nothing'
}

function sourceOf(
  preset: ProviderPreset,
  servers: readonly LocalServer[],
  { variables, kept }: FindSourcesOptions,
): ModelSource {
  const server = servers.find(({ provider }) => provider === preset.id)
  if (server) return { preset, found: { type: 'server', server } }
  const name = preset.isLocal ? undefined : preset.keyVariables.find((variable) => variables[variable]?.trim())
  if (name !== undefined) return { preset, found: { type: 'variable', name } }
  const isKept = !preset.isLocal && kept.some(({ provider }) => provider === preset.id)
  return { preset, found: { type: isKept ? 'credential' : 'nothing' } }
}
