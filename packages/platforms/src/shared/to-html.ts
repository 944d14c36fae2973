import { Marked } from 'marked'

/**
 * Markdown for networks that show HTML. HTML of the model is shown as text, a link shows its address, and a picture elsewhere becomes its
 * address: showing a message requests nothing.
 * @returns `undefined` for Markdown that cannot be parsed.
 */
export function toHtml(markdown: string): string | undefined {
  try {
    return marked.parse(markdown, { async: false })
  } catch (error) {
    // Thousands of nested quotes are more than the parser's stack takes.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const marked = new Marked({
  renderer: {
    html: ({ text }) => escaped(text),
    link({ href, text, tokens }) {
      const label = this.parser.parseInline(tokens)
      if (!isWebAddress(href)) return `${label} (${escaped(href)})`
      const anchor = `<a href="${escaped(href)}">${text === href ? label : escaped(href)}</a>`
      return text === href ? anchor : `${label} (${anchor})`
    },
    image: ({ href, text }) => `${escaped(text)} (${escaped(href)})`,
  },
})

function isWebAddress(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
