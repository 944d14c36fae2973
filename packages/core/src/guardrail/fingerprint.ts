import type { MessageContent, ToolCall } from '../contracts/model/message.js'
import type { JsonValue } from '../contracts/values/json.js'
import { canonicalJson } from '../json/canonical-json.js'
import { parseJson } from '../json/parse-json.js'
import { hashText } from './hash-text.js'

/** Returns a fingerprint that is equal for equivalent calls: the order of keys and white space are ignored. */
export function fingerprintCall({ function: { name, arguments: text } }: ToolCall): number {
  return hashText(`${name}\n${canonical(text)}`)
}

/**
 * Returns a fingerprint that is equal for equivalent results: times, durations, process ids, addresses and temporary
 * names are ignored.
 */
export function fingerprintResult(content: MessageContent): number {
  if (typeof content === 'string') return hashText(withoutVolatile(content))
  return hashText(
    content.map((part) => (part.type === 'text' ? withoutVolatile(part.text) : JSON.stringify(part))).join('\n'),
  )
}

/**
 * Counts lines, which are equal for equivalent results, because nothing that is ignored spans lines. Counting takes a fraction
 * of the time of a fingerprint.
 */
export function countLines(content: MessageContent): number {
  if (typeof content === 'string') return linesIn(content)
  return Math.max(
    1,
    content.reduce((sum, part) => sum + (part.type === 'text' ? linesIn(part.text) : 1), 0),
  )
}

function linesIn(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

function withoutVolatile(text: string): string {
  return text.replace(volatile, '~')
}

function canonical(text: string): string {
  try {
    const value: JsonValue = parseJson(text)
    return canonicalJson(value)
  } catch {
    // Arguments from the model may be invalid JSON, or nested too deeply for the stack.
    return text.trim()
  }
}

/**
 * Masks only parts that measure or identify a run, never parts that may show its progress: whole seconds, counts and percentages
 * stay, so that a task that advances does not look stuck. Every repetition is bounded.
 */
const volatile = new RegExp(
  [
    /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/,
    /\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/,
    /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/,
    /\b0x[\da-f]{4,16}\b/,
    /\b1[6-9]\d{8}(?:\d{3})?(?:\.\d{1,9})?\b/,
    /\b\d{1,9}\.\d{1,9} ?(?:m?s|secs?|seconds?|min|minutes?)\b/,
    /\b\d{1,9} ?(?:ms|µs|us|ns)\b/,
    /\b(?:took|elapsed|duration)(?:_ms|_s|_seconds)?["']?[:=]? ?\d{1,12}(?:\.\d{1,9})?/,
    /\bpid["']?[ :=]{1,3}\d{1,9}/,
    /\/tmp\/[\w-]{0,40}[.-][A-Za-z\d]{6,16}\b/,
    /\btmp[a-z\d_]{6,12}\b/,
  ]
    .map((pattern) => pattern.source)
    .join('|'),
  'gi',
)
