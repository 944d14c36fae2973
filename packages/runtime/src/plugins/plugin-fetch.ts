import { HermesError, type JsonObject } from '@hermes/core'
import type { PluginManifest } from './manifest.js'
import type { WorkerMessage } from './plugin-process.js'

const maxBytes = 10 * 2 ** 20
const limitMs = 60_000

/**
 * Creates a `fetch` for a plugin, limited to the hosts that its manifest declares. Redirects are returned and not followed, so
 * the plugin decides about them.
 */
export function fetchFor(
  { name, capabilities }: PluginManifest,
  fetch: typeof globalThis.fetch,
): (request: WorkerMessage) => Promise<JsonObject> {
  return async ({ url, method, headers, body }) => {
    const target = new URL(String(url))
    if (!/^https?:$/.test(target.protocol) || !capabilities.network.some((host) => fits(target, host))) {
      throw new HermesError(
        'plugin/capability',
        `The plugin ${name} may not reach ${target.host}: its manifest does not declare it.`,
      )
    }
    const response = await fetch(target, {
      method: String(method),
      headers: toHeaders(headers),
      redirect: 'manual',
      signal: AbortSignal.timeout(limitMs),
      ...(typeof body === 'string' && { body: Buffer.from(body, 'base64') }),
    })
    const bytes = await response.arrayBuffer()
    if (bytes.byteLength > maxBytes) throw new HermesError('plugin/process', `${target.host} sent more than 10 MB.`)
    const sent = [...response.headers].filter(([header]) => !/^content-(?:encoding|length)$/i.test(header))
    return { status: response.status, headers: sent, body: Buffer.from(bytes).toString('base64') }
  }
}

/** Whether a URL matches a pattern: `api.example.com`, `*.example.com`, `127.0.0.1:8080`. */
function fits({ host, hostname }: URL, pattern: string): boolean {
  if (pattern.startsWith('*.')) return hostname.endsWith(pattern.slice(1))
  return pattern === host || pattern === hostname
}

function toHeaders(value: unknown): [string, string][] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry: unknown): [string, string][] =>
    Array.isArray(entry) && entry.length === 2 ? [[String(entry[0]), String(entry[1])]] : [],
  )
}
