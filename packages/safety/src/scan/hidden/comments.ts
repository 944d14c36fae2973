import { type HiddenKind, type HiddenPart, longestPart } from './hidden-part.js'

/** Comments of markup and template languages, which renderers leave out. */
const delimiters: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['{/*', '*/}'],
  ['{#', '#}'],
  ['{{!', '}}'],
  ['<%--', '--%>'],
  ['<![CDATA[', ']]>'],
  ['%%', '%%'],
  ['\\iffalse', '\\fi'],
  ['\\begin{comment}', '\\end{comment}'],
]
/** Directives for formatters, linters and generators. */
const machine =
  /^\s{0,4}(?:prettier|markdownlint|eslint|biome|vale|textlint|cspell|toc|badges?|all-contributors|todo|fixme|note to maintainers)/i

export function comments(text: string): readonly HiddenPart[] {
  return [...delimiters.flatMap((pair) => between(text, pair)), ...leftOut(text), ...dataComments(text)]
}

function between(text: string, [open, close]: readonly [string, string]): readonly HiddenPart[] {
  const parts: HiddenPart[] = []
  for (let start = text.indexOf(open); start >= 0; ) {
    const found = text.indexOf(close, start + open.length)
    const end = found < 0 ? text.length : found + close.length
    const comment = text.slice(start + open.length, Math.min(end, start + longestPart))
    // Only an unterminated HTML comment extends to the end of the text.
    const isComment = (found >= 0 && end - start < longestPart) || open === '<!--'
    if (isComment && !machine.test(comment) && !isInCode(text, start))
      parts.push({ start, end, text: comment, kind: 'unseen' })
    start = text.indexOf(open, isComment ? end : start + open.length)
  }
  return parts
}

/** Whether the opening mark is the only text of a code span. It is then displayed and does not start a comment. */
function isInCode(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, text.lastIndexOf('\n', start) + 1, start - 400), start)
  if (before.split('`').length % 2 === 1) return false
  const after = text.slice(start, start + 200)
  const close = after.indexOf('`')
  return close > 0 && !after.slice(0, close).includes('\n') && !after.slice(0, close).includes('-->')
}

/**
 * Parts that Markdown, reStructuredText and LaTeX leave out: link definitions and titles, alternative texts, comments.
 */
const unseen: readonly RegExp[] = [
  /^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]{0,3}\S{0,300}[ \t]{0,3}\n?[ \t]{0,3}["'(]([^\n]{1,2000})/gm,
  /^[ \t]{0,3}\[([^\]\n]{12,600})\]:[ \t]{0,3}\S/gm,
  /^\.\.[ \t]{1,3}(?![a-z-]{1,30}::|_|\[)([^\n]{6,1000})/gim,
  /\\(?:h|v)?phantom\{([^{}\n]{6,600})\}/g,
  /\\v[ \t]([^\\\n]{6,600})\\v0/g,
  /\b3[ \t]Tr\b[^()\n]{0,100}\(([^()\n]{6,600})\)/g,
]
/** Titles and alternative texts, code comments, spoilers. */
const asides: readonly RegExp[] = [
  /!?\[[^\]\n]{0,300}\]\([^()\s]{0,300}[ \t]{1,3}["']([^\n"']{6,1000})["']\)/g,
  /!\[([^\]\n]{6,1000})\]/g,
  /^[ \t]{0,3}%{1,3}[ \t]{0,3}([^\n]{6,1000})/gm,
  /^\/\/[ \t]{1,3}([^\n]{6,1000})/gm,
  /\|\|([^|\n]{6,600})\|\|/g,
  />!([^\n]{6,600}?)!</g,
]
const whiteLatex = /\\(?:text)?color\{(?:white|transparent)\}\s{0,3}\{?([^{}\n]{6,600})/g

function leftOut(text: string): readonly HiddenPart[] {
  return [
    ...unseen.flatMap((pattern) => toParts(text, pattern, 'unseen')),
    ...asides.flatMap((pattern) => toParts(text, pattern, 'aside')),
    ...toParts(text, whiteLatex, 'suspect'),
  ]
}

/** Finds comments in the front matter, and JSON keys used as comments. */
function dataComments(text: string): readonly HiddenPart[] {
  const head = /^\s{0,8}---\n/.test(text) ? text.slice(0, 8_000) : ''
  const end = head.indexOf('\n---', 4)
  return [
    ...toParts(head.slice(0, Math.max(0, end)), /(?:^|\s)#[ \t]{0,3}([^\n]{6,1000})/gm, 'aside'),
    ...toParts(
      text,
      /"(?:_{0,2}comments?_{0,2}|\$comment|\/\/|#|_{1,2}note|_{1,2}ai\w{0,12})"[ \t]{0,3}:[ \t]{0,3}"([^"\n]{6,1000})"/gi,
      'unseen',
    ),
  ]
}

function toParts(text: string, pattern: RegExp, kind: HiddenKind): readonly HiddenPart[] {
  return [...text.matchAll(pattern)].map(({ 0: found, 1: hidden = '', index }) => ({
    start: index,
    end: index + found.length,
    text: hidden,
    kind,
  }))
}
