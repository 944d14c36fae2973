import type { JsonValue } from '@hermes/core'
import { atOnce, type Steps } from '../wait/in-slices.js'
import { redactSteps, type TextRedactor } from './redact-in-slices.js'

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
  return value === undefined ? undefined : atOnce(redactJsonSteps(value, { redact }, name))
}

/** The steps of `redactJson`. */
export function* redactJsonSteps(value: JsonValue, redactor: TextRedactor, name?: string): Steps<JsonValue> {
  yield
  if (typeof value === 'string') return yield* redactMember(value, redactor, name)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    for (const item of value) items.push(yield* redactJsonSteps(item, redactor, name))
    return items
  }
  const members: [string, JsonValue | undefined][] = []
  for (const [key, item] of Object.entries(value)) {
    members.push([key, item === undefined ? item : yield* redactJsonSteps(item, redactor, key)])
  }
  return Object.fromEntries(members)
}

function* redactMember(value: string, redactor: TextRedactor, name: string | undefined): Steps<string> {
  const left = yield* redactSteps(redactor, value)
  if (name === undefined || left !== value || !/^[\w.-]{1,80}$/.test(name) || /["\\\n]/.test(value)) return left
  const before = `${name}: "`
  const named = yield* redactSteps(redactor, `${before}${value}"`)
  return named.startsWith(before) && named.endsWith('"') ? named.slice(before.length, -1) : left
}
