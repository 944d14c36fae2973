import { cp, lstat, mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { extractArchive } from '@hermes/safety/archive'
import { toSkillName } from '../format/index.js'
import { type Download, requireBytes } from '../hub/download.js'
import { type HubAddresses, hubAddresses } from '../hub/hub-addresses.js'
import type { ParsedSource } from './parse-source.js'

/** The services used to reach sources. */
export interface SourceServices {
  readonly download: Download
  /** The addresses of the hubs. Default: the public hubs. */
  readonly addresses?: HubAddresses | undefined
  /** Copies the newest state of a git repository into a new folder, without running any of it. */
  readonly clone: (url: string, folder: string, options: { readonly signal: AbortSignal }) => Promise<unknown>
  /**
   * Copies the skill with this name from a configured MCP server, or all skills, each into a folder with its name.
   * Default: there are no servers.
   */
  readonly copyFromServer?: CopyFromServer | undefined
}

export type CopyFromServer = (
  skills: { readonly server: string; readonly name: string },
  folder: string,
  options: { readonly signal: AbortSignal },
) => Promise<void>

/** A repository may hold many skills. */
const limits = { entries: 5_000, totalBytes: 100 * 2 ** 20, fileBytes: 25 * 2 ** 20 }
const mostDownloaded = 25 * 2 ** 20
const mostDocument = 2 ** 20

/** Copies a source into a new folder. Links are left out. @throws {HermesError} `skill/source`, `archive/refused`. */
export async function fetchSource(
  { place, source, inner }: ParsedSource,
  folder: string,
  services: SourceServices,
  signal: AbortSignal,
): Promise<void> {
  const hub = { addresses: services.addresses ?? hubAddresses, download: services.download, signal }
  switch (place.type) {
    case 'folder':
      await mkdir(folder, { recursive: true })
      return copy(place.path, folder)
    case 'archive':
      await extractArchive(place.path, folder, { limits, signal })
      return
    case 'download': {
      const bytes = await requireBytes(place.url, services.download, { mostBytes: mostDownloaded, signal })
      await extractArchive(bytes, folder, { limits, signal })
      return
    }
    case 'document': {
      const bytes = await requireBytes(place.url, services.download, { mostBytes: mostDocument, signal })
      const inside = join(folder, nameIn(place.url))
      await mkdir(inside, { recursive: true })
      return writeFile(join(inside, 'SKILL.md'), bytes)
    }
    case 'well-known': {
      const { fetchWellKnown } = await import('../hub/well-known.js')
      return fetchWellKnown({ site: place.url, name: inner.split('/')[0] ?? '' }, folder, { ...services, signal })
    }
    case 'mcp': {
      if (!services.copyFromServer) throw new HermesError('skill/source', `${source} cannot be reached here.`)
      await mkdir(folder, { recursive: true })
      return services.copyFromServer({ server: place.server, name: inner }, folder, { signal })
    }
    case 'clawhub': {
      const { fetchClawHub } = await import('../hub/clawhub.js')
      return fetchClawHub(place.id, join(folder, basename(place.id)), hub)
    }
    case 'lobehub': {
      const { fetchLobeHub } = await import('../hub/lobehub.js')
      return fetchLobeHub(place.id, join(folder, basename(place.id)), hub)
    }
    case 'repository':
      await services.clone(place.url, folder, { signal }).catch((cause: unknown) => {
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

/** Returns the name of a skill in a URL: `/notes/SKILL.md` and `/notes.md` are the skill `notes`. */
function nameIn(url: string): string {
  const names = new URL(url).pathname.replace(/(?:\/SKILL)?\.md$/i, '').split('/')
  return toSkillName(names.at(-1) ?? '') || 'skill'
}
