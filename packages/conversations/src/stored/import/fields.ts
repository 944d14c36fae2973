import { isRecord } from '@hermes/core/wiring'

/** The members of an untyped JSON object. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the members of a value; empty if it is not an object. */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textAt(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

export function numberAt(fields: Fields, name: string): number | undefined {
  const value = fields[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** Parses a text timestamp to milliseconds. */
export function timeAt(fields: Fields, name: string): number | undefined {
  const timeMs = Date.parse(textAt(fields, name) ?? '')
  return Number.isNaN(timeMs) ? undefined : timeMs
}
