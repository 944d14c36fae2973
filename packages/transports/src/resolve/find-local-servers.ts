import { providerPresets } from './providers.js'

export interface FindLocalServersOptions {
  /** HTTP client. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Time limit in milliseconds for all probes, which run concurrently. Default: 300. */
  readonly timeoutMs?: number
  /** Hosts to probe. Default: `127.0.0.1`. */
  readonly hosts?: readonly string[]
}

/** An OpenAI-compatible server that responded. */
export interface LocalServer {
  /** Id of the preset with this default port. A guess, because all of them use the same API. */
  readonly provider: string
  readonly baseUrl: string
  /** Models that the server lists; may be empty. */
  readonly models: readonly string[]
}

/** Lists the models at the default ports of local model servers. Skips servers that do not respond. Never throws. */
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
