import { type HiddenKind, type HiddenPart, longestPart } from './hidden-part.js'
import { styleHides } from './style-hides.js'

const tags = /<([a-z][\w-]{0,20})(?=[\s/>])([^<>]{0,1000})>/gi
const attributes = /([a-z][\w:-]{0,40})\s{0,3}=\s{0,3}(?:"([^"]{0,2000})"|'([^']{0,2000})')/gi
/** Attributes that are meant for the browser, not for a reader. */
const technical =
  /^(?:style|class|id|href|src|srcset|d|points|viewbox|xmlns\S*|on\w+|rel|type|name|for|width|height|integrity)$/i
const unseenClasses =
  /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|hidden|invisible|d-none|offscreen|is-hidden)(?:\s|$)/i
/** Elements that browsers do not render, or render only when scripts are disabled. */
const unrendered = /^(?:noscript|metadata|desc|noembed|noframes|datalist)$/i
const aside = /^(?:details|template|xmp)$/i

/** Longer elements are sections of the document. */
const longestAside = 400

type Attributes = ReadonlyMap<string, string>

/** Finds text in attributes and in elements that are not shown. */
export function hiddenElements(text: string): readonly HiddenPart[] {
  const isHiddenBySheet = selectorsThatHide(text)
  let covered = 0
  return [...text.matchAll(tags)].flatMap(({ 0: tag, 1: name = '', 2: given = '', index }) => {
    const values = new Map(
      [...given.matchAll(attributes)].map(([, key = '', double, single]) => [
        key.toLowerCase(),
        double ?? single ?? '',
      ]),
    )
    const start = index
    const isComponent = /^[A-Z]/.test(name)
    const parts: HiddenPart[] = [...values].flatMap(([key, value]) =>
      technical.test(key) || isComponent || !/\S\s+\S/.test(value)
        ? []
        : [{ start, end: start + tag.length, text: value, kind: 'aside' }],
    )
    const kind = kindOf(name, given, values, isHiddenBySheet)
    // Elements inside a hidden element are part of it.
    if (kind && start >= covered) {
      const inner = innerOf(text, name, start + tag.length)
      if (kind !== 'aside') covered = start + tag.length + inner.length
      if (kind !== 'aside' || inner.length < longestAside)
        parts.push({ start, end: start + tag.length + inner.length, text: wordsOf(inner), kind })
    }
    return parts
  })
}

function isWhite(name: string, values: Attributes): boolean {
  return (
    name.toLowerCase() === 'font' && (styleHides(`color:${values.get('color') ?? ''}`) || values.get('size') === '0')
  )
}

function kindOf(
  name: string,
  given: string,
  values: Attributes,
  isHiddenBySheet: (values: Attributes) => boolean,
): HiddenKind | undefined {
  if (styleHides(values.get('style') ?? '') || isWhite(name, values)) return 'suspect'
  if (isHiddenBySheet(values) || isUnseen(name, given, values)) return 'unseen'
  return aside.test(name) ? 'aside' : undefined
}

function isUnseen(name: string, given: string, values: Attributes): boolean {
  return (
    unrendered.test(name) ||
    /(?:^|\s)hidden(?:\s|=|\/|$)/i.test(given) ||
    values.get('aria-hidden') === 'true' ||
    unseenClasses.test(values.get('class') ?? '') ||
    (/^script$/i.test(name) && /^(?:text|application)\/(?!javascript|ecmascript)/.test(values.get('type') ?? ''))
  )
}

/** Returns the text up to the first end tag of the same name. */
function innerOf(text: string, name: string, from: number): string {
  const inner = text.slice(from, from + longestPart / 2)
  const end = inner.toLowerCase().indexOf(`</${name.toLowerCase()}`)
  const paragraph = inner.indexOf('\n\n')
  if (end >= 0) return inner.slice(0, end)
  return paragraph >= 0 ? inner.slice(0, paragraph) : inner
}

function wordsOf(markup: string): string {
  return markup.replaceAll(/<[^<>]{0,1000}>/g, ' ').trim()
}

const sheets = /<style\b[^<>]{0,200}>([^<]{0,8000})/gi
const styleRules = /([^{}]{1,200})\{([^{}]{0,600})\}/g

/** Whether an element has a class or an id that a style sheet in the same text hides. */
function selectorsThatHide(text: string): (values: Attributes) => boolean {
  const hiding = new Set<string>()
  for (const [, sheet = ''] of text.matchAll(sheets))
    for (const [, selector = '', style = ''] of sheet.matchAll(styleRules))
      if (styleHides(style)) for (const [name] of selector.matchAll(/[.#][\w-]{1,60}/g)) hiding.add(name)
  if (hiding.size === 0) return () => false
  return (values) =>
    hiding.has(`#${values.get('id') ?? ''}`) ||
    (values.get('class') ?? '').split(/\s+/).some((name) => hiding.has(`.${name}`))
}
