import { Lexer, type Token, type Tokens } from 'marked'

/**
 * Converts Markdown to spoken text, without code blocks, tags and pictographs. A link becomes its text, or the host of
 * its address if it has none, and a table is read row by row with its headings. Empty if nothing remains.
 */
export function toSpokenText(markdown: string): string {
  return linesOf(parse(markdown))
    .map((line) => line.replace(pictographs, '').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

const pictographs = /\p{Extended_Pictographic}|\u{fe0f}|\u{200d}/gu

function parse(markdown: string): readonly Token[] {
  try {
    return Lexer.lex(markdown)
  } catch (error) {
    // Thousands of nested quotes exceed the parser's stack.
    if (error instanceof RangeError) return [{ type: 'text', raw: markdown, text: markdown }]
    throw error
  }
}

function linesOf(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap(blockLines).filter((line) => line.trim() !== '')
}

function blockLines(token: Token): readonly string[] {
  switch (token.type) {
    case 'space':
    case 'code':
    case 'hr':
    case 'def':
      return []
    case 'heading':
      return [ended(inlineText(childrenOf(token)))]
    case 'blockquote':
      return linesOf(childrenOf(token))
    case 'list':
      return listLines(token as Tokens.List)
    case 'table':
      return tableLines(token as Tokens.Table)
    case 'html':
      return [withoutTags(token.raw)]
    default:
      return [inlineText([token])]
  }
}

function listLines({ ordered, start, items }: Tokens.List): readonly string[] {
  return items.flatMap(({ tokens }, index) => {
    const [first = '', ...more] = linesOf(tokens)
    const number = ordered ? `${(typeof start === 'number' ? start : 1) + index}. ` : ''
    return [ended(`${number}${first}`), ...more]
  })
}

function tableLines({ header, rows }: Tokens.Table): readonly string[] {
  const names = header.map(({ tokens }) => inlineText(tokens))
  return rows.map((cells) => {
    const said = cells.flatMap(({ tokens }, index) => {
      const [name = '', value] = [names[index], inlineText(tokens)]
      if (value === '') return []
      return name === '' ? value : `${name}: ${value}`
    })
    return ended(said.join(', '))
  })
}

function inlineText(tokens: readonly Token[]): string {
  return tokens.map(inlineOf).join('')
}

function inlineOf(token: Token): string {
  switch (token.type) {
    case 'br':
      return ' '
    case 'html':
    case 'checkbox':
      return ''
    case 'link':
      return linkText(token as Tokens.Link)
    default: {
      const children = childrenOf(token)
      if (children.length > 0) return inlineText(children)
      return 'text' in token && typeof token.text === 'string' ? token.text : ''
    }
  }
}

/** Returns the text of a link. An address that stands for itself is spoken as its host. */
function linkText({ href, text, tokens }: Tokens.Link): string {
  const isBare = /^(?:https?:\/\/|www\.)/i.test(text) && URL.canParse(href)
  return isBare ? new URL(href).host.replace(/^www\./, '') : inlineText(tokens)
}

function childrenOf(token: Token): readonly Token[] {
  return 'tokens' in token && token.tokens ? token.tokens : []
}

function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>/g, ' ')
}

/** Ends a line with punctuation, so that a voice pauses after it. */
function ended(line: string): string {
  const text = line.trim()
  return text === '' || /[\p{P}]$/u.test(text) ? text : `${text}.`
}
