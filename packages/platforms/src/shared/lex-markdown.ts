import { Lexer, Tokenizer, type Tokens, type TokensList } from 'marked'
import { withoutEscapes } from './without-escapes.js'

/**
 * Returns the tokens of Markdown. A backslash in an address is an escape, as everywhere else. The standard would keep it, but models
 * and programs escape whole texts, and no address contains one.
 */
export function lexMarkdown(markdown: string): TokensList {
  return Lexer.lex(markdown, { gfm: true, tokenizer: new AddressTokenizer() })
}

class AddressTokenizer extends Tokenizer {
  override autolink(source: string): Tokens.Link | undefined {
    return unescaped(super.autolink(source))
  }

  override url(source: string): Tokens.Link | undefined {
    return unescaped(super.url(source))
  }
}

function unescaped(link: Tokens.Link | undefined): Tokens.Link | undefined {
  if (!link?.raw.includes('\\')) return link
  const text = withoutEscapes(link.text)
  return { ...link, text, href: withoutEscapes(link.href), tokens: [{ type: 'text', raw: text, text }] }
}
