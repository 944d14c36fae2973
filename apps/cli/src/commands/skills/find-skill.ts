import { HermesError } from '@hermes/core'
import { nearestNames } from '@hermes/safety'
import type { SkillEntry, SkillIndex } from '@hermes/skills'

/** Returns the skill with a name. @throws {HermesError} `skill/not-found`, with similar names. */
export async function findSkill(index: SkillIndex, name = ''): Promise<SkillEntry> {
  const set = await index.loadAll()
  const entry = set.get(name)
  if (entry) return entry
  const near = nearestNames(
    name,
    set.list.map((each) => each.name),
  )
  throw new HermesError(
    'skill/not-found',
    `There is no skill "${name}".${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
  )
}
