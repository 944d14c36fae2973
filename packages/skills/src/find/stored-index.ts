import { posix } from 'node:path'
import { parseJson } from '@hermes/core/wiring'
import { isRecord } from '@hermes/safety'
import type { FoundFolders } from './find-folders.js'
import { type CachedSkill, type IndexedFacts, toEntry } from './read-entry.js'
import type { SkillPlace } from './skill-entry.js'

/** What is known of one place. */
export interface PlaceIndex {
  readonly skills: readonly CachedSkill[]
  readonly folders: FoundFolders['folders']
}

/** Raised when the form of the file, or what is read from a skill, changes. */
const version = 3

/** Neither is part of a text of its column. */
const betweenPaths = '//'
const betweenLines = '\n'

/** By column, the long ones as one text: 10,000 skills are parsed in a tenth of the time that as many objects take. */
interface StoredIndex {
  readonly version: typeof version
  readonly folder: string
  readonly folders: PlaceIndex['folders']
  readonly paths: string
  readonly changedAt: readonly number[]
  readonly sizes: readonly number[]
  readonly descriptions: string
  /** Empty: none. */
  readonly categories: readonly string[]
  /** What only some skills have, by their place in the columns. Default: the usual file, the name of the folder, nothing else, no problem. */
  readonly files: Readonly<Record<string, string>>
  readonly names: Readonly<Record<string, string>>
  readonly others: Readonly<Record<string, OtherFacts>>
  readonly problems: Readonly<Record<string, string>>
}

const usualFile = 'SKILL.md'

type OtherFacts = Omit<IndexedFacts, 'name' | 'description' | 'category'>

/** The text of the file that keeps an index. */
export function storedIndex(folder: string, { skills, folders }: PlaceIndex): string {
  const some = { files: {}, names: {}, others: {}, problems: {} } satisfies Some
  for (const [at, skill] of skills.entries()) addSome(some, at, skill)
  const stored: StoredIndex = {
    version,
    folder,
    folders,
    paths: skills.map(({ path }) => path).join(betweenPaths),
    changedAt: skills.map(({ changedAt }) => changedAt),
    sizes: skills.map(({ size }) => size),
    descriptions: skills.map(({ entry }) => entry?.description ?? '').join(betweenLines),
    categories: skills.map(({ entry }) => entry?.category ?? ''),
    ...some,
  }
  return JSON.stringify(stored)
}

type Some = { -readonly [Key in 'files' | 'names' | 'others' | 'problems']: Record<string, StoredIndex[Key][string]> }

function addSome(some: Some, at: number, { path, file, entry, problem }: CachedSkill): void {
  if (file !== usualFile) some.files[at] = file
  if (!entry) some.problems[at] = problem ?? 'It cannot be read.'
  else {
    const { name: full, plugin, origin: _, folder: __, file: ___, description: ____, category: _____, ...rest } = entry
    const name = plugin === undefined ? full : full.slice(plugin.name.length + 1)
    if (name !== posix.basename(path)) some.names[at] = name
    if (Object.values(rest).some((value) => value !== undefined)) some.others[at] = rest
  }
}

/** `undefined` for that of another folder or version. @throws {SyntaxError} */
export function readStoredIndex(text: string, place: SkillPlace): PlaceIndex | undefined {
  const stored: unknown = parseJson(text)
  if (!isStored(stored) || stored.folder !== place.folder) return undefined
  const { changedAt, sizes, categories, files, names, others, problems } = stored
  const descriptions = stored.descriptions.split(betweenLines)
  const paths = changedAt.length === 0 ? [] : stored.paths.split(betweenPaths)
  const skills = paths.map((path, at): CachedSkill => {
    const file = files[at] ?? usualFile
    const [changed, size] = [changedAt[at] ?? 0, sizes[at] ?? -1]
    const problem = problems[at]
    if (problem !== undefined) return { path, file, changedAt: changed, size, problem }
    const name = names[at] ?? path.slice(path.lastIndexOf('/') + 1)
    const facts = { name, description: descriptions[at] ?? '', category: categories[at] || undefined }
    const other = others[at]
    const entry = toEntry(place, { path, file }, other ? { ...other, ...facts } : facts)
    return { path, file, changedAt: changed, size, entry }
  })
  return { skills, folders: stored.folders }
}

/** The file is our own: its version stands for its form. */
function isStored(value: unknown): value is StoredIndex {
  return isRecord(value) && value.version === version && Array.isArray(value.changedAt) && isRecord(value.folders)
}
