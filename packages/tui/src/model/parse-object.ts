import { isRecord, parseJson } from '@hermes/core/wiring'

/** The JSON object that a text is; `undefined` if it is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const value = parseJson(text)
    return isRecord(value) ? value : undefined
  } catch {
    // A text that merely begins like JSON.
    return undefined
  }
}
