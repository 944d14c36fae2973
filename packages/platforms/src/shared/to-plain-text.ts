import type { Token, Tokens } from 'marked'
import { isAddressOf } from './is-address-of.js'
import { lexMarkdown } from './lex-markdown.js'

/**
 * Converts Markdown for programs that show plain text: without backslashes, heading marks and `**`, and with the address after a link.
 * Code and HTML stay as they were written. Markdown that cannot be parsed is returned unchanged.
 */
export function toPlainText(markdown: string): string {
  try {
    return blocks(lexMarkdown(markdown)).trimEnd() || markdown
  } catch (error) {
    // Thousands of nested quotes exceed the parser's stack.
    if (error instanceof RangeError) return markdown
    throw error
  }
}

/** Renders blocks, each with the empty lines that followed it. */
function blocks(tokens: readonly Token[]): string {
  return tokens.map((token) => block(token).trimEnd() + token.raw.slice(token.raw.trimEnd().length)).join('')
}

function block(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'def':
      return ''
    case 'heading':
    case 'paragraph':
    case 'text':
      return inline(childrenOf(token))
    case 'blockquote':
      return below('> ', blocks(childrenOf(token)))
    case 'list':
      return (token as Tokens.List).items.map(item).join('')
    case 'table':
      return table(token as Tokens.Table)
    default:
      return token.raw
  }
}

function item({ raw, tokens }: Tokens.ListItem): string {
  const [mark = ''] = /^\s*(?:[-*+]|\d+[.)])[ \t]*/.exec(raw) ?? []
  const [first = '', ...more] = blocks(tokens).trimEnd().split('\n')
  const indent = ' '.repeat(mark.length)
  const lines = [`${mark}${first}`, ...more.map((line) => (line === '' ? '' : `${indent}${line}`))]
  return lines.join('\n') + raw.slice(raw.trimEnd().length)
}

function table({ header, rows }: Tokens.Table): string {
  const line = (cells: readonly Tokens.TableCell[]) => cells.map(({ tokens }) => inline(tokens)).join(' | ')
  return [line(header), header.map(() => '---').join(' | '), ...rows.map(line)].join('\n')
}

function below(mark: string, text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `${mark}${line}`.trimEnd())
    .join('\n')
}

function inline(tokens: readonly Token[]): string {
  return tokens.map(inlineOf).join('')
}

function inlineOf(token: Token): string {
  switch (token.type) {
    case 'escape':
      return (token as Tokens.Escape).text
    case 'br':
      return '\n'
    case 'strong':
    case 'em':
    case 'del':
      return emphasized(token)
    case 'link':
      return link(token as Tokens.Link)
    case 'image': {
      const { tokens, href } = token as Tokens.Image
      return `${inline(tokens)} (${href})`
    }
    case 'text':
      return childrenOf(token).length > 0 ? inline(childrenOf(token)) : token.raw
    default:
      return token.raw
  }
}

/**
 * Renders emphasis. Underscores, tildes and single stars are kept, because they may be part of a name or a calculation.
 */
function emphasized(token: Token): string {
  const mark = /^(?:__|_|~~?|\*(?!\*))/.exec(token.raw)?.[0] ?? ''
  return `${mark}${inline(childrenOf(token))}${mark}`
}

function link({ href, tokens }: Tokens.Link): string {
  const label = inline(tokens)
  return isAddressOf(label, href) ? label : `${label} (${href})`
}

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && token.tokens ? token.tokens : []
}
