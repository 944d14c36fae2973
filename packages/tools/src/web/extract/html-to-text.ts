import { Readability } from '@mozilla/readability'
import { type DomNode, parseHtml } from './parse-html.js'
import { type TameHtml, tameHtml } from './tame-html.js'
import { toMarkdown } from './to-markdown.js'

export interface PageText {
  readonly title?: string
  readonly text: string
  /** The page went on. */
  readonly isCut?: boolean
}

/** Below this much text an "article" is more likely a cookie notice than what the page is about. */
const shortestArticle = 200

/**
 * The readable part of a page as Markdown, or the whole page where no part stands out. Never fails: what no parser should be
 * asked to nest comes as bare text.
 */
export function htmlToText(html: string, url: URL): PageText {
  const tame = tameHtml(html)
  const title = bareText(tame.title).replace(/\s+/g, ' ')
  return { ...(title && { title }), text: textOf(tame, url), isCut: tame.isCut }
}

function textOf({ html, isTooDeep }: TameHtml, url: URL): string {
  if (isTooDeep) return bareText(html)
  try {
    return articleOf(html, url) ?? toMarkdown(parseHtml(html).body, url)
  } catch (error) {
    // Some of what the libraries do is recursive, or takes lists as arguments.
    if (error instanceof RangeError) return bareText(html)
    throw error
  }
}

function articleOf(html: string, url: URL): string | undefined {
  // It takes the document apart that it is given.
  const reader = new Readability<DomNode>(parseHtml(html), { disableJSONLD: true, serializer: (node: DomNode) => node })
  const article = reader.parse()
  if (!article?.content || (article.textContent ?? '').trim().length < shortestArticle) return undefined
  return toMarkdown(article.content, url)
}

/** Character references are all that a parser has to do here. */
function bareText(html: string): string {
  const { textContent } = parseHtml(html.replace(/<[^<>]*>?/g, ' ')).body
  return (textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}
