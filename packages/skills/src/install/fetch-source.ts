import { cp, lstat, mkdir } from 'node:fs/promises'
import { HermesError } from '@hermes/core'
import { extractArchive } from '@hermes/safety/archive'
import type { ParsedSource } from './parse-source.js'

/** How sources are reached. */
export interface SourceServices {
  readonly fetch: typeof globalThis.fetch
  /** Clones the newest state of a git repository into a new folder, and runs nothing of it. */
  readonly clone: (url: string, folder: string, signal: AbortSignal) => Promise<void>
}

/** A repository may hold many skills. */
const limits = { entries: 5_000, totalBytes: 100 * 2 ** 20, fileBytes: 25 * 2 ** 20 }
const mostDownloaded = 25 * 2 ** 20
const mostRedirects = 5

/** Copies a source into a new folder. Links are left out. @throws {HermesError} `skill/source`, `archive/refused`. */
export async function fetchSource(
  { place, source }: ParsedSource,
  folder: string,
  services: SourceServices,
  signal: AbortSignal,
): Promise<void> {
  switch (place.type) {
    case 'folder':
      await mkdir(folder, { recursive: true })
      return copy(place.path, folder)
    case 'archive':
      await extractArchive(place.path, folder, { limits, signal })
      return
    case 'download': {
      const bytes = await download(place.url, services.fetch, signal)
      await extractArchive(bytes, folder, { limits, signal })
      return
    }
    case 'repository':
      return services.clone(place.url, folder, signal).catch((cause: unknown) => {
        throw new HermesError('skill/source', `${source} could not be cloned.`, { cause })
      })
  }
}

async function copy(from: string, to: string): Promise<void> {
  try {
    await cp(from, to, {
      recursive: true,
      filter: async (path) => !/(?:^|[/\\])(?:\.git|node_modules)$/.test(path) && !(await lstat(path)).isSymbolicLink(),
    })
  } catch (cause) {
    throw new HermesError('skill/source', `${from} could not be read: name a folder or an archive.`, { cause })
  }
}

async function download(url: string, fetch: SourceServices['fetch'], signal: AbortSignal): Promise<Uint8Array> {
  let current = new URL(url)
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetch(current, { redirect: 'manual', signal }).catch((cause: unknown) => {
      throw new HermesError('skill/source', `${current.host} could not be reached.`, { cause })
    })
    const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (location === null) {
      if (!response.ok || !response.body)
        throw new HermesError('skill/source', `${current.host} answered with status ${response.status}.`)
      return readBounded(response.body)
    }
    const next = new URL(location, current)
    if (next.protocol !== current.protocol)
      throw new HermesError('skill/source', `${current.host} redirects to ${next.protocol}, which is refused.`)
    current = next
  }
  throw new HermesError('skill/source', `${current.host} redirects more than ${mostRedirects} times.`)
}

async function readBounded(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > mostDownloaded)
      throw new HermesError('skill/source', `The archive has more than ${mostDownloaded / 2 ** 20} MiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
