import { cp, lstat, mkdtemp, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { HermesError } from '@hermes/core'
import { exists } from '@hermes/safety/files'
import { findFolders } from '../find/index.js'
import { isSkillName } from '../format/index.js'
import { decideSkill, trustOfSource } from '../guard/index.js'
import {
  bundledSource,
  hashFiles,
  type LockedSkill,
  readLock,
  type SkillChange,
  type SkillLock,
  type SkillStore,
  writeLock,
} from '../store/index.js'
import { fetchSource, type SourceServices } from './fetch-source.js'
import { findOffered, type OfferedSkill } from './find-offered.js'
import { type FileMerge, mergeFiles } from './merge-files.js'
import { archiveEnding, type ParsedSource, parseSource } from './parse-source.js'

/** Installs skills by others in the home and keeps them up to date. */
export interface SkillInstaller {
  /** Fetches a source into quarantine. Dispose of it when the skills were installed or declined. */
  fetch(source: string, signal: AbortSignal): Promise<FetchedSource>
  installed(): Promise<SkillLock>
  /** Compares an installed skill with its source. Changes nothing. */
  check(name: string, signal: AbortSignal): Promise<SkillUpdate>
  /**
   * Removes a copy in the home that hides a skill of the program, so that the original is used again.
   * @throws {HermesError} `skill/not-found` when the home has no such copy, or the program no such skill.
   */
  reset(name: string): Promise<SkillChange>
  /** Removes an installed skill. @throws {HermesError} `skill/not-found` when it was not installed. */
  uninstall(name: string): Promise<SkillChange>
}

export interface FetchedSource extends AsyncDisposable {
  readonly source: string
  readonly skills: readonly OfferedSkill[]
  /**
   * Installs a skill.
   * @param isAgreed Whether a person has decided to install it although its scan says `caution`.
   * @throws {HermesError} `skill/refused` when its scan or a skill with the same name prevents it.
   */
  install(skill: OfferedSkill, isAgreed: boolean): Promise<SkillChange>
}

export interface SkillUpdate extends AsyncDisposable {
  readonly name: string
  readonly source: string
  /** The result for each file. There is nothing to do if all of its lists are empty. */
  readonly files: FileMerge
  readonly scan: OfferedSkill['scan']
  /** Reads a file as it is here and in the source. */
  read(path: string): Promise<FileVersions>
  /**
   * Applies the new files and keeps those that were edited here. @throws {HermesError} `skill/refused`,
   * `skill/conflict`.
   */
  apply(isAgreed: boolean): Promise<SkillChange>
}

export interface FileVersions {
  /** The content here, or `undefined` if there is none. */
  readonly ours: Buffer | undefined
  readonly theirs: Buffer | undefined
}

export interface SkillInstallerOptions extends SourceServices {
  readonly store: SkillStore
  readonly now: () => number
  readonly workingDirectory: string
  /** The folder where fetched sources wait until they are installed. */
  readonly quarantine: string
  /** Absolute path of the skills that the program ships. Default: none. */
  readonly bundled?: string | undefined
}

export function createSkillInstaller(options: SkillInstallerOptions): SkillInstaller {
  const { store, now, workingDirectory, quarantine, bundled } = options

  async function open(parsed: ParsedSource, signal: AbortSignal) {
    const folder = await mkdtemp(join(quarantine, 'source-'))
    const end = () => rm(folder, { recursive: true, force: true })
    try {
      const fetched = join(folder, 'files')
      await fetchSource(parsed, fetched, options, signal)
      return {
        skills: await findOffered(fetched, {
          inner: parsed.inner,
          isArchive: /^(?:archive|download)$/.test(parsed.place.type),
          only: parsed.only,
          ownName: ownName(parsed),
        }),
        [Symbol.asyncDispose]: end,
      }
    } catch (error) {
      await end()
      throw error
    }
  }

  function sourceOf({ source, inner }: LockedSkill): ParsedSource | undefined {
    if (source !== bundledSource) {
      const parsed = parseSource(source, workingDirectory)
      return parsed && { ...parsed, inner }
    }
    return bundled === undefined
      ? undefined
      : { source, place: { type: 'folder', path: join(bundled, inner) }, inner: '' }
  }

  async function lock(path: string, source: string, { name, inner, folder, scan }: OfferedSkill): Promise<void> {
    const files = (await hashFiles(folder)) ?? {}
    const entry: LockedSkill = {
      path,
      source,
      inner,
      // The copy keeps the changes of the user.
      trust: source === bundledSource ? 'local' : trustOfSource(`${source}/`),
      verdict: scan.verdict,
      installedAtMs: now(),
      files,
    }
    await writeLock(store.folder, name, entry)
  }

  /** Returns the path of a copy that somebody made by hand. */
  async function pathOfCopy(name: string): Promise<string> {
    const isIt = ({ path }: { readonly path: string }) => basename(path) === name
    const [ours, shipped] = await Promise.all([
      findFolders(store.folder),
      bundled === undefined ? undefined : findFolders(bundled),
    ])
    if (!shipped?.skills.some(isIt)) throw new HermesError('skill/not-found', `Hermes ships no skill "${name}".`)
    const copy = ours.skills.find(isIt)
    if (copy) return copy.path
    throw notChanged(name)
  }

  async function lockedOf(name: string): Promise<LockedSkill> {
    const entry = (await readLock(store.folder))[name]
    if (entry) return entry
    throw new HermesError('skill/not-found', `The skill "${name}" was not installed from a source.`)
  }

  return {
    installed: () => readLock(store.folder),
    async fetch(text, signal) {
      const parsed = parseSource(text, workingDirectory)
      if (!parsed)
        throw new HermesError(
          'skill/source',
          `"${text}" is not a source of skills: name a folder, an archive, an https address or owner/repository.`,
        )
      const opened = await open(parsed, signal)
      return {
        ...opened,
        source: parsed.source,
        async install(skill, isAgreed) {
          requireAllowed(skill, parsed.source, isAgreed)
          const path = skill.name
          const change = await store.change({ action: 'install', path, by: 'person' }, async (folder) => {
            if (await hasFiles(folder))
              throw new HermesError(
                'skill/refused',
                `There is a skill "${skill.name}" in the home already: remove it first.`,
              )
            await copySkill(skill.folder, folder)
          })
          await lock(path, parsed.source, skill)
          return change
        },
      }
    },
    async check(name, signal) {
      const entry = await lockedOf(name)
      const parsed = sourceOf(entry)
      if (!parsed) throw new HermesError('skill/source', `The source of "${name}" is no longer one: ${entry.source}`)
      const opened = await open(parsed, signal)
      const offered = opened.skills.find(
        (skill) => skill.inner === parsed.inner && (parsed.inner !== '' || skill.name === name),
      )
      if (!offered) throw new HermesError('skill/source', `${entry.source} no longer has the skill "${name}".`)
      const [ours, theirs] = await Promise.all([hashFiles(join(store.folder, entry.path)), hashFiles(offered.folder)])
      const files = mergeFiles({ base: entry.files, ours: ours ?? {}, theirs: theirs ?? {} })
      return {
        name,
        source: entry.source,
        files,
        scan: offered.scan,
        async read(path) {
          const [ours, theirs] = await Promise.all(
            [join(store.folder, entry.path), offered.folder].map((folder) => readFileIn(folder, path)),
          )
          return { ours, theirs }
        },
        async apply(isAgreed) {
          requireAllowed({ ...offered, name }, entry.source, isAgreed || offered.scan.verdict === entry.verdict)
          const change = await store.change({ action: 'update', path: entry.path, by: 'person' }, async (folder) => {
            for (const path of files.taken)
              await cp(join(offered.folder, path), join(folder, path), { recursive: true })
            for (const path of files.removed) await rm(join(folder, path), { force: true })
          })
          await lock(entry.path, entry.source, { ...offered, name, inner: entry.inner })
          return change
        },
        [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
      }
    },
    async reset(name) {
      const locked = (await readLock(store.folder))[name]
      const path = locked?.source === bundledSource ? locked.path : await pathOfCopy(name)
      if (!(await hasFiles(join(store.folder, path)))) throw notChanged(name)
      const change = await store.remove({ action: 'reset', path, by: 'person' })
      if (locked) await writeLock(store.folder, name, undefined)
      return change
    },
    async uninstall(name) {
      const { path } = await lockedOf(name)
      const change = await store.remove({ action: 'uninstall', path, by: 'person' })
      await writeLock(store.folder, name, undefined)
      return change
    },
  }
}

/**
 * Returns the name of the source where it comes from: a folder, an archive or a repository. Other sources do not have
 * the name of a skill.
 */
function ownName({ place }: ParsedSource): string {
  switch (place.type) {
    case 'folder':
      return basename(place.path)
    case 'archive':
      return basename(place.path).replace(archiveEnding, '')
    case 'repository':
      return basename(place.url).replace(/\.git$/, '')
    default:
      return ''
  }
}

function notChanged(name: string): HermesError {
  return new HermesError('skill/not-found', `The skill "${name}" was not changed: the home has no copy of it.`)
}

function requireAllowed({ name, scan }: Pick<OfferedSkill, 'name' | 'scan'>, source: string, isAgreed: boolean): void {
  if (!isSkillName(name)) throw new HermesError('skill/refused', `"${name}" is not a name for a skill.`)
  const decision = decideSkill(trustOfSource(`${source}/`), scan.verdict)
  if (decision === 'allow' || (decision === 'ask' && isAgreed)) return
  const ids = [...new Set(scan.findings.map(({ id }) => id))].join(', ')
  throw new HermesError(
    'skill/refused',
    `The skill "${name}" was not installed: its scan says ${scan.verdict} (${ids}).`,
  )
}

async function copySkill(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() })
}

async function readFileIn(folder: string, path: string): Promise<Buffer | undefined> {
  const file = join(folder, path)
  return (await exists(file)) ? readFile(file) : undefined
}

async function hasFiles(folder: string): Promise<boolean> {
  return Object.keys((await hashFiles(folder)) ?? {}).length > 0
}
