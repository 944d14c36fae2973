import { HermesError } from '@hermes/core'
import { parseJson } from '@hermes/core/wiring'
import { proxyProblem } from '../shared/http/proxy-problem.js'
import type { CatalogEdition } from './model.js'
import { parseCatalog } from './parse-catalog.js'

export interface DownloadOptions {
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly signal: AbortSignal
}

const timeoutMs = 60_000
const mostBytes = 64 * 1024 * 1024

/** @throws {HermesError} `catalog/unavailable` or `catalog/invalid`. Rejects with the signal's reason on an abort. */
export async function downloadCatalog({ url, fetch, now, signal }: DownloadOptions): Promise<CatalogEdition> {
  const json = await downloadJson(url, fetch, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])).catch(
    (cause: unknown) => {
      signal.throwIfAborted()
      const problem = proxyProblem(cause)
      const reason = problem === undefined ? '.' : `: ${problem}`
      throw new HermesError('catalog/unavailable', `The model catalog could not be loaded from ${url}${reason}`, {
        cause,
      })
    },
  )
  return parseCatalog(json, { version: new Date(now()).toISOString().slice(0, 10) })
}

async function downloadJson(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new HermesError('catalog/unavailable', `The server answered with status ${response.status}.`)
  return parseJson(await readText(response))
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > mostBytes) throw new HermesError('catalog/unavailable', 'The response is too long for a catalog.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
