import { posix } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import { type PlaceIndex, toProblem } from './place-index.js'
import { type CachedSkill, folderIn, nameIn } from './read-entry.js'
import type { SkillEntry, SkillPlace } from './skill-entry.js'

/** The version of the file. Increased when the form of the file, or what is read from a skill, changes. */
const version = 4

/** Separators that do not occur in the texts of their column. */
const betweenPaths = '//'
const betweenLines = '\n'

/**
 * The index by column, the long columns as one text: 10,000 skills are parsed in a tenth of the time needed for as many
 * objects.
 */
interface StoredIndex {
  readonly version: typeof version
  readonly folder: string
  readonly folders: PlaceIndex['folders']
  /** The paths of all files, those with problems last. */
  readonly paths: string
  readonly changedAt: readonly number[]
  readonly sizes: readonly number[]
  readonly descriptions: string
  /** The categories. Empty string: none. */
  readonly categories: readonly string[]
  readonly problems: readonly string[]
  /**
   * Data that only some skills have, by their index in the columns. Default: the usual file, the name of the folder,
   * nothing else.
   */
  readonly files: Readonly<Record<string, string>>
  readonly names: Readonly<Record<string, string>>
  readonly others: Readonly<Record<string, OtherFacts>>
}

const usualFile = 'SKILL.md'

type OtherFacts = Omit<SkillEntry, 'origin' | 'plugin' | 'folder' | 'file' | 'name' | 'description' | 'category'>

/** Returns the text of the file that stores an index. */
export function storedIndex(folder: string, { entries, problems, files, folders }: PlaceIndex): string {
  const some = { files: {}, names: {}, others: {} } satisfies Some
  for (const [at, file] of files.entries()) addSome(some, at, file)
  const stored: StoredIndex = {
    version,
    folder,
    folders,
    paths: files.map(({ path }) => path).join(betweenPaths),
    changedAt: files.map(({ changedAt }) => changedAt),
    sizes: files.map(({ size }) => size),
    descriptions: entries.map(({ description }) => description).join(betweenLines),
    categories: entries.map(({ category = '' }) => category),
    problems: problems.map(({ problem }) => problem),
    ...some,
  }
  return JSON.stringify(stored)
}

type Some = { -readonly [Key in 'files' | 'names' | 'others']: Record<string, StoredIndex[Key][string]> }

function addSome(some: Some, at: number, { path, file, entry }: CachedSkill): void {
  if (file !== usualFile) some.files[at] = file
  if (!entry) return
  const { name: full, plugin, origin: _, folder: __, file: ___, description: ____, category: _____, ...rest } = entry
  const name = plugin === undefined ? full : full.slice(plugin.name.length + 1)
  if (name !== posix.basename(path)) some.names[at] = name
  if (Object.values(rest).some((value) => value !== undefined)) some.others[at] = rest
}

/** Parses a stored index. Returns `undefined` for that of another folder or version. @throws {SyntaxError} */
export function readStoredIndex(text: string, place: SkillPlace): PlaceIndex | undefined {
  const stored: unknown = parseJson(text)
  if (!isStored(stored) || stored.folder !== place.folder) return undefined
  const { changedAt, sizes, categories, names, others } = stored
  const paths = changedAt.length === 0 ? [] : stored.paths.split(betweenPaths)
  const descriptions = stored.descriptions.split(betweenLines)
  const fileOf = (at: number) => stored.files[at] ?? usualFile
  const entries = categories.map((category, at): SkillEntry => {
    const path = paths[at] ?? ''
    // One object literal for most entries, because this runs before V8 has compiled it.
    const usual: SkillEntry = {
      origin: place.origin,
      folder: folderIn(place, path),
      file: fileOf(at),
      name: nameIn(place, names[at] ?? path.slice(path.lastIndexOf('/') + 1)),
      description: descriptions[at] ?? '',
      category: category || undefined,
    }
    const other = others[at]
    return other || place.plugin ? { ...usual, ...other, ...(place.plugin && { plugin: place.plugin }) } : usual
  })
  const problemOf = (at: number) => stored.problems[at - entries.length]
  let files: readonly CachedSkill[] | undefined
  return {
    entries,
    problems: paths.slice(entries.length).map((path, at) => toProblem(place, path, stored.problems[at])),
    get files() {
      // Computed on demand, because only a check of the files needs them.
      files ??= paths.map((path, at) => ({
        path,
        file: fileOf(at),
        changedAt: changedAt[at] ?? 0,
        size: sizes[at] ?? -1,
        entry: entries[at],
        problem: problemOf(at),
      }))
      return files
    },
    folders: stored.folders,
  }
}

/** Checks only the version, because the file is written by this program. */
function isStored(value: unknown): value is StoredIndex {
  return isRecord(value) && value.version === version && Array.isArray(value.changedAt) && isRecord(value.folders)
}
