import { UNKNOWN } from '../words/data.js'
import { decodeEscapes } from '../words/escapes.js'

/** The text of a program with its string literals replaced: `os.system(\uE000 0 \uE001)`, and the list of literals. */
export interface ProgramText {
  readonly code: string
  readonly strings: readonly string[]
  /** The text between backticks in languages where that runs a command. */
  readonly commands: readonly string[]
}

/** Matches one literal in {@link ProgramText.code}. The group contains its number. */
export const literal = '\\uE000(\\d+)\\uE001'

interface Syntax {
  readonly comment: RegExp
  readonly backtick: 'command' | 'string' | 'none'
}

const hash = /^#[^\n]*/
const slashes = /^(?:\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/
const syntaxes: Readonly<Record<string, Syntax>> = {
  python: { comment: hash, backtick: 'none' },
  perl: { comment: hash, backtick: 'command' },
  ruby: { comment: hash, backtick: 'command' },
  javascript: { comment: slashes, backtick: 'string' },
  php: { comment: /^(?:\/\/[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/, backtick: 'command' },
  lua: { comment: /^--[^\n]*/, backtick: 'none' },
  awk: { comment: hash, backtick: 'none' },
  lisp: { comment: /^;[^\n]*/, backtick: 'none' },
  other: { comment: hash, backtick: 'command' },
}

export function readProgramText(text: string, language: string): ProgramText {
  const syntax = syntaxes[language] ?? { comment: hash, backtick: 'none' }
  const strings: string[] = []
  const commands: string[] = []
  let code = ''
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? ''
    if (character === '"' || character === "'" || (character === '`' && syntax.backtick !== 'none')) {
      const { value, next } = readLiteral(text, at)
      if (character === '`' && syntax.backtick === 'command') commands.push(value)
      code += `\uE000${strings.push(value) - 1}\uE001`
      at = next
      continue
    }
    const comment =
      isCommentStart(character) && !/[$\w\\]/.test(text[at - 1] ?? '')
        ? syntax.comment.exec(text.slice(at, at + 10_000))
        : null
    if (comment) at += comment[0].length
    else {
      code += character
      at++
    }
  }
  return { code, strings, commands }
}

function isCommentStart(character: string): boolean {
  return character === '#' || character === '/' || character === '-' || character === ';'
}

function readLiteral(text: string, start: number): { value: string; next: number } {
  const quote = text[start] ?? ''
  const fence = text.startsWith(quote.repeat(3), start) ? quote.repeat(3) : quote
  let at = start + fence.length
  while (at < text.length && !text.startsWith(fence, at)) at += text[at] === '\\' ? 2 : 1
  const raw = text.slice(start + fence.length, at)
  const value = quote === '`' ? raw.replace(/\$\{[^}]*(\}?)/g, (part, end) => (end === '' ? part : UNKNOWN)) : raw
  return { value: decodeEscapes(value), next: Math.min(text.length, at) + fence.length }
}
