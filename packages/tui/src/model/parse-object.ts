import { isRecord, parseJson } from '@hermes/core/wiring'

/** Parses a JSON object. Returns `undefined` if the text is not one. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    // The text merely starts like JSON.
    return undefined
  }
}
