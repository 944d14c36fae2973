import { randomUUID } from 'node:crypto'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError } from '@hermes/core'
import { isRecord, parseJson } from '@hermes/core/wiring'
import { isMissing } from '@hermes/safety'
import * as z from 'zod'
import { writeTextFile } from '../home/text-file.js'
import { hashFolder } from './hash-folder.js'
import { type PluginContents, readContents } from './plugin-contents.js'
import { fetchPlugin, type PluginSourceServices } from './sources/fetch-plugin.js'
import type { PluginSource } from './sources/plugin-source.js'

/** The record of an installed plugin. */
export interface InstalledPlugin {
  readonly name: string
  readonly version: string
  /** The source from which it was installed: an absolute path, `npm:name@version`, `github:owner/repository@ref`, or an address. */
  readonly source: string
  /** What the source resolved to: `1.2.0 sha512-...` for a package, a commit for a repository. Absent for files. */
  readonly resolved?: string
  /** The hash of all its files when it was installed: `sha256-...`. */
  readonly integrity: string
}

export interface OpenedPlugin {
  readonly installed: InstalledPlugin
  /** The absolute path of the plugin's folder. */
  readonly folder: string
  readonly contents: PluginContents
}

/** The installed plugins of a home, each with its version and hash. Installing a plugin does not start it. */
export interface PluginStore {
  list(): Promise<readonly InstalledPlugin[]>
  /**
   * Copies a plugin from its source. None of its code is run, because a plugin includes its dependencies.
   * @throws {HermesError} `plugin/manifest`, `plugin/integrity`, `skill/source`, `archive/refused`.
   */
  install(source: PluginSource, options: InstallOptions): Promise<OpenedPlugin>
  /**
   * Opens an installed plugin, after checking that its files are those that were installed. @throws {HermesError} `plugin/integrity`, `plugin/manifest`.
   */
  open(name: string): Promise<OpenedPlugin>
  /** Removes a plugin. Resolves to `false` if there is no such plugin. */
  remove(name: string): Promise<boolean>
}

export interface InstallOptions {
  readonly services: PluginSourceServices
  readonly signal: AbortSignal
  /** The name of the plugin that is updated. Default: none; it is then an error if a plugin of this name is installed. */
  readonly replaces?: string
}

/**
 * Opens the plugins of a home.
 * @param home The absolute path of the home. Plugins are kept below `plugins`.
 */
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
    const rows = [...entries].map(([name, { name: _, ...entry }]) => [name, entry])
    await writeTextFile(lockFile, `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`)
  }

  async function requireEntry(name: string): Promise<InstalledPlugin> {
    const found = (await readLock()).get(name)
    if (found) return found
    throw new HermesError('plugin/manifest', `There is no installed plugin "${name}".`)
  }

  return {
    list: async () => [...(await readLock()).values()].toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    async install(source, { services, signal, replaces }) {
      const staging = join(root, `.new-${randomUUID()}`)
      try {
        const { folder: found, resolved } = await fetchPlugin(source, staging, services, signal)
        const contents = await readContents(found)
        const { name, version } = contents.manifest
        const lock = await readLock()
        if (replaces === undefined ? lock.has(name) : replaces !== name) {
          const why =
            replaces === undefined ? 'is installed already: update it, or remove it first' : `is not "${replaces}"`
          throw new HermesError('plugin/manifest', `The plugin "${name}" ${why}.`)
        }
        requireSameArchive(lock.get(name), source.source, resolved)
        const installed = {
          name,
          version,
          source: source.source,
          ...(resolved !== undefined && { resolved }),
          integrity: await hashFolder(found),
        }
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

/**
 * Checks that an archive is the same as before, because a registry never changes the archive of a version. @throws {HermesError}
 * `plugin/integrity` when it differs.
 */
function requireSameArchive(before: InstalledPlugin | undefined, source: string, resolved = ''): void {
  const [version, hash] = resolved.split(' ')
  const [versionBefore, hashBefore] = before?.source === source ? (before.resolved?.split(' ') ?? []) : []
  if (hash === undefined || hashBefore === undefined || version !== versionBefore || hash === hashBefore) return
  throw new HermesError(
    'plugin/integrity',
    `The registry has other files of ${source} ${version} than at the last install: nothing was changed. To take them, remove the plugin first.`,
  )
}

const entrySchema = z.object({
  version: z.string(),
  source: z.string(),
  resolved: z.string().optional(),
  integrity: z.string(),
})

function toEntry(name: string, value: unknown): [string, InstalledPlugin][] {
  const { data } = entrySchema.safeParse(value)
  if (!data || !/^[a-z0-9-]+$/.test(name)) return []
  const { resolved, ...entry } = data
  return [[name, { name, ...entry, ...(resolved !== undefined && { resolved }) }]]
}
