import { isRecord } from '@hermes/safety'

/** Members of an object that OpenClaw wrote. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns a nested object; empty if there is none. */
export function fieldsAt(fields: Fields | undefined, name: string): Fields {
  const value = fields?.[name]
  return isRecord(value) ? value : {}
}

export function listAt(fields: Fields | undefined, name: string): readonly unknown[] {
  const value = fields?.[name]
  return Array.isArray(value) ? value : []
}

/** Returns a text that is not blank. */
export function textAt(fields: Fields | undefined, name: string): string | undefined {
  const value = fields?.[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function numberAt(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
