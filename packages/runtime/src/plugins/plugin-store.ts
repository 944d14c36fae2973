import { randomUUID } from 'node:crypto'
import { cp, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { HermesError } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import { extractArchive } from '@hermes/safety/archive'
import { writeTextFile } from '../home/text-file.js'
import { hashFolder } from './hash-folder.js'
import { type PluginContents, readContents } from './plugin-contents.js'

/** What is known of an installed plugin. */
export interface InstalledPlugin {
  readonly name: string
  readonly version: string
  /** The folder or archive that it was installed from, absolute. */
  readonly source: string
  /** Of all its files when it was installed: `sha256-...`. */
  readonly integrity: string
}

export interface OpenedPlugin {
  readonly installed: InstalledPlugin
  /** Absolute. */
  readonly folder: string
  readonly contents: PluginContents
}

/** The plugins of a home, each with its version and hash. Installing one does not start it. */
export interface PluginStore {
  list(): Promise<readonly InstalledPlugin[]>
  /**
   * Copies a plugin from a folder or an archive (`.tgz`, `.zip`). Runs nothing of it: a plugin brings its dependencies along.
   * @throws {HermesError} `plugin/manifest`, `plugin/integrity`, `archive/refused`.
   */
  install(source: string, options?: { readonly replaces?: string }): Promise<OpenedPlugin>
  /** An installed plugin whose files are those that were installed. @throws {HermesError} `plugin/integrity`, `plugin/manifest`. */
  open(name: string): Promise<OpenedPlugin>
  /** Resolves to `false` if there is no such plugin. */
  remove(name: string): Promise<boolean>
}

const limits = { entries: 5_000, totalBytes: 100 * 2 ** 20, fileBytes: 50 * 2 ** 20 }

/** @param home The home folder, absolute. Plugins are kept below `plugins`. */
export function createPluginStore(home: string): PluginStore {
  const root = join(home, 'plugins')
  const lockFile = join(root, 'lock.json')

  async function readLock(): Promise<ReadonlyMap<string, InstalledPlugin>> {
    try {
      const found = parseJson(await readFile(lockFile, 'utf8'))
      return new Map(Object.entries(isRecord(found) ? found : {}).flatMap(([name, value]) => toEntry(name, value)))
    } catch (error) {
      if (isMissing(error)) return new Map()
      throw error
    }
  }

  async function writeLock(entries: ReadonlyMap<string, InstalledPlugin>): Promise<void> {
    const rows = [...entries].map(([name, { version, source, integrity }]) => [name, { version, source, integrity }])
    await writeTextFile(lockFile, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`)
  }

  async function requireEntry(name: string): Promise<InstalledPlugin> {
    const found = (await readLock()).get(name)
    if (found) return found
    throw new HermesError('plugin/manifest', `There is no installed plugin "${name}".`)
  }

  return {
    list: async () => [...(await readLock()).values()].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    async install(from, { replaces } = {}) {
      const source = resolve(from)
      const staging = join(root, `.new-${randomUUID()}`)
      try {
        const found = await fetchInto(source, staging)
        const contents = await readContents(found)
        const { name, version } = contents.manifest
        const lock = await readLock()
        if (replaces === undefined ? lock.has(name) : replaces !== name) {
          const why =
            replaces === undefined ? 'is installed already: update it, or remove it first' : `is not "${replaces}"`
          throw new HermesError('plugin/manifest', `The plugin "${name}" ${why}.`)
        }
        const installed = { name, version, source, integrity: await hashFolder(found) }
        const folder = join(root, name)
        await rm(folder, { recursive: true, force: true })
        await rename(found, folder)
        await writeLock(new Map([...lock, [name, installed]]))
        return { installed, folder, contents }
      } finally {
        await rm(staging, { recursive: true, force: true })
      }
    },
    async open(name) {
      const installed = await requireEntry(name)
      const folder = join(root, name)
      if ((await hashFolder(folder)) !== installed.integrity) {
        throw new HermesError(
          'plugin/integrity',
          `The files of the plugin ${name} are not those that were installed: update it, or remove it.`,
        )
      }
      return { installed, folder, contents: await readContents(folder) }
    },
    async remove(name) {
      const lock = new Map(await readLock())
      if (!lock.delete(name)) return false
      await rm(join(root, name), { recursive: true, force: true })
      await writeLock(lock)
      return true
    },
  }
}

function toEntry(name: string, value: unknown): [string, InstalledPlugin][] {
  const { version, source, integrity } = isRecord(value) ? value : {}
  const isEntry = [version, source, integrity].every((each) => typeof each === 'string') && /^[a-z0-9-]+$/.test(name)
  return isEntry
    ? [[name, { name, version: String(version), source: String(source), integrity: String(integrity) }]]
    : []
}

/** Copies a source. @returns the folder of the plugin, which may be the only one in an archive, as npm packs it. */
async function fetchInto(source: string, staging: string): Promise<string> {
  await mkdir(staging, { recursive: true, mode: 0o700 })
  const folder = join(staging, 'plugin')
  if (await isFolder(source)) {
    // Before anything is copied: the folder may be anything.
    await readContents(source)
    await cp(source, folder, {
      recursive: true,
      filter: async (path) => basename(path) !== '.git' && !(await lstat(path)).isSymbolicLink(),
    })
    return folder
  }
  await extractArchive(source, folder, { limits })
  const [only, ...others] = await readdir(folder)
  const inner = only === undefined || others.length > 0 ? folder : join(folder, only)
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
