import type { Token, Tokens } from 'marked'
import { isAddressOf } from '../shared/is-address-of.js'
import { lexMarkdown } from '../shared/lex-markdown.js'
import { withoutEscapes } from '../shared/without-escapes.js'
import { drawColumns } from './draw-columns.js'
import { type FormattedText, TextWriter } from './formatted-text.js'
import { telegramLimits } from './telegram-limits.js'

/**
 * Converts Markdown to the formatting of Telegram. Text that cannot be converted within `max` is shown as it was
 * written.
 */
export function toFormattedText(markdown: string, max = telegramLimits.text.max): FormattedText {
  const plain = { text: markdown, entities: [] }
  if (markdown.length > max) return plain
  const writer = new TextWriter()
  const tokens = parse(markdown)
  if (!tokens) return plain
  writeBlocks(writer, tokens)
  const formatted = writer.end()
  return formatted.text.length <= max && formatted.text !== '' ? formatted : plain
}

function parse(markdown: string): readonly Token[] | undefined {
  try {
    return lexMarkdown(markdown)
  } catch (error) {
    // Thousands of nested quotes exceed the parser's stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function writeBlocks(writer: TextWriter, tokens: readonly Token[], indent = ''): void {
  for (const token of tokens) writeBlock(writer, token, indent)
}

function writeBlock(writer: TextWriter, token: Token, indent: string): void {
  switch (token.type) {
    case 'space':
      writer.breakLine(2)
      break
    case 'heading':
      writer.breakLine(2)
      writer.format({ type: 'bold' }, () => writeInline(writer, childrenOf(token)))
      writer.breakLine(1)
      break
    case 'code':
      writer.breakLine(1)
      writer.format({ type: 'pre', ...languageOf(token) }, () => writer.write(token.text || ' '))
      writer.breakLine(1)
      break
    case 'blockquote':
      writer.breakLine(1)
      // Telegram does not show nested quotes.
      writer.format({ type: 'blockquote' }, () => writeInline(writer, leavesOf(token)))
      writer.breakLine(1)
      break
    case 'list':
      writer.breakLine(1)
      writeList(writer, token as Tokens.List, indent)
      break
    case 'table':
      writeTable(writer, token as Tokens.Table)
      break
    case 'hr':
      writer.breakLine(1)
      writer.write('———')
      writer.breakLine(1)
      break
    case 'def':
      writer.write(withoutEscapes(token.raw))
      break
    case 'paragraph':
      writeInline(writer, childrenOf(token))
      writer.breakLine(1)
      break
    default:
      writeInline(writer, [token])
  }
}

function writeList(writer: TextWriter, list: Tokens.List, indent: string): void {
  for (const [index, item] of list.items.entries()) {
    writer.breakLine(1)
    const number = (typeof list.start === 'number' ? list.start : 1) + index
    writer.write(`${indent}${list.ordered ? `${number}.` : '•'} `)
    for (const [position, token] of item.tokens.entries()) {
      const isBelow = position > 0 && item.tokens[position - 1]?.type !== 'checkbox'
      if (token.type === 'text' && isBelow) writer.breakLine(1)
      writeBlock(writer, token, `${indent}  `)
    }
  }
  writer.breakLine(1)
}

/** Writes a table. One that a phone would wrap is shown row by row, without a monospace font. */
function writeTable(writer: TextWriter, { header, rows }: Tokens.Table): void {
  const drawn = drawColumns(
    [header, ...rows].map((cells) => cells.map(({ tokens, text }) => plainText(tokens) || text)),
  )
  writer.breakLine(1)
  if (drawn !== undefined) writer.format({ type: 'pre' }, () => writer.write(drawn))
  else {
    writer.format({ type: 'bold' }, () => writeCells(writer, header))
    for (const cells of rows) {
      writer.breakLine(1)
      writer.write('• ')
      writeCells(writer, cells)
    }
  }
  writer.breakLine(1)
}

function writeCells(writer: TextWriter, cells: readonly Tokens.TableCell[]): void {
  for (const [column, { tokens }] of cells.filter(({ text }) => text !== '').entries()) {
    if (column > 0) writer.write(' — ')
    writeInline(writer, tokens)
  }
}

function writeInline(writer: TextWriter, tokens: readonly Token[]): void {
  for (const token of tokens) {
    const write = () => {
      const children = childrenOf(token)
      if (children.length > 0) writeInline(writer, children)
      else writer.write('text' in token && typeof token.text === 'string' ? token.text : token.raw)
    }
    if (token.type === 'strong') writer.format({ type: 'bold' }, write)
    else if (token.type === 'em') writer.format({ type: 'italic' }, write)
    else if (token.type === 'del') writer.format({ type: 'strikethrough' }, write)
    else if (token.type === 'codespan') writer.format({ type: 'code' }, write)
    else if (token.type === 'br') writer.write('\n')
    else if (token.type === 'checkbox') writer.write(token.checked ? '☑ ' : '☐ ')
    else if (token.type === 'link' || token.type === 'image') writeLink(writer, token as Tokens.Link, write)
    else if (token.type === 'html') writer.write(token.raw)
    else write()
  }
}

/** Writes a link. A label that looks like another address is shown with the real one. */
function writeLink(writer: TextWriter, link: Tokens.Link, write: () => void): void {
  const { href, text } = link
  const label = plainText(childrenOf(link)) || text
  const isWeb = /^https?:\/\/[^\s]+$/i.test(href)
  if (isWeb) writer.format({ type: 'text_link', url: href }, text === '' ? () => writer.write(href) : write)
  else write()
  if (!isAddressOf(label, href) && (!isWeb || looksLikeAddress(label))) writer.write(` (${href})`)
}

function looksLikeAddress(label: string): boolean {
  return /^\s*(?:[a-z]+:|www\.|@|[\w-]+\.[\w-])/i.test(label)
}

function languageOf({ lang }: Token & { lang?: string }): { readonly language?: string } {
  const [, language] = /^([\w+#.-]{1,40})/.exec(lang ?? '') ?? []
  return language === undefined ? {} : { language }
}

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && Array.isArray(token.tokens) ? token.tokens : []
}

/** Returns the lines of nested blocks without the blocks. */
function leavesOf(token: Token): readonly Token[] {
  if (token.type === 'list') return (token as Tokens.List).items.flatMap(leavesOf)
  if (['blockquote', 'list_item'].includes(token.type)) {
    return childrenOf(token).flatMap((child, index) =>
      index === 0 ? leavesOf(child) : [lineBreak, ...leavesOf(child)],
    )
  }
  return [token]
}

const lineBreak: Tokens.Br = { type: 'br', raw: '\n' }

function plainText(tokens: readonly Token[]): string {
  const writer = new TextWriter()
  writeInline(writer, tokens)
  return writer.end().text
}
