import { jobError } from '../jobs/job-error.js'
import type { NewJob } from '../jobs/new-job.js'
import type { Blueprint } from './blueprint.js'

/**
 * Creates the job of a blueprint. Its runs share a conversation, so that they know what earlier runs have reported.
 * @throws {HermesError} `schedule/job` for a missing value or one that the blueprint does not have.
 */
export function fillBlueprint(
  { name, slots, schedule, prompt }: Blueprint,
  given: ReadonlyMap<string, string>,
): Pick<NewJob, 'name' | 'schedule' | 'task'> {
  const unknown = [...given.keys()].find((key) => !slots.some((slot) => slot.name === key))
  if (unknown !== undefined) throw jobError(`The blueprint "${name}" has no value "${unknown}".`)
  const values = new Map(slots.map((slot) => [slot.name, given.get(slot.name)?.trim() || slot.default]))
  const missing = slots.find((slot) => values.get(slot.name) === undefined)
  if (missing)
    throw jobError(`The blueprint "${name}" needs ${missing.name} (${missing.asks}): add ${missing.name}=...`)
  const fill = (text: string) => text.replaceAll(/\{([a-z]{1,20})\}/g, (whole, key: string) => values.get(key) ?? whole)
  return { name, schedule: fill(schedule), task: { prompt: fill(prompt), conversation: 'same' } }
}
