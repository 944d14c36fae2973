import { isRecord } from '../json/is-record.js'
import { parseJson } from '../json/parse-json.js'
import type { CallDraft, MarkupReader } from './markup-reader.js'

/** The text read where a JSON object was expected. `value` is `undefined` when it is not valid JSON. */
interface JsonText {
  readonly text: string
  readonly value: unknown
  readonly isCut: boolean
  /** Whether a cut-off text ends inside quotes. */
  readonly isInString: boolean
}

/** Reads the arguments of a call whose name is already known. */
export function readArguments(reader: MarkupReader, name: string): CallDraft | undefined {
  reader.skipSpace()
  if (reader.isAtEnd) return { name, args: '{"', isCut: true }
  const json = readObject(reader)
  if (!json) return undefined
  if (json.isCut) return { name, args: cutArguments(json), isCut: true }
  return { name, args: isRecord(json.value) ? JSON.stringify(json.value) : json.text, isCut: false }
}

/** Reads a call as a JSON object: `name` with `arguments` or `parameters`, possibly inside `function`. */
export function readJsonCall(reader: MarkupReader, isMarked: boolean): CallDraft | undefined {
  const json = readObject(reader)
  if (!json) return undefined
  if (isRecord(json.value)) return toDraft(json.value, isMarked)
  return isMarked || json.isCut ? fromDamaged(json, isMarked) : undefined
}

function readObject(reader: MarkupReader): JsonText | undefined {
  const { text, position: start } = reader
  if (text[start] !== '{') return undefined
  let depth = 0
  let isInString = false
  for (let index = start; index < text.length; index++) {
    const unit = text[index]
    if (isInString) {
      if (unit === '\\') index += 1
      else if (unit === '"') isInString = false
    } else if (unit === '"') isInString = true
    else if (unit === '{') depth += 1
    else if (unit === '}' && --depth === 0) {
      reader.position = index + 1
      const object = text.slice(start, index + 1)
      return { text: object, value: parse(object) ?? parse(withEscapes(object)), isCut: false, isInString }
    }
  }
  reader.position = text.length
  return { text: text.slice(start), value: undefined, isCut: true, isInString }
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // Models write almost-JSON.
    return undefined
  }
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Escapes raw line breaks, which models put into strings. */
function withEscapes(text: string): string {
  const pieces: string[] = []
  let isInString = false
  let from = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text[index] ?? ''
    if (unit === '"') isInString = !isInString
    if (unit === '\\') index += 1
    const escaped = isInString ? escapes[unit] : undefined
    if (escaped === undefined) continue
    pieces.push(text.slice(from, index), escaped)
    from = index + 1
  }
  return pieces.join('') + text.slice(from)
}

const ownKeys = new Set(['name', 'arguments', 'parameters', 'id', 'type', 'function'])

function toDraft(call: Record<string, unknown>, isMarked: boolean): CallDraft | undefined {
  if (!isMarked && Object.keys(call).some((key) => !ownKeys.has(key))) return undefined
  const inner = isRecord(call.function) ? call.function : call
  const name = inner.name ?? inner.function
  const args = inner.arguments ?? inner.parameters ?? (isMarked ? {} : undefined)
  if (typeof name !== 'string') return undefined
  if (typeof args === 'string') return { name, args: args.trim() || '{}', isCut: false }
  // A tool schema is not a call.
  if (!isRecord(args) || (args.type === 'object' && isRecord(args.properties))) return undefined
  return { name, args: JSON.stringify(args), isCut: false }
}

/** Splits cut-off or invalid JSON into name and arguments. Repairing the arguments is left to the caller. */
function fromDamaged(json: JsonText, isMarked: boolean): CallDraft | undefined {
  const name = /["'](?:name|function)["']\s{0,20}:\s{0,20}["']([\w.-]{1,64})["']/.exec(json.text.slice(0, 500))?.[1]
  if (name === undefined) return undefined
  const start = /["'](?:arguments|parameters)["']\s{0,20}:\s{0,20}/.exec(json.text)
  if (!start && !isMarked) return undefined
  const rest = start ? json.text.slice(start.index + start[0].length) : ''
  if (json.isCut) return { name, args: cutArguments({ ...json, text: rest }), isCut: true }
  return { name, args: rest.replace(/\}\s*$/, '').trim() || '{}', isCut: false }
}

/** Cuts arguments and leaves the string unclosed, so that they cannot be mistaken for complete ones. */
function cutArguments({ text, isInString }: Pick<JsonText, 'text' | 'isInString'>): string {
  if (text === '') return '{"'
  return isInString ? text : `${text.trimEnd().replace(/,$/, '')},"`
}
