export interface TameHtml {
  /** What belongs into the body. */
  readonly html: string
  /** Of the page, its character references as they were; empty where it has none. */
  readonly title: string
  /** Elements are nested deeper than any real page nests them. */
  readonly isTooDeep: boolean
  /** The page went on: it has more elements, or more text, than parsers and the process they block can be asked to bear. */
  readonly isCut: boolean
}

/** Real pages stay below 60. */
const deepest = 128
const longestTag = 16_384
const longestHtml = 1_000_000
const longestGap = 1_000
/** Tags and the texts between them. */
const mostPieces = 30_000
/** Character references in one text: a parser makes a node of each. */
const mostReferences = 5_000
/** The depths of all tags together: what finds the article looks at each part of a page from all that hold it. */
const mostWork = 400_000

/**
 * HTML that a parser gets through in linear time: without scripts, styles, comments and giant tags (pictures within the
 * page), and with the depth known beforehand. Reads the text once.
 */
export function tameHtml(html: string): TameHtml {
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
    kept.push(source.slice(open, tag.end))
    work += depth
    if (flat.has(tag.name)) continue
    depth = Math.max(0, depth + (tag.isClosing ? -1 : 1))
    greatest = Math.max(greatest, depth)
  }
  const tamed = kept.join('').replace(/\s+/g, (gap) => gap.slice(0, longestGap))
  return { html: tamed, title, isTooDeep: greatest > deepest, isCut: source.length < html.length || at < source.length }
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

/** What begins with the `<` at `open`: a tag, a comment or declaration, or a mere sign. */
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

/** Past the `>` that ends a tag: one within a quoted value does not. */
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

/** Past the closing tag of an element whose content is no HTML. */
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

/** There is one of each, wherever a page has them. */
const frame: ReadonlySet<string> = new Set(['html', 'head', 'body', 'frameset'])

/** Elements that hold nothing, or that the next of their kind closes: they do not nest. */
const flat: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr p li dt dd td th tr thead tbody tfoot option optgroup'.split(
    ' ',
  ),
)
