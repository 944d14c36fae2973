import type { Extension } from '@hermes/core/extension'
import { isSection, type Section } from '../schema/section.js'

/**
 * The settings that a schema accepts and does nothing with, as most schemas do with keys that they do not know: a slip in a
 * name must not pass for a setting. One is ignored where the result has no such key, and is the same without it.
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
