import type { JsonValue } from '@hermes/core'

/** Redacts every string of a JSON value. A member's name counts as context of its value, as in plain text. */
export function redactJson(value: JsonValue, redact: (text: string) => string, name?: string): JsonValue
export function redactJson(
  value: JsonValue | undefined,
  redact: (text: string) => string,
  name?: string,
): JsonValue | undefined
export function redactJson(
  value: JsonValue | undefined,
  redact: (text: string) => string,
  name?: string,
): JsonValue | undefined {
  if (typeof value === 'string') return name === undefined ? redact(value) : redactNamed(name, value, redact)
  if (Array.isArray(value)) return value.map((item: JsonValue) => redactJson(item, redact, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactJson(item, redact, key)]))
}

function redactNamed(name: string, value: string, redact: (text: string) => string): string {
  const left = redact(value)
  if (left !== value || !/^[\w.-]{1,80}$/.test(name) || /["\\\n]/.test(value)) return left
  const before = `${name}: "`
  const named = redact(`${before}${value}"`)
  return named.startsWith(before) && named.endsWith('"') ? named.slice(before.length, -1) : left
}
