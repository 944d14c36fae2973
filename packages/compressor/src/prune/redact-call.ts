import { redactJson } from '@hermes/safety/redact'
import { parseObject } from './parse-object.js'

/** The arguments of a call without secrets: by the names of their members, and as the text that they are. Still JSON where they were. */
export function redactArguments(text: string, redact: (text: string) => string): string {
  const parsed = parseObject(text)
  const plain = Object.keys(parsed).length > 0 ? JSON.stringify(redactJson(parsed, redact)) : text
  return redact(plain)
}
