import type { JsonObject, JsonValue, ToolCall } from '@hermes/core'
import { parseObject } from './parse-object.js'

/** The arguments that identify a call best, in order of preference. */
const tellingNames = [
  'command',
  'path',
  'file_path',
  'file',
  'url',
  'urls',
  'query',
  'pattern',
  'name',
  'task',
  'goal',
  'action',
  'id',
]
const maxLength = 120

/** Returns the tool and its main argument: `terminal "npm test"`. */
export function describeCall(call: ToolCall): string {
  const argument = keyArgument(parseObject(call.function.arguments))
  return argument === undefined ? call.function.name : `${call.function.name} "${oneLine(argument, maxLength)}"`
}

/** Collapses whitespace and truncates to `limit` characters. */
export function oneLine(text: string, limit: number): string {
  // Scans only what can be shown: texts may be of any size.
  const line = text
    .slice(0, limit * 2)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length < text.trim().length && line.length >= limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line
}

function keyArgument(args: JsonObject): string | undefined {
  for (const name of tellingNames) {
    const text = toText(args[name])
    if (text) return text
  }
  return Object.values(args).map(toText).find(Boolean)
}

function toText(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value.trim() || undefined
  if (typeof value === 'number') return String(value)
  return Array.isArray(value) ? value.map(toText).filter(Boolean).join(', ') || undefined : undefined
}
