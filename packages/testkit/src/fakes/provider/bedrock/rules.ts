import type { JsonValue } from '@hermes/core'
import { isRecord } from '@hermes/safety'

/** Returns the messages of the violated rules. */
export function failed(rules: readonly (readonly [holds: boolean, problem: string])[]): string[] {
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem)
}

/** Whether a value is a string with more than white space. */
export function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** Whether a value is a valid name. Tool names and call ids have the same alphabet and length. */
export function isName(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{1,64}$/.test(value)
}

/** Whether a value is canonical base64. */
export function isBase64(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '' && Buffer.from(value, 'base64').toString('base64') === value
}

export function isWellFormed(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (Array.isArray(value)) return value.every(isWellFormed)
  if (!isRecord(value)) return true
  return Object.entries(value).every(([key, part]) => key.isWellFormed() && isWellFormed(part))
}
