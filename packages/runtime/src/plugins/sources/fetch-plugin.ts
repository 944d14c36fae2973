import { cp, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { isMissing } from '@hermes/safety'
import { extractArchive } from '@hermes/safety/archive'
import { requireBytes } from '@hermes/skills/hub'
import { readContents } from '../plugin-contents.js'
import { fetchNpmPackage, type NpmServices } from './npm-package.js'
import type { PluginSource } from './plugin-source.js'

/** Services for reaching sources on other machines. */
export interface PluginSourceServices extends NpmServices {
  /** Copies one commit of a repository into a new folder, without running any of its code. Resolves to the id of the commit. */
  readonly clone: (
    url: string,
    folder: string,
    options: { readonly ref?: string | undefined; readonly signal: AbortSignal },
  ) => Promise<string>
}

export interface FetchedPlugin {
  readonly folder: string
  /** What the source resolved to: `1.2.0 sha512-...` for a package, a commit for a repository. */
  readonly resolved?: string
}

const limits = { entries: 5_000, totalBytes: 100 * 2 ** 20, fileBytes: 50 * 2 ** 20 }
const mostDownloaded = 50 * 2 ** 20

/**
 * Copies a source into a new folder, without running any of its code.
 * @throws {HermesError} `plugin/manifest`, `plugin/integrity`, `skill/source`, `archive/refused`.
 */
export async function fetchPlugin(
  source: PluginSource,
  staging: string,
  services: PluginSourceServices,
  signal: AbortSignal,
): Promise<FetchedPlugin> {
  await mkdir(staging, { recursive: true, mode: 0o700 })
  const folder = join(staging, 'plugin')
  switch (source.type) {
    case 'file':
      return { folder: await copyFiles(source.path, folder) }
    case 'archive': {
      const bytes = await requireBytes(source.url, services.download, { mostBytes: mostDownloaded, signal })
      return { folder: await unpack(bytes, folder) }
    }
    case 'npm': {
      const { version, integrity, bytes } = await fetchNpmPackage(source.name, source.version, services, signal)
      return { folder: await unpack(bytes, folder), resolved: `${version} ${integrity}` }
    }
    case 'git': {
      const { url, ref, inner } = source
      const commit = await services.clone(url, folder, { ref, signal }).catch((cause: unknown) => {
        signal.throwIfAborted()
        throw new HermesError('skill/source', `${url} could not be fetched${ref === undefined ? '' : ` at ${ref}`}.`, {
          cause,
        })
      })
      return { folder: join(folder, inner), resolved: commit }
    }
  }
}

async function copyFiles(path: string, folder: string): Promise<string> {
  if (!(await isFolder(path))) return unpack(path, folder)
  // Checked before anything is copied, because the folder may be anything.
  await readContents(path)
  await cp(path, folder, {
    recursive: true,
    filter: async (each) => basename(each) !== '.git' && !(await lstat(each)).isSymbolicLink(),
  })
  return folder
}

/** Unpacks an archive. @returns the folder of the plugin, which may be the only folder in the archive, as in those of npm. */
async function unpack(archive: string | Uint8Array, folder: string): Promise<string> {
  await extractArchive(archive, folder, { limits })
  const [only, ...others] = await readdir(folder)
  const inner = only === undefined || others.length > 0 || only.startsWith('.') ? folder : join(folder, only)
  return (await isFolder(inner)) ? inner : folder
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (cause) {
    if (isMissing(cause)) throw new HermesError('plugin/manifest', `There is nothing at ${path}.`, { cause })
    throw cause
  }
}
