import { isRecord } from '@hermes/safety'

/** Settings and nested sections by name. */
export type Section = Readonly<Record<string, unknown>>

export function isSection(value: unknown): value is Section {
  return isRecord(value)
}
