import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { htmlToText } from './html-to-text.js'

const url = new URL('https://site.example/docs/page')
const paragraph =
  'Long enough that it is what the page is about, with commas, clauses, and a full stop at its end. '.repeat(4)

test('extracts an article without the rest of the page', () => {
  const { title, text } = htmlToText(
    `<html><head><title>On  reading</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a><a href="/buy">Buy now</a></nav>
      <article><h2>First</h2><p>${paragraph}</p><p>See <a href="../other?a=1#b">the other page</a>.</p><p>${paragraph}</p></article>
      <script>track("visitor")</script><footer>All rights</footer></body></html>`,
    url,
  )
  expect(title).toBe('On reading')
  expect(text).toContain('## First')
  expect(text).toContain('[the other page](https://site.example/other?a=1#b)')
  expect(text).not.toMatch(/track|Buy now|p\{\}/)
})

test('returns a page without an article completely', () => {
  const { text } = htmlToText('<ul><li><a href="/a">A</a></li><li><a href="b">B</a></li></ul><p>short', url)
  expect(text).toContain('[A](https://site.example/a)')
  expect(text).toContain('[B](https://site.example/docs/b)')
  expect(text).toContain('short')
})

test('keeps lists, code and tables', () => {
  const { text } = htmlToText(
    '<table><thead><tr><th>Name</th><th>Size</th></tr></thead><tbody><tr><td>a|b</td><td>1</td></tr></tbody></table><pre><code>let x = 1\nlet y</code></pre>',
    url,
  )
  expect(text).toContain('| Name | Size |\n| --- | --- |\n| a\\|b | 1 |')
  expect(text).toContain('```\nlet x = 1\nlet y\n```')
})

test('keeps image descriptions and drops script links', () => {
  const { text } = htmlToText(
    '<p>see <img src="https://tracker.example/p.gif?secret" alt="a  cat"><img src="data:image/png;base64,AAAA"> <a href="javascript:alert(1)">here</a> <a href="https://x.example/a(b)">there</a>',
    url,
  )
  expect(text).toBe('see \\[picture: a cat\\] here [there](https://x.example/a%28b%29)'.replaceAll('\\', ''))
})

test.each([
  ['never closed', '<div><p>one<p>two<b>three<table><tr><td>four', /one[\s\S]*two[\s\S]*three[\s\S]*four/],
  ['closing tags that were never opened', '</div></p>one</b></table>', /one/],
  ['a stray less-than sign', '<p>1 < 2 and <3 and a<b', /1 < 2 and <3/],
  ['a sign in an attribute value', '<p title="a > b">text</p>', /^text$/],
  ['an unterminated comment', '<p>text<!-- more', /^text$/],
  ['an unterminated script', '<p>text<script>more <p>', /^text$/],
  ['an unterminated tag', '<p>text<a href="x', /^text$/],
  ['an empty page', '', /^$/],
  ['a page that is only a frame', '<frameset><frame src=a></frameset>', /^$/],
])('broken HTML: %s', (_, html, expected) => {
  expect(htmlToText(html, url).text).toMatch(expected)
})

test.each([
  ['open elements', '<div>'.repeat(300_000)],
  ['repeated unclosed elements of one kind', '<b><p>'.repeat(50_000)],
  [
    'repeated unclosed elements of different kinds',
    Array.from({ length: 20_000 }, (_, index) => `<font size=${index}><p>`).join(''),
  ],
  ['nested tables', '<table><tr><td>'.repeat(5_000)],
  ['repeated nesting at the maximum depth', ('<div>'.repeat(120) + '</div>'.repeat(120)).repeat(2_000)],
  ['unclosed paragraphs', '<p>'.repeat(300_000)],
  ['unclosed links', '<a href="/x">y</a> '.repeat(100_000)],
  ['character references', '&lt;'.repeat(300_000)],
  ['attributes', `<p ${Array.from({ length: 100_000 }, (_, index) => `a${index}=1`).join(' ')}>`],
  [
    'many tags with many attributes',
    `<p ${Array.from({ length: 1_500 }, (_, index) => `a${index}=1`).join(' ')}>x`.repeat(80),
  ],
  ['unterminated values', '<a href="'.repeat(50_001)],
  ['signs without tags', '<'.repeat(300_000)],
  ['unterminated scripts', '<script'.repeat(100_000)],
  ['unterminated comments', '<!--'.repeat(100_000)],
  ['non-breaking spaces', '\u00a0'.repeat(500_000)],
])('hostile HTML causes neither a stack overflow nor a long run: %s', { timeout: 120_000 }, (_, html) => {
  expect(htmlToText(`begin ${html}`, url).text).toMatch(/^begin/)
})

test('truncates a page that is too large and reports it', () => {
  const { text, isCut } = htmlToText('<p>first</p>'.repeat(50_000), url)
  expect(text).toMatch(/^first/)
  expect(isCut).toBe(true)
  expect(htmlToText('<p>first</p> last', url).isCut).toBe(false)
})

test('never fails for arbitrary HTML', { timeout: 120_000 }, () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<',
      '>',
      '</',
      '/>',
      '"',
      "'",
      '=',
      '<!--',
      '-->',
      '<p>',
      '</p>',
      '<a href=',
      '<table>',
      '<td>',
      '<svg>',
      '</svg>',
      '<script>',
      '</script>',
      '<template>',
      '<select>',
      '<li>',
      '<math>',
      '<![CDATA[',
      ']]>',
      '&amp',
      '&#x0;',
    ),
    fc.string({ maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      expect(typeof htmlToText(pieces.join(''), url).text).toBe('string')
    }),
    { numRuns: 400 },
  )
})

test('drops a tag with more attributes than real ones have, and keeps its text', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}="/b/c d"`).join(' ')
  expect(htmlToText(`<a href="/x" ${attributes(20)}>kept</a>`, url).text).toBe('[kept](https://site.example/x)')
  expect(htmlToText(`<a href="/x" ${attributes(100)}>bare</a>`, url).text).toBe('bare')
})
