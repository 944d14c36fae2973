import { isDeepStrictEqual } from 'node:util'
import type { JsonValue } from '@hermes/core'
import type { WebhookFilter } from '@hermes/runtime'
import { valueAt } from '../value-at.js'
import { isListedIn } from './is-listed-in.js'
import { matchesPattern } from './matches-pattern.js'

/**
 * Whether all members of a filter hold for an event.
 * @param home The folder that relative paths of `in_file` start from.
 * @throws {ConfigError} when a pattern is not valid, or the file of `in_file` cannot be read.
 */
export async function filterHolds(filter: WebhookFilter, data: JsonValue, home: string): Promise<boolean> {
  const value = filter.path === undefined ? data : valueAt(data, filter.path)
  if (!holdsAtOnce(filter, value)) return false
  const { in_file: file, regex, all = [], any, not } = filter
  if (file !== undefined && !(await isListedIn(file, value, home))) return false
  if (regex !== undefined && !(typeof value === 'string' && (await matchesPattern(regex, value)))) return false
  for (const member of all) if (!(await filterHolds(member, data, home))) return false
  if (any !== undefined && !(await holdsForAny(any, data, home))) return false
  return not === undefined || !(await filterHolds(not, data, home))
}

async function holdsForAny(filters: readonly WebhookFilter[], data: JsonValue, home: string): Promise<boolean> {
  for (const member of filters) if (await filterHolds(member, data, home)) return true
  return false
}

function holdsAtOnce(filter: WebhookFilter, value: JsonValue | undefined): boolean {
  const { exists, missing, equals, not_equals: other, contains, in: list } = filter
  if (exists !== undefined && exists !== (value !== undefined)) return false
  if (missing !== undefined && missing !== (value === undefined)) return false
  if (equals !== undefined && !isDeepStrictEqual(value, equals)) return false
  if (other !== undefined && isDeepStrictEqual(value, other)) return false
  if (list !== undefined && !list.some((member) => isDeepStrictEqual(member, value))) return false
  return contains === undefined || hasPart(value, contains)
}

function hasPart(value: JsonValue | undefined, part: string): boolean {
  return (typeof value === 'string' || Array.isArray(value)) && value.includes(part)
}
