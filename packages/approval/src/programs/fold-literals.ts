import { UNKNOWN } from '../words/data.js'
import { literal, type ProgramText } from './program-text.js'

export interface FoldedText extends ProgramText {
  /** Whether a part was decoded from another form: base64, character codes, reversed text. */
  readonly decodes: boolean
}

type Fold = (strings: readonly string[], match: RegExpMatchArray) => string | undefined

const at = (strings: readonly string[], index: string | undefined) => strings[Number(index)] ?? ''

const decoders: readonly (readonly [RegExp, Fold])[] = [
  [
    /\bchr\(\s*(\d{1,7}|0x[\da-f]{1,6})\s*\)/gi,
    (_, [, code]) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
  ],
  [
    /\bString\.from(?:CharCode|CodePoint)\(([\d\s,xa-f]+)\)/gi,
    (_, [, codes = '']) =>
      codes
        .split(',')
        .map((code) => String.fromCodePoint(Math.min(Math.abs(Number(code)) || 0, 0x10ffff)))
        .join(''),
  ],
  [
    expression(
      String.raw`(?:base64\.)?(?:b64decode|decodebytes|standard_b64decode|decode_base64|base64_decode|decode64|strict_decode64)\(\s*b?${literal}\s*\)(?:\.decode\([^)]*\))?`,
    ),
    (strings, [, index]) => fromBase64(at(strings, index)),
  ],
  [expression(String.raw`\batob\(\s*${literal}\s*\)`), (strings, [, index]) => fromBase64(at(strings, index))],
  [
    expression(String.raw`\bBuffer\.from\(\s*${literal}\s*,\s*${literal}\s*\)(?:\.toString\([^)]*\))?`),
    (strings, [, index, encoding]) =>
      Buffer.from(at(strings, index), at(strings, encoding) === 'hex' ? 'hex' : 'base64').toString(),
  ],
  [
    expression(String.raw`\b(?:bytes|bytearray)\.fromhex\(\s*${literal}\s*\)(?:\.decode\([^)]*\))?`),
    (strings, [, index]) => Buffer.from(at(strings, index), 'hex').toString(),
  ],
  [
    expression(String.raw`\b(?:hex2bin|unhexlify|binascii\.unhexlify)\(\s*${literal}\s*\)(?:\.decode\([^)]*\))?`),
    (strings, [, index]) => Buffer.from(at(strings, index), 'hex').toString(),
  ],
  [
    expression(String.raw`\bcodecs\.decode\(\s*${literal}\s*,\s*${literal}\s*\)`),
    (strings, [, index, codec]) => (/rot/.test(at(strings, codec)) ? rotate(at(strings, index)) : UNKNOWN),
  ],
  [expression(String.raw`${literal}\[::-1\]`), (strings, [, index]) => [...at(strings, index)].reverse().join('')],
  [
    expression(String.raw`(?:\breverse\s*\(?\s*|\bstrrev\(\s*)${literal}\s*\)?`),
    (strings, [, index]) => [...at(strings, index)].reverse().join(''),
  ],
  [
    expression(String.raw`${literal}\.(?:reverse|split\(\s*${literal}\s*\)\.reverse\(\)\.join\(\s*${literal}\s*\))`),
    (strings, [, index]) => [...at(strings, index)].reverse().join(''),
  ],
  [
    expression(
      String.raw`\[\s*${literal}\s*\]\.pack\(\s*${literal}\s*\)|\bpack\(?\s*${literal}\s*,\s*${literal}\s*\)?`,
    ),
    (strings, [, first, , , second]) => Buffer.from(at(strings, first ?? second), 'hex').toString(),
  ],
]

/**
 * A list of strings. Spaces between them match in only one way, because otherwise backtracking would take forever on
 * long lists.
 */
const list = String.raw`\[\s{0,40}(\uE000\d+\uE001(?:(?:\s{0,40},)?\s{0,40}\uE000\d+\uE001)*)\s{0,40},?\s{0,40}\]`

const joiners: readonly (readonly [RegExp, Fold])[] = [
  [
    expression(String.raw`${literal}\.join\(\s*${list}\s*\)`),
    (strings, [, separator, list = '']) => members(strings, list).join(at(strings, separator)),
  ],
  [
    expression(String.raw`${list}\.join\(\s*${literal}\s*\)`),
    (strings, [, list = '', separator]) => members(strings, list).join(at(strings, separator)),
  ],
  [
    expression(
      String.raw`(?:(?:[fbru]{0,2})\uE000\d+\uE001)(?:\s{0,40}(?:(?:\+|\.\.?|<<|~)\s{0,40})?[fbru]{0,2}\uE000\d+\uE001)+`,
    ),
    (strings, [all]) => members(strings, all).join(''),
  ],
]

/** Evaluates constant string expressions: concatenation, joining, decoding, variables that are set once. */
export function foldLiterals(text: ProgramText): FoldedText {
  const strings = [...text.strings]
  let code = resolveAliases(text.code)
  let decodes = false
  for (let round = 0; round < 4; round++) {
    const before = code
    for (const [pattern, fold] of decoders) code = replace(code, pattern, fold, strings, () => (decodes = true))
    for (const [pattern, fold] of joiners) code = replace(code, pattern, fold, strings)
    code = inlineVariables(code)
    if (code === before) break
  }
  return { strings, code, decodes, commands: text.commands.map((command) => interpolate(command, text.code, strings)) }
}

/**
 * Replaces aliases with the original name: `from os import system as s`, `const e = require('child_process').execSync`.
 */
function resolveAliases(code: string): string {
  const pattern =
    /\b([\w.]{1,60})\s+as\s+(\w+)|(?:const|let|var|^|[;\n])[^\S\n]{0,80}(\w{1,60})[^\S\n]{0,80}=\s*[^;\n=]*?\b(exec\w*|spawn\w*|system|popen|run|call|eval)\s*(?=[;\n]|$)/g
  const aliases = [...code.matchAll(pattern)].slice(0, 200).flatMap(([, original, alias, variable, called]) => {
    const name = alias ?? variable
    const target = original ?? called
    return name && target && name !== target ? [{ name, target }] : []
  })
  return aliases.reduce(
    (text, { name, target }) => text.replace(new RegExp(`(?<![.\\w])${name}(?=\\s*[.(])`, 'g'), () => target),
    code,
  )
}

/** Inserts variables into a command between backticks. */
function interpolate(command: string, code: string, strings: readonly string[]): string {
  return command.replace(/[$#]\{?([A-Za-z_]\w*)\}?/g, (name, variable: string) => {
    const value = new RegExp(`\\b${variable}\\s*=\\s*${literal}`).exec(code)?.[1]
    return value === undefined ? name : at(strings, value)
  })
}

function replace(code: string, pattern: RegExp, fold: Fold, strings: string[], onChange?: () => void): string {
  return code.replace(pattern, (...groups: unknown[]) => {
    const match = groups.filter((group) => group === undefined || typeof group === 'string').slice(0, -1)
    const value = fold(strings, match as RegExpMatchArray)
    if (value === undefined) return String(match[0])
    onChange?.()
    return `\uE000${strings.push(value.slice(0, 20_000)) - 1}\uE001`
  })
}

const assignment =
  /(^|[;\n{(]|\s)((?:my|our|local|const|let|var)\s+)?([$@]?[A-Za-z_]\w*)\s*:?=\s*(\uE000\d+\uE001|[[(]\s*\uE000\d+\uE001(?:\s*,\s*\uE000\d+\uE001)*\s*[\])])(?=\s*(?:[;\n})]|$))/g

function inlineVariables(code: string): string {
  const values = new Map<string, string>()
  const rest = code.replace(
    assignment,
    (_all, before: string, _keyword: string | undefined, name: string, value: string) => {
      values.set(name, value)
      return before
    },
  )
  if (values.size === 0) return code
  return rest.replace(/[$@]?\b[A-Za-z_]\w*\b(?!\s*=[^=])/g, (name) => values.get(name) ?? name)
}

function members(strings: readonly string[], list: string): string[] {
  return [...list.matchAll(expression(literal))].map(([, index]) => at(strings, index))
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString()
}

function rotate(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function expression(source: string): RegExp {
  return new RegExp(source, 'g')
}
