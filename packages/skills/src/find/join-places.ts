import { join } from 'node:path'

import type { SkillEntry, SkillPlace, SkillProblem, SkillSet } from './skill-entry.js'
import type { PlaceIndex } from './stored-index.js'

/** Joins the skills of places: of several with one name, the first one counts. */
export function joinPlaces(parts: readonly { readonly place: SkillPlace; readonly index: PlaceIndex }[]): SkillSet {
  const byName = new Map<string, SkillEntry>()
  const hidden: SkillEntry[] = []
  const problems: SkillProblem[] = []
  for (const { place, index } of parts) {
    for (const { path, entry, problem } of index.skills) {
      if (!entry) problems.push({ folder: join(place.folder, path), problem: problem ?? 'It cannot be read.' })
      else if (byName.has(entry.name)) hidden.push(entry)
      else byName.set(entry.name, entry)
    }
  }
  let list: readonly SkillEntry[] | undefined
  return {
    get list() {
      list ??= [...byName.values()].toSorted(byCategory)
      return list
    },
    get: (name) => byName.get(name),
    hidden,
    problems,
  }
}

/** By code units: an order that does not depend on the language of the machine keeps the prompt the same. */
function byCategory(left: SkillEntry, right: SkillEntry): number {
  const [a, b] = [left.category ?? '', right.category ?? '']
  if (a !== b) return a < b ? -1 : 1
  return left.name < right.name ? -1 : 1
}
