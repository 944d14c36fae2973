import { type CharacterTest, createCharacterTest, runEnd, runStart } from './character-runs.js'
import { longLine } from './long-line.js'
import { isPlaceholder } from './placeholders.js'
import { type NameKind, nameKind, secretName } from './secret-names.js'
import type { Span } from './span.js'

/** A name and the separator before its value. */
interface Naming {
  readonly pattern: RegExp
  /** Matches the characters between the start of a run and the end of the name. */
  readonly isInRun: CharacterTest
}

/** `=`, `:`, `=>`, `:=`. Quotes may be escaped. */
const assignment: Naming = {
  pattern:
    /(--?)?([A-Za-z_$][\w$.-]{1,100}?|_{1,2}[A-Za-z][\w-]{1,60})(\[?\\{0,6}["']?\]?[ \t]{0,8}(?:=>|:=|==|[:=])[ \t]{0,8})/y,
  isInRun: createCharacterTest(/[\w$.-]/),
}
/** Whitespace after `--name`. */
const flag: Naming = {
  pattern: /(--)([A-Za-z][\w-]{1,60})([ \t]{1,4})(?=[^\s=:-])/y,
  isInRun: createCharacterTest(/[\w-]/),
}
/** Everything up to whitespace or a quote. */
const untilBlank = /[^\s"'`\\]+/y
const untilMark = /[^\s"'`;,&<>(){}[\]|\\#]+/y
/** How many characters of a value are checked. */
const tellingLength = 128

/** Finds values whose names suggest a secret, in shell commands, code, JSON, YAML, headers, URLs and flags. */
export function findAssignments(text: string): readonly Span[] {
  if (text.search(secretName) === -1) return []
  return [...findNamed(text, assignment), ...(text.includes('--') ? findNamed(text, flag) : [])]
}

function findNamed(text: string, { pattern, isInRun }: Naming): readonly Span[] {
  const reader = { text, toBlank: createRunReader(text, untilBlank), toMark: createRunReader(text, untilMark) }
  const spans: Span[] = []
  for (const index of runsWithSecretNames(text, isInRun)) {
    pattern.lastIndex = index
    const match = pattern.exec(text)
    if (match === null) continue
    const { 0: whole, 1: dashes, 2: name = '' } = match
    // In a URL, this position holds user and password, which end at the `@`.
    if (index < (spans.at(-1)?.end ?? 0) || text.startsWith('://', index - 3)) continue
    const kind = nameKind(name)
    if (kind === undefined) continue
    const value = valueAt(reader, index + whole.length, { kind, name, nameAt: index, isFlag: dashes !== undefined })
    if (value) spans.push(value)
  }
  return spans
}

/** Yields the starts of the runs that contain part of a secret's name. */
function* runsWithSecretNames(text: string, isInRun: CharacterTest): Iterable<number> {
  secretName.lastIndex = 0
  for (let match = secretName.exec(text); match !== null; match = secretName.exec(text)) {
    const end = runEnd(text, isInRun, match.index)
    yield runStart(text, isInRun, match.index)
    secretName.lastIndex = end
  }
}

interface Named {
  readonly kind: NameKind
  readonly name: string
  readonly nameAt: number
  readonly isFlag: boolean
}

interface Reader {
  readonly text: string
  readonly toBlank: (at: number) => number
  readonly toMark: (at: number) => number
}

/** Returns a function that finds the end of the run at an index. Repeated calls within one run are free. */
function createRunReader(text: string, pattern: RegExp): (at: number) => number {
  let known = { start: 0, end: 0 }
  return (at) => {
    if (at < known.start || at >= known.end) {
      pattern.lastIndex = at
      known = { start: at, end: at + (pattern.exec(text)?.[0].length ?? 0) }
    }
    return known.end
  }
}

const opening = /(?:[rbfu]{0,2}|\\{0,6})["'`]/y
const scheme =
  /^(?:bearer|basic|token|apikey|api-key|digest|negotiate|key|bot|splunk|genie(?:key)?|sso-key|dpop)[ \t]+/i

function valueAt(reader: Reader, at: number, named: Named): Span | undefined {
  opening.lastIndex = at
  const quote = opening.exec(reader.text)?.[0]
  if (quote === undefined) return bareValue(reader, at, named)
  const start = at + quote.length
  const end = closingQuote(reader.text, start, quote.replace(/^[rbfu]+/, ''))
  if (end === undefined) return bareValue(reader, start, named)
  return judge(reader.text, { start, end }, { ...named, isQuoted: true })
}

/**
 * Returns the end of a quoted value on the same line. An escaped quote belongs to the value unless the enclosing quotes
 * are escaped too.
 */
function closingQuote(text: string, start: number, quote: string): number | undefined {
  const bound = Math.min(text.length, start + longLine)
  for (let at = start; at < bound; at++) {
    if (text[at] === '\n') return undefined
    if (text.startsWith(quote, at)) return at
    if (text[at] === '\\' && quote.length === 1) at += 1
  }
  return undefined
}

function bareValue({ text, toBlank, toMark }: Reader, at: number, named: Named): Span | undefined {
  if (named.kind === 'header') {
    const start = at + (scheme.exec(text.slice(at, at + 24))?.[0].length ?? 0)
    return judge(text, { start, end: toBlank(start) }, { ...named, isQuoted: start > at })
  }
  const end = (isFirstOfLine(text, named.nameAt) ? wordEnd(text, at, toBlank(at)) : undefined) ?? toMark(at)
  const isCall = text[end] === '(' || text[end] === '['
  return isCall ? undefined : judge(text, { start: at, end }, { ...named, isQuoted: false })
}

/** Whether the name is at the start of its line, as in settings files. */
function isFirstOfLine(text: string, nameAt: number): boolean {
  const from = Math.max(0, nameAt - 60)
  const before = text.slice(from, nameAt)
  const newline = before.lastIndexOf('\n')
  if (newline === -1 && from > 0) return false
  return /^[ \t]*(?:(?:- |export |set |ENV |ARG |-e )[ \t]*)?["']?$/.test(before.slice(newline + 1))
}

/** Returns the end of an unquoted value, or `undefined` when the text is code or a list of values. */
function wordEnd(text: string, start: number, blankAt: number): number | undefined {
  if (/[\w$][([]|[&;,][\w.-]+=|[;|]\w/.test(text.slice(start, Math.min(blankAt, start + tellingLength))))
    return undefined
  let end = blankAt
  while (end > start && (text[end - 1] === ',' || text[end - 1] === ';')) end -= 1
  return end
}

interface Judged extends Named {
  readonly isQuoted: boolean
}

function judge(text: string, { start, end }: Span, named: Judged): Span | undefined {
  const value = text.slice(start, Math.min(end, start + tellingLength))
  const word = scheme.exec(value)?.[0] ?? ''
  return isSecretValue(value.slice(word.length), named) ? { start: start + word.length, end } : undefined
}

function isSecretValue(value: string, { kind, name, isQuoted, isFlag }: Judged): boolean {
  if (value.length < 4 || isPlaceholder(value) || namesItself(value, name)) return false
  if (/\s/.test(value))
    return (
      (/phrase/i.test(name) && /^[a-z]+(?: [a-z]+){3,}$/.test(value)) ||
      (kind === 'password' && /^[a-z]{4}(?: [a-z]{4}){3}$/.test(value))
    )
  if (kind === 'unknown-key') return isRandom(value)
  if (!isQuoted && /^[A-Za-z_$][\w$]*(?:[?!]?\.[A-Za-z_$][\w$]*)+$/.test(value) && !/\d{3}/.test(value)) return false
  if (!isQuoted && kind === 'key' && isTypeName(value)) return false
  const isVariable = /^[A-Z][A-Z\d_]*$/.test(name) || isFlag || isQuoted
  const hasLetter = /[A-Za-z]/.test(value)
  const hasDigit = /\d/.test(value)
  if (kind === 'password') {
    if (!hasLetter) return value.length >= 6 && !/^pass$/i.test(name)
    return hasDigit || hasSymbol(value) || (isVariable && value.length >= 6 && !/^[A-Z]?[a-z]+[A-Z]/.test(value))
  }
  if (!hasLetter) return value.length >= 10 && hasDigit
  if (value.length < 8) return hasDigit && value.length >= 6 && (kind === 'header' || /^[A-Z][A-Z\d_]*$/.test(name))
  return (
    hasDigit ||
    (value.length >= 16 && (/[+/=]/.test(value) || /^[a-z]+$/.test(value))) ||
    (/[a-z][A-Z]{2}|[A-Z][a-z][A-Z]/.test(value) && value.length >= 16)
  )
}

/** Whether the value has a long piece without separators that mixes letters and several digits. */
function isRandom(value: string): boolean {
  if (value.length < 20 || !/^[\w+/=.~-]+$/.test(value)) return false
  const pieces = value.split(/[^A-Za-z\d]+/)
  return pieces.some((piece) => piece.length >= 16 && /[A-Za-z]/.test(piece) && piece.replace(/\D/g, '').length >= 3)
}

/**
 * Whether the value is a type, as `Uint8Array`, `Base64Secret` or `ed25519::SecretKey` after the name of a field in
 * code.
 */
function isTypeName(value: string): boolean {
  const name = value.replace(/(?:\[\]|[?])$/, '')
  if (/^[A-Za-z_]\w*(?:(?:::|\.)[A-Za-z_]\w*)+$/.test(name)) return typeWords.test(name)
  return /^(?:[A-Z][a-z]+\d{0,5}|[A-Z]{1,2}\d{1,5}){1,6}$/.test(name) && typeWords.test(name)
}

const typeWords =
  /(?:U?int(?:8|16|32|64)|Float(?:32|64)|Base(?:32|58|64)|Sha(?:1|256|384|512)|Ed25519|X25519|Secp256k1|P256|X509|Argon2|Blake[23]|(?:Array|String|Buffer|Bytes|Key|Secret|Token|Hash|Credential|Credentials|Certificate|Provider|Type|Value|Source|Signer|Generator)\d{0,2}$)/i

function hasSymbol(value: string): boolean {
  return /[!@#$%^&*+?~]/.test(value) || value.split('-').length >= 4
}

/** Whether the value repeats its name, as in `password: hashedPassword` or `"token": "Token"`. */
function namesItself(value: string, name: string): boolean {
  const words = /pass(?:word|wd|phrase|wort)?|secret|token|credential|api[-_]?key/gi
  if (!/^[\w$.-]+$/.test(value) || /\d{2}/.test(value)) return false
  return words.test(value) && (!/[\d!@#$%^&*]/.test(value) || value.toLowerCase() === name.toLowerCase())
}
