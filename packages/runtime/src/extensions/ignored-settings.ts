import type { Extension } from '@hermes/core/extension'
import { isSection, type Section } from '../schema/section.js'

/**
 * Returns the settings that a schema accepts but ignores, as most schemas do with unknown keys, so that a misspelled name does not go
 * unnoticed. A setting is ignored if the parsed result lacks its key and is the same without it.
 */
export async function ignoredSettings(
  settings: Section,
  result: unknown,
  validate: Extension<string, unknown, unknown>['options']['~standard']['validate'],
): Promise<readonly string[]> {
  if (!isSection(result)) return []
  const ignored: string[] = []
  for (const name of Object.keys(settings)) {
    if (Object.hasOwn(result, name)) continue
    const { [name]: _, ...others } = settings
    const without = await validate(others)
    if (!without.issues && isSame(without.value, result)) ignored.push(name)
  }
  return ignored
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
