import type { ConfigJsonSchema } from './json-schema.js'

/**
 * Converts a text to the type of a setting's schema, because variables and command lines only contain text. A text that cannot be converted
 * is returned unchanged, and validation reports it.
 */
export function fitText(text: string, schema: ConfigJsonSchema): unknown {
  switch (schema.type) {
    case 'integer':
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text
    case 'boolean':
      return toBoolean(text) ?? text
    case 'array':
      return toList(text)
    default:
      return fitOneOf(text, schema.anyOf ?? [])
  }
}

/** Where any text is allowed, the text stays a text, because ids can have more digits than numbers. */
function fitOneOf(text: string, schemas: readonly ConfigJsonSchema[]): unknown {
  const isAnyText = schemas.some((schema) => schema.type === 'string' && schema.const === undefined && !schema.enum)
  if (isAnyText) return text
  return schemas.map((schema) => fitText(text, schema)).find((value) => value !== text) ?? text
}

/** Parses `true`, `1`, `yes`, `on` and their opposites, case-insensitively. */
export function toBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(word)) return true
  return ['false', '0', 'no', 'off'].includes(word) ? false : undefined
}

/** Parses `a, b` and `[a, "b"]`. */
function toList(text: string): readonly string[] {
  return text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((item) => item !== '')
}
