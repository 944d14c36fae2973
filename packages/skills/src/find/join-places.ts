import { join, sep } from 'node:path'
import type { PlaceIndex } from './place-index.js'
import type { SkillEntry, SkillPlace, SkillProblem, SkillSet } from './skill-entry.js'

/** Joins the skills of places: of several with one name, the first one counts. */
export function joinPlaces(parts: readonly { readonly place: SkillPlace; readonly index: PlaceIndex }[]): SkillSet {
  const byName = new Map<string, SkillEntry>()
  const hidden: SkillEntry[] = []
  const problems: SkillProblem[] = []
  for (const { place, index } of parts) {
    const base = join(place.folder, sep)
    for (const { path, file, entry: facts, problem } of index.skills) {
      const folder = path === '' ? place.folder : base + path.replaceAll('/', sep)
      if (!facts) {
        problems.push({ folder, problem: problem ?? 'It cannot be read.' })
        continue
      }
      // The facts last: keys that are added after a spread make each entry several times as slow to build.
      const own = { origin: place.origin, folder, file, ...facts }
      const { plugin } = place
      const entry = plugin === undefined ? own : { ...own, plugin, name: `${plugin.name}:${facts.name}` }
      if (byName.has(entry.name)) hidden.push(entry)
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
