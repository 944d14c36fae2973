export interface SimplifiedHtml {
  /** HTML for the body. */
  readonly html: string
  /** Title of the page with undecoded character references. Empty when there is none. */
  readonly title: string
  /** Whether elements are nested deeper than in real pages. */
  readonly isTooDeep: boolean
  /**
   * Whether the page was truncated because it has too many elements or too much text to be parsed without blocking the
   * process.
   */
  readonly isCut: boolean
}

/** Maximum nesting depth. Real pages stay below 60. */
const deepest = 128
const longestTag = 16_384
/** Maximum attributes per tag, because the parser compares each with all others. Real tags stay below 30. */
const mostAttributes = 64
const longestHtml = 1_000_000
const longestGap = 1_000
/** Maximum number of tags and texts. */
const mostPieces = 30_000
/** Maximum number of character references in one text, because the parser creates a node for each. */
const mostReferences = 5_000
/** Maximum sum of the depths of all tags, because the article extractor visits each element from all of its ancestors. */
const mostWork = 400_000

/**
 * Reduces HTML to what a parser can handle in linear time. Removes scripts, styles, comments and giant tags (inline
 * images), and measures the depth. Single pass.
 */
export function simplifyHtml(html: string): SimplifiedHtml {
  const source = html.slice(0, longestHtml)
  const kept: string[] = []
  let title = ''
  let depth = 0
  let work = 0
  let greatest = 0
  let at = 0
  while (at < source.length && kept.length < mostPieces && work < mostWork) {
    const open = source.indexOf('<', at)
    kept.push(boundReferences(source.slice(at, open === -1 ? source.length : open)))
    if (open === -1) {
      at = source.length
      break
    }
    const tag = readTag(source, open)
    at = tag.end
    if (tag.name === undefined) {
      if (!tag.isComment) kept.push('&lt;')
      continue
    }
    if (rawText.has(tag.name)) {
      if (!tag.isClosing) at = endOfRaw(source, tag)
      if (tag.name === 'title') title ||= source.slice(tag.end, at).replace(/<.*/s, '')
      continue
    }
    if (frame.has(tag.name) || tag.end - open > longestTag) continue
    const whole = source.slice(open, tag.end)
    if (hasTooManyAttributes(whole)) continue
    kept.push(whole)
    work += depth
    if (flat.has(tag.name)) continue
    depth = Math.max(0, depth + (tag.isClosing ? -1 : 1))
    greatest = Math.max(greatest, depth)
  }
  const tamed = kept.join('').replace(/\s+/g, (gap) => gap.slice(0, longestGap))
  return { html: tamed, title, isTooDeep: greatest > deepest, isCut: source.length < html.length || at < source.length }
}

function hasTooManyAttributes(tag: string): boolean {
  if (tag.length <= 2 * mostAttributes) return false
  return tag.replace(/"[^"]*"|'[^']*'/g, ' ').split(/[\s/]+/).length > mostAttributes
}

function boundReferences(text: string): string {
  const parts = text.split('&', mostReferences + 1)
  return parts.length > mostReferences ? parts.slice(0, mostReferences).join('&') : text
}

interface Tag {
  readonly name: string | undefined
  readonly isClosing: boolean
  readonly isComment: boolean
  readonly end: number
}

/** Reads what starts with the `<` at `open`: a tag, a comment, a declaration, or a stray character. */
function readTag(html: string, open: number): Tag {
  if (html.startsWith('<!--', open)) return comment(past(html, '-->', open + 2))
  if (html[open + 1] === '!' || html[open + 1] === '?') return comment(past(html, '>', open))
  tagName.lastIndex = open
  const match = tagName.exec(html)
  if (!match) return { name: undefined, isClosing: false, isComment: false, end: open + 1 }
  return {
    name: (match[2] ?? '').toLowerCase(),
    isClosing: match[1] === '/',
    isComment: false,
    end: endOfTag(html, tagName.lastIndex),
  }
}

const tagName = /<(\/?)([a-zA-Z][^\s/>]{0,60})/y

/** Returns the index after the `>` that ends a tag, ignoring quoted values. */
function endOfTag(html: string, from: number): number {
  const sign = /[>=]/g
  sign.lastIndex = from
  for (let match = sign.exec(html); match; match = sign.exec(html)) {
    if (match[0] === '>') return sign.lastIndex
    const quote = /\s*(["'])/y
    quote.lastIndex = sign.lastIndex
    const mark = quote.exec(html)?.[1]
    if (mark) sign.lastIndex = past(html, mark, quote.lastIndex)
  }
  return html.length
}

/** Returns the index after the closing tag of an element with raw text. */
function endOfRaw(html: string, { name = '', end }: Tag): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi')
  closing.lastIndex = end
  const match = closing.exec(html)
  return match ? past(html, '>', match.index) : html.length
}

function past(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

function comment(end: number): Tag {
  return { name: undefined, isClosing: false, isComment: true, end }
}

const rawText: ReadonlySet<string> = new Set([
  'script',
  'style',
  'iframe',
  'noembed',
  'noframes',
  'template',
  'svg',
  'title',
  'math',
])

/** Elements that exist once per document, wherever their tags appear. */
const frame: ReadonlySet<string> = new Set(['html', 'head', 'body', 'frameset'])

/** Elements that are empty or closed by the next one of their kind, so they do not nest. */
const flat: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd td th tr thead tbody tfoot option optgroup'.split(
    ' ',
  ),
)
