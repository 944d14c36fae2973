import type { JsonObject, JsonValue } from '@hermes/core'
import { readQuoted } from './read-quoted.js'
import { DamagedJsonError, type TextReader, textReader } from './text-reader.js'

export { DamagedJsonError }

/**
 * Parses a damaged JSON object if its meaning is unambiguous. Handles non-standard quotes, Python and JavaScript
 * literals, missing or extra commas and brackets, comments and code fences, in a single pass.
 *
 * @throws {DamagedJsonError} when the text is cut off or ambiguous.
 */
export function repairJson(text: string): JsonObject {
  const reader = textReader(text)
  const lead = reader.take(/[^{}[\]"'`]{0,200}(?:```[a-z]{0,10}\s*)?/y)
  const hasBrace = reader.take(/\{/y) !== ''
  if (!hasBrace && (lead.trim() !== '' || !reader.sees(keyAhead))) throw new DamagedJsonError('unclear')
  const value = readObject(reader, { depth: 1, lists: 0 })
  expectEnd(reader, text)
  return value
}

/** Position of a value: its depth and the number of enclosing lists, which decides what a stray `]` closes. */
interface Place {
  readonly depth: number
  readonly lists: number
}

const maxDepth = 100
const blankOrComment = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*/y
const keyAhead = /(?:["'`“”‘’](?:[^"'`“”‘’\\\n]|\\.){0,100}["'`“”‘’]|[\w$-]{1,100}["']?)\s{0,100}(?::|=>?)/y

function readObject(reader: TextReader, place: Place): JsonObject {
  checkDepth(place)
  const members: [string, JsonValue][] = []
  for (let isFirst = true; ; isFirst = false) {
    skipBlank(reader)
    const commas = takeCommas(reader)
    if (reader.isAtEnd()) {
      if (isFirst || commas > 0) throw new DamagedJsonError('cut')
      break
    }
    if (reader.take(/\}/y)) break
    if (reader.sees(/\]/y)) {
      if (place.lists > 0) break
      reader.take(/\]/y)
      continue
    }
    if (!isFirst && commas === 0 && !reader.sees(keyAhead)) throw new DamagedJsonError('unclear')
    members.push(readMember(reader, place))
  }
  return Object.fromEntries(members)
}

function readMember(reader: TextReader, place: Place): [string, JsonValue] {
  const key = readKey(reader)
  skipBlank(reader)
  const hasColon = reader.take(/:|=>?/y) !== ''
  skipBlank(reader)
  if (reader.isAtEnd()) throw new DamagedJsonError('cut')
  if (!hasColon && !reader.sees(/["'`“‘{[\d-]/y)) throw new DamagedJsonError('unclear')
  return [key, readValue(reader, place, 'member')]
}

function readKey(reader: TextReader): string {
  if (reader.sees(/["'`“”‘’]/y)) return readQuoted(reader, 'key')
  const name = reader.take(/[\w$][\w$.-]*/y)
  if (name === '') throw new DamagedJsonError('unclear')
  if (reader.isAtEnd()) throw new DamagedJsonError('cut')
  reader.take(/["']/y)
  return name
}

function readList(reader: TextReader, place: Place): readonly JsonValue[] {
  checkDepth(place)
  const items: JsonValue[] = []
  for (let isFirst = true; ; isFirst = false) {
    skipBlank(reader)
    const commas = takeCommas(reader)
    if (commas > 1) throw new DamagedJsonError('unclear')
    if (reader.isAtEnd()) {
      if (isFirst || commas > 0) throw new DamagedJsonError('cut')
      break
    }
    if (reader.take(/\]/y)) break
    if (reader.sees(/\}/y)) break
    if (!isFirst && commas === 0 && !reader.sees(/["'`“‘{[]/y)) throw new DamagedJsonError('unclear')
    items.push(readValue(reader, place, 'item'))
  }
  return items
}

function readValue(reader: TextReader, place: Place, role: 'member' | 'item'): JsonValue {
  if (reader.take(/\{/y)) return readObject(reader, { ...place, depth: place.depth + 1 })
  if (reader.take(/\[/y)) return readList(reader, { depth: place.depth + 1, lists: place.lists + 1 })
  if (reader.sees(/["'`“”‘’]/y)) return readQuoted(reader, role)
  return readNumber(reader) ?? readWord(reader)
}

function readNumber(reader: TextReader): number | undefined {
  const digits = reader.take(/[-+]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?=\s|[,}\]]|\/[/*]|$)/y)
  if (digits === '') return undefined
  if (reader.isAtEnd() && digits.endsWith('.')) throw new DamagedJsonError('cut')
  return Number(digits)
}

const literals: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  undefined: null,
}

/** Reads a literal, or a string without its opening quote. */
function readWord(reader: TextReader): JsonValue {
  const word = reader.take(/[^,{}[\]"`\n]{1,10000}/y)
  const text = word.trim()
  const literal = literals[text.toLowerCase()]
  if (literal !== undefined) return literal
  if (reader.isAtEnd()) throw new DamagedJsonError('cut')
  if (text === '' || /^(?:-?infinity|nan)$|\.\.\.|…/i.test(text)) throw new DamagedJsonError('unclear')
  if (!/^[\p{L}\p{N}_ ./\\@+~*=?&%#$:()!|;'-]+$/u.test(text)) throw new DamagedJsonError('unclear')
  if (reader.take(/"/y) !== '') return word.trimStart()
  return text
}

function skipBlank(reader: TextReader): void {
  while (reader.take(blankOrComment));
}

function takeCommas(reader: TextReader): number {
  let commas = 0
  while (reader.take(/,/y)) {
    commas += 1
    skipBlank(reader)
  }
  return commas
}

function checkDepth({ depth }: Place): void {
  if (depth > maxDepth) throw new DamagedJsonError('unclear')
}

/**
 * Checks the text after the object. Extra closing brackets, a fence or words may follow, but no further data unless it
 * repeats the object.
 */
function expectEnd(reader: TextReader, text: string): void {
  const end = reader.position()
  const rest = text.slice(end).trim()
  if (rest === text.slice(0, end).trim()) return
  if (/[{}[\]":=]/.test(rest.replace(/^[\s}\])]+/, ''))) throw new DamagedJsonError('unclear')
}
