import { providerPresets } from './providers.js'

export interface FindLocalServersOptions {
  /** Default: the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** For all probes together, which run side by side. Default 300. */
  readonly timeoutMs?: number
  /** Hosts to look at. Default `127.0.0.1`. */
  readonly hosts?: readonly string[]
}

/** A server that answered as an OpenAI-compatible one does. */
export interface LocalServer {
  /** The preset that uses the port: a guess, since all of them speak alike. */
  readonly provider: string
  readonly baseUrl: string
  /** As the server lists them; may be empty. */
  readonly models: readonly string[]
}

/** Asks the default ports of local model servers for their models. Never throws: who does not answer is not there. */
export async function findLocalServers(options: FindLocalServersOptions = {}): Promise<readonly LocalServer[]> {
  const { fetch = globalThis.fetch, timeoutMs = 300, hosts = ['127.0.0.1'] } = options
  const signal = AbortSignal.timeout(timeoutMs)
  const candidates = hosts.flatMap((host) =>
    providerPresets
      .filter((preset) => preset.isLocal && preset.baseUrl !== '')
      .map((preset) => ({ provider: preset.id, baseUrl: preset.baseUrl.replace('127.0.0.1', host) })),
  )
  const found = await Promise.allSettled(
    candidates.map(async (candidate) => ({ ...candidate, models: await listModels(candidate.baseUrl, fetch, signal) })),
  )
  return found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

async function listModels(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const response = await fetch(`${baseUrl}/models`, { signal, redirect: 'error' })
  const body: unknown = await response.json()
  const list = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  if (!response.ok || !Array.isArray(list)) throw new TypeError(`${baseUrl} is not a model server.`)
  return list.flatMap((model: unknown) =>
    typeof model === 'object' && model !== null && 'id' in model && typeof model.id === 'string' ? [model.id] : [],
  )
}
