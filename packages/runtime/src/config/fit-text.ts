import type { ConfigJsonSchema } from './json-schema.js'

/**
 * Converts a text to the type of a setting's schema, because variables and command lines only contain text. A text that cannot be
 * converted is returned unchanged, for the validation to report.
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
      return text
  }
}

/** `true`, `1`, `yes`, `on` and their opposites, case-insensitive. */
export function toBoolean(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (['true', '1', 'yes', 'on'].includes(word)) return true
  return ['false', '0', 'no', 'off'].includes(word) ? false : undefined
}

/** `a, b` and `[a, "b"]`. */
function toList(text: string): readonly string[] {
  return text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .split(',')
    .map((item) => item.trim().replace(/^(["'])(.*)\1$/, '$2'))
    .filter((item) => item !== '')
}
