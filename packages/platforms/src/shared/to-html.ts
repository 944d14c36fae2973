import { Marked } from 'marked'
import { isAddressOf } from './is-address-of.js'
import { lexMarkdown } from './lex-markdown.js'

/**
 * Converts Markdown to HTML, for networks that show it. HTML of the model is shown as text, a link shows its address, and an external
 * picture becomes its address, so showing a message requests nothing.
 * @returns `undefined` for Markdown that cannot be parsed.
 */
export function toHtml(markdown: string): string | undefined {
  try {
    return marked.parser(lexMarkdown(markdown))
  } catch (error) {
    // Thousands of nested quotes exceed the parser's stack.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const marked = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const label = this.parser.parseInline(tokens)
      if (!isWebAddress(href)) return `${label} (${escaped(href)})`
      const isAddress = isAddressOf(this.parser.parseInline(tokens, this.parser.textRenderer), href)
      const anchor = `<a href="${escaped(href)}">${isAddress ? label : escaped(href)}</a>`
      return isAddress ? anchor : `${label} (${anchor})`
    },
    image({ href, tokens }) {
      return `${escaped(this.parser.parseInline(tokens, this.parser.textRenderer))} (${escaped(href)})`
    },
  },
})

function isWebAddress(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
