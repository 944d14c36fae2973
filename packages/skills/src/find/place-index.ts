import { join } from 'node:path'
import type { FoundFolders } from './find-folders.js'
import type { CachedSkill } from './read-entry.js'
import type { SkillEntry, SkillPlace, SkillProblem } from './skill-entry.js'

/** The index of one place. */
export interface PlaceIndex {
  /** The entries, by category and name. */
  readonly entries: readonly SkillEntry[]
  readonly problems: readonly SkillProblem[]
  /** The files of the entries, in the same order, and those with problems. */
  readonly files: readonly CachedSkill[]
  readonly folders: FoundFolders['folders']
}

/** Creates the index of skills that were read in any order. */
export function createPlaceIndex(
  place: SkillPlace,
  skills: readonly CachedSkill[],
  folders: PlaceIndex['folders'],
): PlaceIndex {
  const usable = skills.flatMap((skill) => (skill.entry ? [{ skill, entry: skill.entry }] : []))
  usable.sort((left, right) => byCategory(left.entry, right.entry))
  const others = skills.filter(({ entry }) => !entry)
  return {
    entries: usable.map(({ entry }) => entry),
    problems: others.map(({ path, problem }) => toProblem(place, path, problem)),
    files: [...usable.map(({ skill }) => skill), ...others],
    folders,
  }
}

export function toProblem({ folder }: SkillPlace, path: string, problem = 'It cannot be read.'): SkillProblem {
  return { folder: join(folder, path), problem }
}

/**
 * Compares by code units, an order that does not depend on the language of the machine and keeps the prompt the same.
 */
export function byCategory(left: SkillEntry, right: SkillEntry): number {
  const [a, b] = [left.category ?? '', right.category ?? '']
  if (a !== b) return a < b ? -1 : 1
  return left.name < right.name ? -1 : 1
}
