import { HermesError } from '@hermes/core'
import type { Blueprint } from './blueprint.js'
import { blueprints } from './blueprints.js'

/**
 * Finds a blueprint by its name, or the start of it. @throws {HermesError} `schedule/not-found`, also when several
 * match.
 */
export function findBlueprint(ref: string): Blueprint {
  const exact = blueprints.find(({ name }) => name === ref)
  const found = exact ? [exact] : blueprints.filter(({ name }) => ref !== '' && name.startsWith(ref))
  const [blueprint] = found
  if (blueprint && found.length === 1) return blueprint
  const names = blueprints.map(({ name }) => name).join(', ')
  throw new HermesError('schedule/not-found', `There is no blueprint "${ref}": there are ${names}.`)
}
