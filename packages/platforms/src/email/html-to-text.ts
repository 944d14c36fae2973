import { needsPackage } from '../shared/needs-package.js'
import { createElements } from './html-elements.js'

/** The maximum depth. Elements of real mail are less deep, and to close one, the parser searches all open ones. */
const deepest = 1_000

/**
 * Returns the visible text of a mail in HTML: links with their addresses, table cells separated, quotes as in plain
 * text.
 */
export async function htmlToText(html: string): Promise<string> {
  // Loaded on demand, because most mail includes a plain text.
  const { Parser } = await import('htmlparser2').catch(needsPackage('Email', 'htmlparser2'))
  const elements = createElements()
  let depth = 0
  let hiddenFrom = Number.POSITIVE_INFINITY
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > deepest) parser.pause()
      if (isHidden(name, attributes)) hiddenFrom = Math.min(hiddenFrom, depth)
      if (depth < hiddenFrom) elements.open(name, attributes)
    },
    ontext(text) {
      if (depth < hiddenFrom) elements.write(text)
    },
    onclosetag(name) {
      if (depth < hiddenFrom) elements.close(name)
      if (depth === hiddenFrom) hiddenFrom = Number.POSITIVE_INFINITY
      depth -= 1
    },
  })
  parser.end(html)
  return elements.end()
}

function isHidden(name: string, { style = '' }: Readonly<Record<string, string>>): boolean {
  return /^(?:style|script|title|template)$/.test(name) || /display\s*:\s*none/i.test(style)
}
