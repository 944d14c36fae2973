import { byCategory, type PlaceIndex } from './place-index.js'
import type { SkillEntry, SkillSet } from './skill-entry.js'

/** Joins the skills of several places. Of skills with the same name, the first one counts. */
export function joinPlaces(parts: readonly PlaceIndex[]): SkillSet {
  const byName = new Map<string, SkillEntry>()
  const hidden: SkillEntry[] = []
  for (const { entries } of parts) {
    for (const entry of entries) {
      if (byName.has(entry.name)) hidden.push(entry)
      else byName.set(entry.name, entry)
    }
  }
  let list: readonly SkillEntry[] | undefined
  return {
    get list() {
      // Fast, because those of each place are already in this order.
      list ??= [...byName.values()].sort(byCategory)
      return list
    },
    get: (name) => byName.get(name),
    hidden,
    problems: parts.flatMap(({ problems }) => problems),
  }
}
