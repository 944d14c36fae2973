import { safeText } from '../text/safe-text.js'
import type { Paint } from '../text/span.js'
import type { Style } from '../text/style.js'
import { createWordWrapper } from '../text/word-wrapper.js'
import { type CodeLines, type CodePainter, createCodeLines } from './code-painter.js'
import type { RenderFormula } from './find-formula.js'
import { takeInline } from './inline-markdown.js'
import { renderTable } from './table.js'

/** Renders streamed text for a terminal. The output of `push` is final. */
export interface TextStream {
  push(text: string): string
  /** Flushes buffered text. Leaves the cursor at the start of a line if anything was written. */
  end(): string
}

export interface MarkdownStreamOptions {
  readonly style: Style
  readonly columns: () => number
  /** Returns the painter of code; `undefined` until it is loaded. Default: one color for all code. */
  readonly painter?: (() => CodePainter | undefined) | undefined
  /** Returns the renderer of formulas; `undefined` until it is loaded. Default: formulas stay as written. */
  readonly formulas?: (() => RenderFormula | undefined) | undefined
}

/** The start of a line, which determines how the rest is rendered. */
interface LineStart {
  readonly prefix: string
  readonly hang: number
  readonly paint: Paint
  readonly rest: string
}

/** Matches a line that may still become a list item, a heading, a rule, a fence or a table row. */
const undecided =
  /^ *(?:#{1,6}[ \t]*|[-*+_][-*+_ \t]*|\d{1,9}(?:[.)][ \t]*)?|>|[`~]{1,2}|[`~]{3}.*|\|.*|\$\$?[ \t]*|\\\[?[ \t]*)$|^[ \t]*$/

const fence = /^ *(`{3,}|~{3,})[^`]*$/
const rule = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/

/** A formula on separate lines. */
interface OpenFormula {
  readonly closing: string
  readonly lines: readonly string[]
  readonly indent: string
}

const formulaEnds: Readonly<Record<string, string>> = { $$: '$$', '\\[': '\\]' }

/** A formula that is still open after this many lines is plain text. */
const mostFormulaLines = 40

/** Renders Markdown while it streams: paragraphs by word, code by line, tables at their end. */
export function createMarkdownStream(options: MarkdownStreamOptions): TextStream {
  const { style, columns, painter = () => undefined, formulas = () => undefined } = options
  const wrapper = createWordWrapper(columns)
  let pending = ''
  let openFence: string | undefined
  let openFormula: OpenFormula | undefined
  let code: CodeLines | undefined
  let table: string[] = []
  let line: { readonly paint: Paint; before: string } | undefined

  const flushTable = () => {
    const output = table.length > 0 ? renderTable(table, { style, formula: formulas() }, columns()) : ''
    table = []
    return output
  }
  const inline = (text: string, isWhole: boolean) => {
    const { paint, before } = line ?? { paint: style.assistant, before: '' }
    const { spans, rest } = takeInline(text, { style, formula: formulas(), paint, before, isWhole })
    if (line) line.before = text.charAt(text.length - rest.length - 1) || before
    return { output: wrapper.push(spans), rest }
  }
  const beginLine = (text: string) => {
    const { prefix, hang, paint, rest } = lineStart(text, style)
    line = { paint, before: '' }
    return { output: flushTable() + wrapper.begin(prefix, hang), rest }
  }
  const endLine = (text: string) => {
    const output = inline(text, true).output + wrapper.end()
    line = undefined
    return output
  }
  const codeLine = (text: string) => {
    if (openFence === undefined || !isClosing(text, openFence)) return `${code?.paint(text) ?? style.code(text)}\n`
    openFence = undefined
    return `${style.muted(text)}\n`
  }
  const endFormula = ({ lines, indent }: OpenFormula, isClosed: boolean) => {
    openFormula = undefined
    const drawn = isClosed ? formulas()?.(lines.slice(1, -1).join('\n').trim(), true) : undefined
    const rows = drawn?.split('\n').map((row) => `${indent}${style.assistant(row)}`)
    return (rows ?? lines.map((each) => style.assistant(each))).map((row) => `${row}\n`).join('')
  }
  const formulaLine = (open: OpenFormula, text: string): string => {
    openFormula = { ...open, lines: [...open.lines, text] }
    if (text.trim() === open.closing) return endFormula(openFormula, true)
    return openFormula.lines.length < mostFormulaLines ? '' : endFormula(openFormula, false)
  }
  const wholeLine = (text: string): string => {
    if (openFence !== undefined) return codeLine(text)
    if (openFormula) return formulaLine(openFormula, text)
    if (line) return endLine(text)
    const closing = formulaEnds[text.trim()]
    if (closing !== undefined) {
      openFormula = { closing, lines: [text], indent: /^ */.exec(text)?.[0] ?? '' }
      return flushTable()
    }
    if (/^ *\|/.test(text)) {
      table.push(text)
      return ''
    }
    if (fence.test(text)) {
      openFence = fence.exec(text)?.[1]
      code = createCodeLines(painter, languageOf(text))
      return `${flushTable()}${style.muted(text)}\n`
    }
    if (rule.test(text)) return `${flushTable()}${style.border('─'.repeat(Math.min(columns(), 40)))}\n`
    const { output, rest } = beginLine(text)
    return output + endLine(rest)
  }
  const partOfLine = (): string => {
    if (openFence !== undefined || openFormula || pending === '') return ''
    let output = ''
    if (!line) {
      if (undecided.test(pending)) return ''
      const begun = beginLine(pending)
      output = begun.output
      pending = begun.rest
    }
    const taken = inline(pending, false)
    pending = taken.rest
    return output + taken.output
  }

  return {
    push(text) {
      pending += text
      const held = pending.endsWith('\r') ? '\r' : ''
      const lines = safeText(held ? pending.slice(0, -1) : pending).split('\n')
      pending = lines.pop() ?? ''
      const output = lines.map(wholeLine).join('') + partOfLine()
      pending += held
      return output
    },
    end() {
      const rest = safeText(pending)
      pending = ''
      const output = (line || rest !== '' ? wholeLine(rest) : '') + flushTable()
      openFence = undefined
      return output + (openFormula ? endFormula(openFormula, false) : '')
    },
  }
}

/**
 * Creates a stream that passes text through and adds a final line feed.
 * @param clean Filter for the text: {@link safeText} for a terminal without colors; a pipe gets every byte.
 */
export function createPlainStream(clean: (text: string) => string = asIs): TextStream {
  let isMidLine = false
  return {
    push(text) {
      if (text !== '') isMidLine = !text.endsWith('\n')
      return clean(text)
    },
    end() {
      const output = isMidLine ? '\n' : ''
      isMidLine = false
      return output
    },
  }
}

/** Creates the stream for an answer on a terminal: rendered Markdown, or plain text without colors. */
export function createAnswerStream(options: MarkdownStreamOptions): TextStream {
  return options.style.isEnabled ? createMarkdownStream(options) : createPlainStream(safeText)
}

function lineStart(text: string, style: Style): LineStart {
  const heading = /^ {0,3}(#{1,6})\s+/.exec(text)
  if (heading) {
    const isTop = heading[1] === '#'
    const paint: Paint = (part) => style.bold(isTop ? style.underline(part) : part)
    return { prefix: '', hang: 0, paint, rest: text.slice(heading[0].length).replace(/(?<!\s)\s+#+\s*$/, '') }
  }
  const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+/.exec(text)
  if (item) {
    const [all, indent = '', marker = ''] = item
    const prefix = `${indent}${/\d/.test(marker) ? marker : '•'} `
    return { prefix, hang: prefix.length, paint: style.assistant, rest: text.slice(all.length) }
  }
  const quote = /^\s*>\s?/.exec(text)
  if (quote) return { prefix: style.border('│ '), hang: 2, paint: style.muted, rest: text.slice(quote[0].length) }
  const indent = /^ */.exec(text)?.[0] ?? ''
  return { prefix: indent, hang: indent.length, paint: style.assistant, rest: text.slice(indent.length) }
}

/** Returns the language after a fence: `ts` for ```` ```ts title=a ````. */
function languageOf(text: string): string {
  return /^[\w+#-]*/.exec(text.trim().replace(/^[`~]+\s*/, ''))?.[0].toLowerCase() ?? ''
}

function isClosing(text: string, open: string): boolean {
  const trimmed = text.trim()
  return trimmed.length >= open.length && trimmed === open.charAt(0).repeat(trimmed.length)
}

function asIs(text: string): string {
  return text
}
