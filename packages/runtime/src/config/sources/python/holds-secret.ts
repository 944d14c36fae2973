import { nameKind } from '@hermes/safety/redact'
import { isSection } from '../../../schema/section.js'
import { findReference } from '../substitute-variables.js'

/** Whether a value contains a key, a token or a password. A reference to a variable does not count. */
export function holdsSecret(name: string, value: unknown): boolean {
  if (isSection(value)) return Object.entries(value).some(([inner, held]) => holdsSecret(inner, held))
  if (Array.isArray(value)) return value.some((item) => holdsSecret(name, item))
  if (typeof value !== 'string' || value === '' || findReference(value)) return false
  return nameKind(name) !== undefined
}
