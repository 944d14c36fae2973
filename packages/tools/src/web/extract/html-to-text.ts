import { Readability } from '@mozilla/readability'
import { type DomNode, parseHtml } from './parse-html.js'
import { type SimplifiedHtml, simplifyHtml } from './simplify-html.js'
import { toMarkdown } from './to-markdown.js'

export interface PageText {
  readonly title?: string
  readonly text: string
  /** Whether the page was truncated. */
  readonly isCut?: boolean
}

/** Minimum length of an article. A shorter one is more likely a cookie notice than the content of the page. */
const shortestArticle = 200

/**
 * Converts the main content of a page to Markdown, or the whole page when no part stands out. Never fails: HTML that is
 * nested too deeply becomes plain text.
 */
export function htmlToText(html: string, url: URL): PageText {
  const tame = simplifyHtml(html)
  const title = bareText(tame.title).replace(/\s+/g, ' ')
  return { ...(title && { title }), text: textOf(tame, url), isCut: tame.isCut }
}

function textOf({ html, isTooDeep }: SimplifiedHtml, url: URL): string {
  if (isTooDeep) return bareText(html)
  try {
    return articleOf(html, url) ?? toMarkdown(parseHtml(html).body, url)
  } catch (error) {
    // The libraries recurse in places, and spread lists into arguments.
    if (error instanceof RangeError) return bareText(html)
    throw error
  }
}

function articleOf(html: string, url: URL): string | undefined {
  // `Readability` modifies the document.
  const reader = new Readability<DomNode>(parseHtml(html), { disableJSONLD: true, serializer: (node: DomNode) => node })
  const article = reader.parse()
  if (!article?.content || (article.textContent ?? '').trim().length < shortestArticle) return undefined
  return toMarkdown(article.content, url)
}

/** Returns the text without tags. The parser is used only to decode character references. */
function bareText(html: string): string {
  const { textContent } = parseHtml(html.replace(/<[^<>]*>?/g, ' ')).body
  return (textContent ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}
