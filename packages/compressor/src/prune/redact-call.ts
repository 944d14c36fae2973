import { redactJson } from '@hermes/safety/redact'
import { parseObject } from './parse-object.js'

/** Redacts the arguments of a call, by member name and by pattern. Valid JSON stays valid. */
export function redactArguments(text: string, redact: (text: string) => string): string {
  const parsed = parseObject(text)
  const plain = Object.keys(parsed).length > 0 ? JSON.stringify(redactJson(parsed, redact)) : text
  return redact(plain)
}
