import { expect, test } from 'vitest'
import { toHtml } from './to-html.js'

const anchor = (href: string, label: string) => `<a href="${href}">${label}</a>`

test.each([
  ['https://x.test/a\\_b', anchor('https://x.test/a_b', 'https://x.test/a_b')],
  ['[https://x.test/a\\_b](https://x.test/a\\_b)', anchor('https://x.test/a_b', 'https://x.test/a_b')],
  ['![a\\_b](https://x.test/c.png)', 'a_b (https://x.test/c.png)'],
])('hides backslashes of Markdown in %s', (markdown, html) => expect(toHtml(markdown)).toBe(`<p>${html}</p>\n`))

test.each([
  ['www.x.test', anchor('http://www.x.test', 'www.x.test')],
  ['ada@x.test', anchor('mailto:ada@x.test', 'ada@x.test')],
])('shows %s once', (markdown, html) => expect(toHtml(markdown)).toBe(`<p>${html}</p>\n`))

test('never hides another address behind a label', () => {
  const evil = anchor('https://evil.test', 'https://evil.test')
  expect(toHtml('[bank\\.test](https://evil.test)')).toBe(`<p>bank.test (${evil})</p>\n`)
})
