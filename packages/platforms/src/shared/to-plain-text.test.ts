import { expect, test } from 'vitest'
import { toPlainText } from './to-plain-text.js'

test.each([
  [
    'ids and usages',
    '- 20261129\\_111105\\_c0e1c3\n- `/help` \\[command\\]',
    '- 20261129_111105_c0e1c3\n- `/help` [command]',
  ],
  ['headings and strong words', '# Backup\n\n⚠️ **Allow this?**\nIt is **42**.', 'Backup\n\n⚠️ Allow this?\nIt is 42.'],
  ['names and calculations', '__init__.py is 5*3*2, ~~no~~ _yes_', '__init__.py is 5*3*2, ~~no~~ _yes_'],
  [
    'links',
    'See [this *page*](https://x.test/r), https://x.test/ and <ada@x.test>.',
    'See this *page* (https://x.test/r), https://x.test/ and ada@x.test.',
  ],
  [
    'escaped addresses',
    'https://x.test/a\\_b, www.x.test/a\\_b and [https://x.test/a\\_b](https://x.test/a\\_b)',
    'https://x.test/a_b, www.x.test/a_b and https://x.test/a_b',
  ],
  ['escapes in what is crossed out', '~~a\\_b~~', '~~a_b~~'],
  ['escapes in the name of a picture', '![a\\_b](https://x.test/c.png)', 'a_b (https://x.test/c.png)'],
  ['pictures', '![A chart](https://x.test/c.png)', 'A chart (https://x.test/c.png)'],
  [
    'lists',
    '1. tea\n   - **hot**\n   - cold \\*\n\n     at once\n2. milk\n\nThanks',
    '1. tea\n   - hot\n   - cold *\n\n     at once\n2. milk\n\nThanks',
  ],
  ['tasks', '- [x] tea\n- [ ] milk', '- [x] tea\n- [ ] milk'],
  [
    'code',
    'Look:\n\n```ts\nif (a < b) return "\\_" // **not** markup\n```\n\nDone `\\_`.',
    'Look:\n\n```ts\nif (a < b) return "\\_" // **not** markup\n```\n\nDone `\\_`.',
  ],
  [
    'tables',
    '| Session | Use |\n| --- | --- |\n| 2026\\_1\\_c | \\[a \\| b\\] |\n\nDone',
    'Session | Use\n--- | ---\n2026_1_c | [a | b]\n\nDone',
  ],
  ['quotes', '> one **two**\n> three\n\nfour', '> one two\n> three\n\nfour'],
  ['HTML', '<b>x</b> a<br>b & c', '<b>x</b> a<br>b & c'],
])('%s read well as plain text', (_, markdown, text) => expect(toPlainText(markdown)).toBe(text))

test('leaves what cannot be parsed unchanged', () => {
  const quotes = '>'.repeat(20_000)
  expect(toPlainText(`${quotes} x`)).toBe(`${quotes} x`)
})
