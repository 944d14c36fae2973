import { DamagedJsonError, type TextReader } from './text-reader.js'

/** Role of the string: a member's key, a member's value, or a list item. */
export type TextRole = 'key' | 'member' | 'item'

/**
 * Reads a quoted string that may contain unescaped inner quotes. A quote ends the string when the text after it
 * continues the object. Inner quotes must be paired, because the end would otherwise be ambiguous.
 */
export function readQuoted(reader: TextReader, role: TextRole): string {
  const triple = role === 'key' ? '' : reader.take(/"""(?=[\s\S]*?""")|'''(?=[\s\S]*?''')/y)
  if (triple !== '') return readTriple(reader, triple)
  const closers = closersOf(reader.take(/[\s\S]/y))
  const next = new RegExp(`[\\\\${closers}]`, 'g')
  let text = ''
  let inner = 0
  for (;;) {
    next.lastIndex = reader.position()
    const found = next.exec(reader.text)
    if (!found) throw new DamagedJsonError('cut')
    text += reader.text.slice(reader.position(), found.index)
    reader.moveTo(found.index)
    if (found[0] === '\\') {
      text += readEscape(reader)
      continue
    }
    reader.moveTo(found.index + 1)
    if (role === 'key' || reader.sees(role === 'member' ? memberEnd : itemEnd)) break
    // `"a", "b"` looks like two strings, so reading it as one would be a guess.
    if (role === 'member' && reader.sees(/\s*,\s*["'`“‘]/y))
      throw new DamagedJsonError(reader.text.endsWith('}') ? 'unclear' : 'cut')
    text += found[0]
    if (!isApostrophe(reader.text, found.index)) inner += 1
  }
  if (inner > 0 && reader.isAtEnd()) throw new DamagedJsonError('cut')
  if (inner % 2 !== 0) throw new DamagedJsonError('unclear')
  return text
}

const key = String.raw`(?:["'\`\u201c\u201d\u2018\u2019](?:[^"'\`\u201c\u201d\u2018\u2019\\\n]|\\.){0,100}["'\`\u201c\u201d\u2018\u2019]|[\w$-]{1,100}["']?)\s{0,100}(?::|=>?)`
const comment = String.raw`\/[/*]|#`
const afterBracket = String.raw`\s*(?:[,}\])]|$|\{\s*["'}]|\`\`\`|<\/|;|${key}|${comment})`
const closing = String.raw`[}\]]${afterBracket}`
const memberEnd = new RegExp(
  String.raw`\s*(?:$|${closing}|,\s*(?:$|[,}\]]|${key}|${comment})|${comment})|\s+${key}`,
  'y',
)
const itemEnd = new RegExp(
  String.raw`\s*(?:$|${closing}|,\s*(?:$|[,\]"'\`\u201c\u2018{[\d-]|true|false|null|None|True|False|${comment})|${comment})|\s+["'\`\u201c\u2018]`,
  'y',
)

function closersOf(opener: string): string {
  if (opener === '“' || opener === '”') return '”“"'
  if (opener === '‘' || opener === '’') return "’‘'"
  return opener
}

function isApostrophe(text: string, index: number): boolean {
  return /^\p{L}['’]\p{L}$/u.test(text.slice(index - 1, index + 2))
}

const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '`': '`',
  '/': '/',
  '\\': '\\',
}

/** Reads an escape sequence. The backslash of an unknown escape is kept. */
function readEscape(reader: TextReader): string {
  const found = reader.take(/\\(?:u[0-9a-fA-F]{4}|[\s\S])/y)
  if (found === '') throw new DamagedJsonError('cut')
  const letter = found.slice(1)
  if (letter.length === 5) return String.fromCharCode(Number.parseInt(letter.slice(1), 16))
  return escapes[letter] ?? found
}

function readTriple(reader: TextReader, quotes: string): string {
  const start = reader.position()
  const end = reader.text.indexOf(quotes, start)
  reader.moveTo(end + quotes.length)
  return reader.text.slice(start, end)
}
